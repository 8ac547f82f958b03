// SPDX-License-Identifier: MIT
// gdv from C# by P/Invoke: a packet validated, one refused, three values read. Arrays are handed in with each call: the
// runtime pins them for that long and may move them between calls.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Native
{
    public const uint None = 0xffffffff;
    public const uint Abi = 0 << 16 | 1024; // GDV_ABI of the headers that this was written for
    public const uint Dialects = 0, Codes = 3; // gdv_ffi_list

    [StructLayout(LayoutKind.Sequential)]
    public struct Node { public uint A, B, C, D; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Numbers { public uint Size, Count, Dialect, Permit; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Span { public uint Offset, Size; }

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
    public struct Report
    {
        public ulong Offset, Need;
        public uint Code, Misread, Depth;
        public int Type;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 32)] public string TypeName;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 256)] public string Path;
    }

    [DllImport("gdv")] public static extern uint gdv_abi();
    [DllImport("gdv")] public static extern uint gdv_ffi_size(string name);
    [DllImport("gdv")] public static extern uint gdv_ffi_number_of(uint list, string name);
    [DllImport("gdv")] public static extern uint gdv_ffi_row_number(uint list, uint row);
    [DllImport("gdv")] public static extern IntPtr gdv_ffi_row_name(uint list, uint row);
    [DllImport("gdv")] public static extern UIntPtr gdv_ffi_bound(UIntPtr size);
    [DllImport("gdv")] public static extern uint gdv_ffi_parse(out Numbers document, byte[] bytes, UIntPtr size,
        uint dialect, IntPtr policy, [In, Out] Node[] nodes, UIntPtr capacity, out Report report);
    [DllImport("gdv")] public static extern uint gdv_ffi_find(ref Numbers document, byte[] bytes, UIntPtr size,
        Node[] nodes, UIntPtr capacity, uint from, string path);
    [DllImport("gdv")] public static extern uint gdv_ffi_to_int(ref Numbers document, byte[] bytes, UIntPtr size,
        Node[] nodes, UIntPtr capacity, uint value, long lowest, long highest, out long result);
    [DllImport("gdv")] public static extern uint gdv_ffi_to_text(ref Numbers document, byte[] bytes, UIntPtr size,
        Node[] nodes, UIntPtr capacity, uint value, out Span result);
    [DllImport("gdv")] public static extern UIntPtr gdv_ffi_copy_double(ref Numbers document, byte[] bytes,
        UIntPtr size, Node[] nodes, UIntPtr capacity, uint value, UIntPtr first, [In, Out] double[] result, UIntPtr most);
}

class Refused : Exception
{
    public Refused(string message) : base(message) { }
}

// A packet that was accepted.
class Document
{
    readonly byte[] packet;
    readonly Native.Node[] nodes;
    Native.Numbers numbers;

    static Document()
    {
        if (Native.gdv_abi() != Native.Abi ||
            Native.gdv_ffi_size("gdv_node") != Marshal.SizeOf(typeof(Native.Node)) ||
            Native.gdv_ffi_size("gdv_ffi_document") != Marshal.SizeOf(typeof(Native.Numbers)) ||
            Native.gdv_ffi_size("gdv_ffi_report") != Marshal.SizeOf(typeof(Native.Report)))
            throw new InvalidOperationException("another gdv");
    }

    public Document(byte[] packet, string dialect)
    {
        Native.Report report;
        this.packet = packet;
        nodes = new Native.Node[(int)Native.gdv_ffi_bound((UIntPtr)packet.Length)];
        uint code = Native.gdv_ffi_parse(out numbers, packet, (UIntPtr)packet.Length,
            Native.gdv_ffi_number_of(Native.Dialects, dialect), IntPtr.Zero, nodes, (UIntPtr)nodes.Length, out report);
        if (code != 0)
            throw new Refused(CodeName(code) + " at " + report.Offset + " (" + report.Path + ")");
    }

    static string CodeName(uint code)
    {
        uint row = 0;
        while (Native.gdv_ffi_row_number(Native.Codes, row) != code &&
               Native.gdv_ffi_row_number(Native.Codes, row) != Native.None)
            row++;
        return Marshal.PtrToStringAnsi(Native.gdv_ffi_row_name(Native.Codes, row));
    }

    uint Find(string path)
    {
        return Native.gdv_ffi_find(ref numbers, packet, (UIntPtr)packet.Length, nodes, (UIntPtr)nodes.Length, 0, path);
    }

    static void Check(uint code)
    {
        if (code != 0)
            throw new Refused(CodeName(code));
    }

    public long Int(string path, long lowest, long highest)
    {
        long result;
        Check(Native.gdv_ffi_to_int(ref numbers, packet, (UIntPtr)packet.Length, nodes, (UIntPtr)nodes.Length,
            Find(path), lowest, highest, out result));
        return result;
    }

    public string Text(string path)
    {
        Native.Span span;
        Check(Native.gdv_ffi_to_text(ref numbers, packet, (UIntPtr)packet.Length, nodes, (UIntPtr)nodes.Length,
            Find(path), out span));
        return Encoding.UTF8.GetString(packet, (int)span.Offset, (int)span.Size);
    }

    public double[] Doubles(string path, int most)
    {
        var result = new double[most];
        int count = (int)Native.gdv_ffi_copy_double(ref numbers, packet, (UIntPtr)packet.Length, nodes,
            (UIntPtr)nodes.Length, Find(path), UIntPtr.Zero, result, (UIntPtr)most);
        Array.Resize(ref result, count);
        return result;
    }
}

static class GdvUser
{
    static int passed, failed;

    // {"hp": 100, "name": "Ann", "at": Vector2(0.5, -1)} of Godot 4
    static readonly byte[] Good = {
        0x1b, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 0x68, 0x70, 0, 0, 2, 0, 0, 0, 100, 0, 0, 0,
        4, 0, 0, 0, 4, 0, 0, 0, 0x6e, 0x61, 0x6d, 0x65, 4, 0, 0, 0, 3, 0, 0, 0, 0x41, 0x6e, 0x6e, 0,
        4, 0, 0, 0, 2, 0, 0, 0, 0x61, 0x74, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf };

    static void Expect(string name, object value, object expected)
    {
        bool fine = value.Equals(expected);
        Console.WriteLine("{0}: {1}: {2}", fine ? "ok" : "FAILED", name, value);
        if (fine) passed++; else failed++;
    }

    static string Refusal(Action call)
    {
        try { call(); return "nothing"; }
        catch (Refused refused) { return refused.Message; }
    }

    static int Main()
    {
        var document = new Document(Good, "godot4");
        GC.Collect();
        var bad = (byte[])Good.Clone();
        bad[bad.Length - 2] = 0xc0;
        bad[bad.Length - 1] = 0x7f;
        var numbers = document.Doubles(".at", 4);
        Expect("an int", document.Int(".hp", 0, 100), 100L);
        Expect("a text", document.Text(".name"), "Ann");
        Expect("numbers", numbers.Length == 2 && numbers[0] == 0.5 && numbers[1] == -1.0, true);
        Expect("a refused packet", Refusal(() => new Document(bad, "godot4")),
            "NONFINITE at " + (bad.Length - 4) + " (.at)");
        Expect("a value that is not there", Refusal(() => document.Int(".mana", 0, 100)), "MISSING");
        Expect("a value of another type", Refusal(() => document.Int(".name", 0, 100)), "WRONG_TYPE");
        Console.WriteLine("gdv-tests: {0} passed, {1} failed", passed, failed);
        return failed == 0 ? 0 : 1;
    }
}
