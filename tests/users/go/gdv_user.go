// SPDX-License-Identifier: MIT

// gdv from Go by cgo: a packet validated, one refused, three values read. Packet and nodes are Go's own slices, handed in
// with each call: C keeps no pointer to them. CGO_CFLAGS and CGO_LDFLAGS say where gdv is.
package main

// #include <gdv/gdv_ffi.h>
// #include <gdv/version.h>
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

// Document is a packet that was accepted. The garbage collector may move and free all of it as it likes.
type Document struct {
	packet  []byte
	nodes   []C.gdv_node
	numbers C.gdv_ffi_document
}

// Error is why a packet was refused, or a value not given.
type Error struct {
	Name   string
	Offset uint64
	Path   string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at %d (%s)", e.Name, e.Offset, e.Path) }

func codeName(code C.uint32_t) string {
	for row := C.uint32_t(0); row < C.gdv_ffi_rows(C.GDV_FFI_CODES); row++ {
		if C.gdv_ffi_row_number(C.GDV_FFI_CODES, row) == code {
			return C.GoString(C.gdv_ffi_row_name(C.GDV_FFI_CODES, row))
		}
	}
	return "UNKNOWN"
}

// Nothing has an address in a slice of no bytes.
func address(bytes []byte) unsafe.Pointer {
	if len(bytes) == 0 {
		return nil
	}
	return unsafe.Pointer(&bytes[0])
}

// Parse judges a packet; the Document refers to it.
func Parse(packet []byte, dialect string) (*Document, error) {
	name := append([]byte(dialect), 0)
	number := C.gdv_ffi_number_of(C.GDV_FFI_DIALECTS, (*C.char)(unsafe.Pointer(&name[0])))
	d := &Document{packet: packet, nodes: make([]C.gdv_node, C.gdv_ffi_bound(C.size_t(len(packet))))}
	var report C.gdv_ffi_report
	code := C.gdv_ffi_parse(&d.numbers, address(packet), C.size_t(len(packet)), number, nil,
		&d.nodes[0], C.size_t(len(d.nodes)), &report)
	if code != 0 {
		return nil, &Error{codeName(code), uint64(report.offset), C.GoString(&report.path[0])}
	}
	return d, nil
}

func (d *Document) bytes() unsafe.Pointer { return address(d.packet) }

// Find gives the value at a path; one that does not exist is a value too.
func (d *Document) Find(path string) C.uint32_t {
	text := append([]byte(path), 0)
	return C.gdv_ffi_find(&d.numbers, d.bytes(), C.size_t(len(d.packet)), &d.nodes[0], C.size_t(len(d.nodes)), 0,
		(*C.char)(unsafe.Pointer(&text[0])))
}

// Int gives an int of that range.
func (d *Document) Int(path string, lowest, highest int64) (int64, string) {
	var out C.int64_t
	code := C.gdv_ffi_to_int(&d.numbers, d.bytes(), C.size_t(len(d.packet)), &d.nodes[0], C.size_t(len(d.nodes)),
		d.Find(path), C.int64_t(lowest), C.int64_t(highest), &out)
	return int64(out), codeName(code)
}

// Text gives a copy of a text.
func (d *Document) Text(path string) (string, string) {
	var out C.gdv_ffi_span
	code := C.gdv_ffi_to_text(&d.numbers, d.bytes(), C.size_t(len(d.packet)), &d.nodes[0], C.size_t(len(d.nodes)),
		d.Find(path), &out)
	return string(d.packet[out.offset : out.offset+out.size]), codeName(code)
}

// Doubles gives at most so many numbers of a math value or a packed array.
func (d *Document) Doubles(path string, most int) []float64 {
	out := make([]float64, most)
	n := C.gdv_ffi_copy_double(&d.numbers, d.bytes(), C.size_t(len(d.packet)), &d.nodes[0], C.size_t(len(d.nodes)),
		d.Find(path), 0, (*C.double)(unsafe.Pointer(&out[0])), C.size_t(most))
	return out[:n]
}

// JSON gives all of it as typed JSON.
func (d *Document) JSON() string {
	var length C.uint64_t
	size, capacity := C.size_t(len(d.packet)), C.size_t(len(d.nodes))
	C.gdv_ffi_to_json(&d.numbers, d.bytes(), size, &d.nodes[0], capacity, 0, nil, 0, &length)
	text := make([]byte, length+1)
	C.gdv_ffi_to_json(&d.numbers, d.bytes(), size, &d.nodes[0], capacity, 0, (*C.char)(unsafe.Pointer(&text[0])),
		C.size_t(len(text)), &length)
	return string(text[:length])
}

// {"hp": 100, "name": "Ann", "at": Vector2(0.5, -1)} of Godot 4
var good = []byte("\x1b\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00hp\x00\x00\x02\x00\x00\x00\x64\x00\x00\x00" +
	"\x04\x00\x00\x00\x04\x00\x00\x00name\x04\x00\x00\x00\x03\x00\x00\x00Ann\x00" +
	"\x04\x00\x00\x00\x02\x00\x00\x00at\x00\x00\x05\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x80\xbf")

func main() {
	if C.gdv_abi() != C.GDV_ABI {
		fmt.Printf("another gdv: ABI %#x\n", uint32(C.gdv_abi()))
		os.Exit(2)
	}
	document, err := Parse(good, "godot4")
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	runtime.GC()
	hp, hpCode := document.Int(".hp", 0, 100)
	name, nameCode := document.Text(".name")
	_, missing := document.Int(".mana", 0, 100)
	_, wrong := document.Int(".name", 0, 100)
	bad := append(append([]byte{}, good[:len(good)-4]...), 0, 0, 0xc0, 0x7f)
	_, refused := Parse(bad, "godot4")
	failed := 0
	rows := [][3]string{
		{"an int", fmt.Sprint(hp, " ", hpCode), "100 OK"},
		{"a text", fmt.Sprint(name, " ", nameCode), "Ann OK"},
		{"numbers", fmt.Sprint(document.Doubles(".at", 4)), "[0.5 -1]"},
		{"JSON", document.JSON(), `{"Dictionary":[[{"String":"hp"},{"int":"100"}],[{"String":"name"},{"String":"Ann"}],` +
			`[{"String":"at"},{"Vector2":[0.5,-1.0]}]]}`},
		{"a refused packet", fmt.Sprint(refused), fmt.Sprintf("NONFINITE at %d (.at)", len(bad)-4)},
		{"a value that is not there", missing, "MISSING"},
		{"a value of another type", wrong, "WRONG_TYPE"},
	}
	for _, row := range rows {
		verdict := "ok"
		if row[1] != row[2] {
			verdict = "FAILED"
			failed++
		}
		fmt.Printf("%s: %s: %s\n", verdict, row[0], row[1])
	}
	fmt.Printf("gdv-tests: %d passed, %d failed\n", len(rows)-failed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
