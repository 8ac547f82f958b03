// SPDX-License-Identifier: MIT
// gdv from Node, as WASM that clang alone made (test_node.sh): a packet validated, one refused, three values read.
// argument: gdv.wasm. What is handed to gdv lies in its memory, from __heap_base on, where nothing else is.
'use strict'
const fs = require('fs')

const NONE = 0xffffffff
const ABI = 0 << 16 | 1024 // GDV_ABI of the headers that this was written for
const DIALECTS = 0, CODES = 3 // gdv_ffi_list

function load (path) {
  const gdv = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(path))).exports
  if (gdv.gdv_abi() !== ABI) throw new Error('gdv: ABI ' + gdv.gdv_abi())
  return gdv
}

// Numbers that C returns as uint32_t come as int.
const unsigned = number => number >>> 0

class Gdv {
  constructor (path) {
    this.c = load(path)
    this.top = this.c.__heap_base.value
  }

  // Memory that is never given back: a server takes it from an allocator of its own, by gdv_ffi_size and gdv_ffi_align.
  take (size) {
    const at = (this.top + 15) & ~15
    this.top = at + size
    const missing = this.top - this.c.memory.buffer.byteLength
    if (missing > 0) this.c.memory.grow(Math.ceil(missing / 65536))
    return at
  }

  put (bytes) {
    const at = this.take(bytes.length)
    new Uint8Array(this.c.memory.buffer).set(bytes, at)
    return at
  }

  put_name (name) { return this.put(Buffer.from(name + '\0')) }

  name_at (at) {
    const bytes = Buffer.from(this.c.memory.buffer)
    return bytes.toString('utf8', at, bytes.indexOf(0, at))
  }

  view () { return new DataView(this.c.memory.buffer) }

  size_of (name) { return unsigned(this.c.gdv_ffi_size(this.put_name(name))) }

  offset_of (name) { return unsigned(this.c.gdv_ffi_offset(this.put_name(name))) }

  code_name (code) {
    let row = 0
    while (![code, NONE].includes(unsigned(this.c.gdv_ffi_row_number(CODES, row)))) row++
    return this.name_at(this.c.gdv_ffi_row_name(CODES, row))
  }

  check (code) {
    if (code !== 0) throw new Error(this.code_name(code))
  }
}

// A packet that was accepted.
class Packet {
  constructor (gdv, bytes, dialect) {
    const capacity = gdv.c.gdv_ffi_bound(bytes.length)
    const document = gdv.take(gdv.size_of('gdv_ffi_document'))
    const nodes = gdv.take(capacity * gdv.size_of('gdv_node'))
    const report = gdv.take(gdv.size_of('gdv_ffi_report'))
    const packet = gdv.put(bytes)
    const number = gdv.c.gdv_ffi_number_of(DIALECTS, gdv.put_name(dialect))
    const code = gdv.c.gdv_ffi_parse(document, packet, bytes.length, number, 0, nodes, capacity, report)
    if (code !== 0) {
      const offset = gdv.view().getBigUint64(report + gdv.offset_of('gdv_ffi_report.offset'), true)
      const path = gdv.name_at(report + gdv.offset_of('gdv_ffi_report.path'))
      throw new Error(`${gdv.code_name(code)} at ${offset} (${path})`)
    }
    this.gdv = gdv
    this.bytes = bytes
    this.given = [document, packet, bytes.length, nodes, capacity]
  }

  find (path) { return unsigned(this.gdv.c.gdv_ffi_find(...this.given, 0, this.gdv.put_name(path))) }

  int (path, lowest, highest) { // BigInt, as 64 bits are more than a number holds
    const out = this.gdv.take(8)
    this.gdv.check(this.gdv.c.gdv_ffi_to_int(...this.given, this.find(path), lowest, highest, out))
    return this.gdv.view().getBigInt64(out, true)
  }

  text (path) {
    const out = this.gdv.take(8)
    this.gdv.check(this.gdv.c.gdv_ffi_to_text(...this.given, this.find(path), out))
    const offset = this.gdv.view().getUint32(out, true)
    return this.bytes.toString('utf8', offset, offset + this.gdv.view().getUint32(out + 4, true))
  }

  doubles (path, most) {
    const out = this.gdv.take(8 * most)
    const count = this.gdv.c.gdv_ffi_copy_double(...this.given, this.find(path), 0, out, most)
    return Array.from(new Float64Array(this.gdv.c.memory.buffer, out, count))
  }

  json () {
    const length = this.gdv.take(8)
    this.gdv.check(this.gdv.c.gdv_ffi_to_json(...this.given, 0, 0, 0, length))
    const size = Number(this.gdv.view().getBigUint64(length, true)) + 1
    const text = this.gdv.take(size)
    this.gdv.check(this.gdv.c.gdv_ffi_to_json(...this.given, 0, text, size, length))
    return JSON.parse(this.gdv.name_at(text))
  }
}

// {"hp": 100, "name": "Ann", "at": Vector2(0.5, -1)} of Godot 4
const good = Buffer.from(
  '1b00000003000000' + '0400000002000000687000000200000064000000' +
  '04000000040000006e616d650400000003000000416e6e00' +
  '04000000020000006174000005000000' + '0000003f000080bf', 'hex')
const bad = Buffer.from(good)
bad.write('0000c07f', bad.length - 4, 'hex')

function refusal (call) {
  try { call() } catch (error) { return error.message }
  return 'nothing'
}

const gdv = new Gdv(process.argv[2])
const packet = new Packet(gdv, good, 'godot4')
const rows = [
  ['an int', packet.int('.hp', 0n, 100n), 100n],
  ['a text', packet.text('.name'), 'Ann'],
  ['numbers', packet.doubles('.at', 4).join(' '), '0.5 -1'],
  ['JSON', packet.json().Dictionary[0][1].int, '100'],
  ['a refused packet', refusal(() => new Packet(gdv, bad, 'godot4')), `NONFINITE at ${bad.length - 4} (.at)`],
  ['a value that is not there', refusal(() => packet.int('.mana', 0n, 100n)), 'MISSING'],
  ['a value of another type', refusal(() => packet.int('.name', 0n, 100n)), 'WRONG_TYPE']
]
const failed = rows.filter(([, value, expected]) => value !== expected).length
for (const [name, value, expected] of rows) {
  console.log(`${value === expected ? 'ok' : 'FAILED'}: ${name}: ${value}`)
}
console.log(`gdv-tests: ${rows.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
