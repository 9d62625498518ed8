/* For bundlers that know no top-level await, or that move files: the page says when, and from where. */
import { make } from "./zet.js";

export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./zet.js";

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const answer = source instanceof Response ? source : await fetch(source);
  if (!answer.ok) throw new Error(`${answer.url} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

let made;

/** The functions, of one module. Without a source it is zet.wasm beside this file. */
export function init(source) {
  made ??= Promise.resolve(source ?? new URL("./zet.wasm", import.meta.url)).then(compile).then((module) => make(module));
  made.catch(() => (made = undefined));
  return made;
}
