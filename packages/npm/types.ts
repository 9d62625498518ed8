import { IllegalMoveError, Position, convert, diagram, moves, open, play, read, task, validate, validateStream } from "@NAME@";

const reports: { valid: boolean; findings: { line: number; reason: string | null }[] }[] = validate("", { strict: true });
const text: string = convert(new Uint8Array(), { to: "json", from: "zet" }).text;
const position: Position = play("hogga", ["b10-b9"], { rules: { repetition: 3 } }).copy();
const list: string[] = moves("halma", { variant: "8x8" });
const legal: { from: string | null; path: string[] }[] = position.moves({ verbose: true });
const heights: number[] = Object.values(position.cells()).map((cell) => cell.height);
const drawing: string = diagram(position, { format: "svg", flip: true });
const offsets: number[] = read("").flatMap((record) => record.moves.map((move) => move.offset));
const files: Map<string, Uint8Array> = task("site", { "a.yaml": "" }, { attach: { tournament: "" } }).files;
const other: Position = new (open({ memory: 1 << 24 }).Position)("akron");

export async function count(source: AsyncIterable<Uint8Array>): Promise<number> {
  let records = 0;
  for await (const report of validateStream(source)) records += report.record ? 1 : 0;
  return records;
}

const again: Position = Position.fromJSON(JSON.parse(JSON.stringify(other)));

try {
  other.play("d4");
} catch (error) {
  if (error instanceof IllegalMoveError) console.log(error.reason, again, reports, text, list, legal, heights, drawing, offsets, files);
}

// @ts-expect-error a move is a text
position.play(4);
// @ts-expect-error this game does not exist
new Position("chess");
// @ts-expect-error this format does not exist
convert("", { to: "pgn" });
// @ts-expect-error this task does not exist
task("stats", "");
// @ts-expect-error this option does not exist
moves("halma", { varaint: "8x8" });
if (position.outcome.result === "draw" || position.turn === "white") position.free();
// @ts-expect-error no side has this name
if (position.turn === "red") position.free();
