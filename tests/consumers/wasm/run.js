// SPDX-License-Identifier: MIT
// Runs serve() of a module and prints what it said. usage: node run.js MODULE
"use strict";
const module_ = new WebAssembly.Module(require("fs").readFileSync(process.argv[2]));
const instance = new WebAssembly.Instance(module_);
const status = instance.exports.serve();
const bytes = new Uint8Array(instance.exports.memory.buffer, instance.exports.said());
process.stdout.write(Buffer.from(bytes.slice(0, bytes.indexOf(0))).toString());
process.exit(status);
