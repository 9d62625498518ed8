import type * as zet from "./index.js";
export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./index.js";

/** The functions of the package on a module that you compile from zet.wasm yourself. */
export function make(module: WebAssembly.Module, options?: { memory?: number }): zet.Zet;
