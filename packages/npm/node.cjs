/* For require(). zet.cjs is zet.js, made by esbuild. */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { make, IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } = require("./zet.cjs");

const zet = make(new WebAssembly.Module(readFileSync(join(__dirname, "zet.wasm"))));
module.exports = { ...zet, IllegalMoveError, OutOfMemoryError, RefusedError, ZetError };
