import { readFile } from "node:fs/promises";
import { make } from "./zet.js";

const bytes = await readFile(new URL("./zet.wasm", import.meta.url));
const zet = make(await WebAssembly.compile(bytes));

export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./zet.js";
export const {
  Game, Position, convert, diagram, diagramFormats, diagrams, explain, fix, format, formats, games, memory, moves, open, play, read,
  ruleOptions, score, start, task, taskOptions, taskStream, validate, validateStream, variants, version,
} = zet;
