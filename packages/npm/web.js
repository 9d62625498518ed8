import { make } from "./zet.js";

/* Servers that do not know the type of the file are served as well. */
async function compile(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

const zet = make(await compile(new URL("./zet.wasm", import.meta.url)));

export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./zet.js";
export const {
  Game, Position, convert, diagram, diagramFormats, diagrams, explain, fix, format, formats, games, memory, moves, open, play, read,
  ruleOptions, score, start, task, taskOptions, taskStream, validate, validateStream, variants, version,
} = zet;
