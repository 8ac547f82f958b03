// SPDX-License-Identifier: MIT
//! gdv from Rust by `extern "C"`, without a crate: a packet validated, one refused, three values read.

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};

const NONE: u32 = 0xffff_ffff;
const ABI: u32 = 0 << 16 | 1024; // GDV_ABI of the headers that this was written for
const DIALECTS: u32 = 0; // gdv_ffi_list
const CODES: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Node([u32; 4]);

#[repr(C)]
#[derive(Default)]
struct Numbers {
    size: u32,
    count: u32,
    dialect: u32,
    permit: u32,
}

#[repr(C)]
#[derive(Default)]
struct Span {
    offset: u32,
    size: u32,
}

#[repr(C)]
struct Report {
    offset: u64,
    need: u64,
    code: u32,
    misread: u32,
    depth: u32,
    kind: i32,
    type_name: [c_char; 32],
    path: [c_char; 256],
}

#[link(name = "gdv")]
extern "C" {
    fn gdv_abi() -> u32;
    fn gdv_ffi_size(name: *const c_char) -> u32;
    fn gdv_ffi_number_of(list: u32, name: *const c_char) -> u32;
    fn gdv_ffi_row_number(list: u32, row: u32) -> u32;
    fn gdv_ffi_row_name(list: u32, row: u32) -> *const c_char;
    fn gdv_ffi_bound(size: usize) -> usize;
    fn gdv_ffi_parse(document: *mut Numbers, bytes: *const u8, size: usize, dialect: u32, policy: *const c_void,
                     nodes: *mut Node, capacity: usize, report: *mut Report) -> u32;
    fn gdv_ffi_find(document: *const Numbers, bytes: *const u8, size: usize, nodes: *const Node, capacity: usize,
                    from: u32, path: *const c_char) -> u32;
    fn gdv_ffi_to_int(document: *const Numbers, bytes: *const u8, size: usize, nodes: *const Node, capacity: usize,
                      value: u32, lowest: i64, highest: i64, out: *mut i64) -> u32;
    fn gdv_ffi_to_text(document: *const Numbers, bytes: *const u8, size: usize, nodes: *const Node, capacity: usize,
                       value: u32, out: *mut Span) -> u32;
    fn gdv_ffi_copy_double(document: *const Numbers, bytes: *const u8, size: usize, nodes: *const Node,
                           capacity: usize, value: u32, first: usize, out: *mut f64, most: usize) -> usize;
}

fn code_name(code: u32) -> String {
    // Names are static and end in NUL.
    let mut row = 0;
    unsafe {
        while ![code, NONE].contains(&gdv_ffi_row_number(CODES, row)) {
            row += 1;
        }
        CStr::from_ptr(gdv_ffi_row_name(CODES, row)).to_string_lossy().into_owned()
    }
}

/// Refuses a library that these structures were not written for; to be called first.
fn check_library() {
    let size = |name: &str| {
        let name = CString::new(name).expect("a name without NUL");
        unsafe { gdv_ffi_size(name.as_ptr()) as usize }
    };
    assert_eq!(unsafe { gdv_abi() }, ABI, "another gdv");
    assert_eq!(size("gdv_node"), std::mem::size_of::<Node>());
    assert_eq!(size("gdv_ffi_document"), std::mem::size_of::<Numbers>());
    assert_eq!(size("gdv_ffi_report"), std::mem::size_of::<Report>());
}

/// A packet that was accepted. It borrows the packet, owns its nodes, and may be moved: C keeps no pointer to any of it.
struct Document<'a> {
    packet: &'a [u8],
    nodes: Vec<Node>,
    numbers: Numbers,
}

