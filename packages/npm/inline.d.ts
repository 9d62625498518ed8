import type * as zet from "./index.js";
export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./index.js";

/** The functions of the package, with zet.wasm in this file. */
export function init(): Promise<zet.Zet>;
