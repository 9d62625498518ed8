#!/usr/bin/env node
/* The program zet in WebAssembly. */
import { readFileSync } from "node:fs";
import { run } from "./host.js";

const module = new WebAssembly.Module(readFileSync(new URL("./program.wasm", import.meta.url)));
process.exitCode = run(module, ["zet", ...process.argv.slice(2)]);