impl<'a> Document<'a> {
    fn parse(packet: &'a [u8], dialect: &str) -> Result<Self, String> {
        let name = CString::new(dialect).map_err(|error| error.to_string())?;
        let mut nodes = vec![Node::default(); unsafe { gdv_ffi_bound(packet.len()) }];
        let mut numbers = Numbers::default();
        // All zero is a report: it is numbers and characters.
        let mut report: Report = unsafe { std::mem::zeroed() };
        let code = unsafe {
            gdv_ffi_parse(&mut numbers, packet.as_ptr(), packet.len(), gdv_ffi_number_of(DIALECTS, name.as_ptr()),
                          std::ptr::null(), nodes.as_mut_ptr(), nodes.len(), &mut report)
        };
        if code != 0 {
            let path = unsafe { CStr::from_ptr(report.path.as_ptr()) }.to_string_lossy();
            return Err(format!("{} at {} ({})", code_name(code), report.offset, path));
        }
        Ok(Document { packet, nodes, numbers })
    }

    fn find(&self, path: &str) -> u32 {
        let path = CString::new(path).unwrap_or_default();
        unsafe {
            gdv_ffi_find(&self.numbers, self.packet.as_ptr(), self.packet.len(), self.nodes.as_ptr(),
                         self.nodes.len(), 0, path.as_ptr())
        }
    }

    fn int(&self, path: &str, lowest: i64, highest: i64) -> Result<i64, String> {
        let mut out = 0;
        let code = unsafe {
            gdv_ffi_to_int(&self.numbers, self.packet.as_ptr(), self.packet.len(), self.nodes.as_ptr(),
                           self.nodes.len(), self.find(path), lowest, highest, &mut out)
        };
        if code == 0 { Ok(out) } else { Err(code_name(code)) }
    }

    fn text(&self, path: &str) -> Result<&'a str, String> {
        let mut out = Span::default();
        let code = unsafe {
            gdv_ffi_to_text(&self.numbers, self.packet.as_ptr(), self.packet.len(), self.nodes.as_ptr(),
                            self.nodes.len(), self.find(path), &mut out)
        };
        let bytes = &self.packet[out.offset as usize..][..out.size as usize];
        if code == 0 { std::str::from_utf8(bytes).map_err(|error| error.to_string()) } else { Err(code_name(code)) }
    }

    fn doubles(&self, path: &str, most: usize) -> Vec<f64> {
        let mut out = vec![0.0; most];
        let count = unsafe {
            gdv_ffi_copy_double(&self.numbers, self.packet.as_ptr(), self.packet.len(), self.nodes.as_ptr(),
                                self.nodes.len(), self.find(path), 0, out.as_mut_ptr(), most)
        };
        out.truncate(count);
        out
    }
}

/// {"hp": 100, "name": "Ann", "at": Vector2(0.5, -1)} of Godot 4
const GOOD: &[u8] = b"\x1b\0\0\0\x03\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x64\0\0\0\
    \x04\0\0\0\x04\0\0\0name\x04\0\0\0\x03\0\0\0Ann\0\
    \x04\0\0\0\x02\0\0\0at\0\0\x05\0\0\0\0\0\0\x3f\0\0\x80\xbf";

fn main() {
    check_library();
    let document = Document::parse(GOOD, "godot4").expect("a good packet");
    let mut bad = GOOD.to_vec();
    let end = bad.len() - 4;
    bad[end..].copy_from_slice(b"\0\0\xc0\x7f");
    let rows = [
        ("an int", format!("{:?}", document.int(".hp", 0, 100)), "Ok(100)".to_string()),
        ("a text", format!("{:?}", document.text(".name")), "Ok(\"Ann\")".to_string()),
        ("numbers", format!("{:?}", document.doubles(".at", 4)), "[0.5, -1.0]".to_string()),
        ("a refused packet", Document::parse(&bad, "godot4").err().unwrap_or_default(),
         format!("NONFINITE at {} (.at)", end)),
        ("a value that is not there", format!("{:?}", document.int(".mana", 0, 100)), "Err(\"MISSING\")".to_string()),
        ("a value of another type", format!("{:?}", document.int(".name", 0, 100)), "Err(\"WRONG_TYPE\")".to_string()),
    ];
    let failed = rows.iter().filter(|(_, value, expected)| value != expected).count();
    for (name, value, expected) in &rows {
        println!("{}: {}: {}", if value == expected { "ok" } else { "FAILED" }, name, value);
    }
    println!("gdv-tests: {} passed, {} failed", rows.len() - failed, failed);
    std::process::exit((failed > 0) as i32);
}
