import type * as zet from "./index.js";
export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./index.js";

type Source = string | URL | Response | BufferSource | WebAssembly.Module;

/** The functions of the package. Without a source it loads zet.wasm, which is beside this file; "./inline" has it in itself. */
export function init(source?: Source | Promise<Source>): Promise<zet.Zet>;
