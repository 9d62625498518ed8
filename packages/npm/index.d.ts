import type { BoardStruct, ContentStruct, CountsStruct, ExplanationStruct, FindingStruct, MoveStruct, PlyStruct, SolutionStruct } from "./zet_h.js";

/** A text: UTF-8 where it is bytes. */
export type Text = string | Uint8Array | ArrayBuffer;

/** Texts by the names that reports give them. */
export type Source = Text | Map<string, Text> | Record<string, Text>;

export type GameName = "hogga" | "halma" | "akron" | "husbao";

/** The players: of HusBao "a" and "b". */
export type Side = "black" | "white" | "a" | "b";

/** "*" while a game is open, else "draw" or the side that won. */
export type Result = Side | "draw" | "*";

export type Variant = "8x8" | "10x10" | "16x16" | "basic" | "front" | "bis";

export type RecordFormat = "abstractplay" | "json" | "ludii" | "csv" | "games.csv" | "kiba" | "agsteiner" | "text" | "zet";

export type DiagramFormat = "svg" | "tex" | "unicode" | "ascii" | "html";

export type TaskName = "validate" | "format" | "fix" | "convert" | "score" | "site";

/** Options by name, as the commands of the program have them: `maxFindings` is `--max-findings`. */
export type Options = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

/** What was asked for is not possible; the message says why. */
export class ZetError extends Error {}

/** Memory ran out. */
export class OutOfMemoryError extends ZetError {}

/** A move that cannot be played. */
export class IllegalMoveError extends ZetError {
  readonly move: string;
  /** The code of the rule, such as "occupied"; null where the move cannot be read or the game has ended. */
  readonly reason: string | null;
}

/** A change that would bring a fault into a record. */
export class RefusedError extends ZetError {
  /** Of the finding. */
  readonly code: string;
}

/** How a game stands. */
export interface Outcome {
  result: Result;
  reason: string | null;
}

export interface Finding {
  severity: "error" | "warning" | "note";
  code: string;
  /** The rule that an illegal move breaks. */
  reason: string | null;
  part: "moves" | "variation" | "playout" | "header" | "stream";
  /** Both count from 1; columns count characters. */
  line: number;
  column: number;
  ply: number | null;
  move: string | null;
  message: string;
}

/** The verdict on one record. */
export interface Report {
  file: string;
  record: number;
  line: number;
  game: GameName | null;
  valid: boolean;
  plies: number;
  outcome: Outcome;
  points: number | null;
  position: string | null;
  findings: Finding[];
  event: string | null;
  round: string | null;
  table: string | null;
  players: Record<string, string | null> | null;
}

/** A move of a record that was played. `position` and `outcome` are those after it; `offset` is its place in the text: in UTF-16
    units where that is a string, else in bytes. */
export interface PlayedMove extends Omit<PlyStruct, "side" | "outcome" | "offset"> {
  side: Side;
  position: string;
  outcome: Outcome;
  offset: number;
}

/** A report with the moves that were played, and where in the text the findings are. */
export interface ReadRecord extends Omit<Report, "findings"> {
  /** With where they begin and end. */
  findings: (Finding & Pick<FindingStruct, "endLine" | "endColumn"> & { offset: number; endOffset: number })[];
  moves: PlayedMove[];
}

export interface TaskResult {
  text: string;
  bytes: Uint8Array;
  /** Findings and remarks that are not the result. */
  messages: string;
  /** Whether the last text is another now. */
  changed: boolean;
  counts: Record<keyof CountsStruct, number>;
  /** What a task makes that makes several files, such as "site". */
  files: Map<string, Uint8Array>;
}

export interface GameOptions {
  variant?: Variant;
  /** Options of the rules, such as `{ size: 5 }`. */
  rules?: Record<string, string | number | boolean>;
  /** The position to begin from; without it the start. */
  position?: string;
}

/** Hogga: how few moves bring the loser home. `low` is proved; `high` is null where no line was found. */
export interface Solution extends Omit<SolutionStruct, "high" | "nodes"> {
  high: number | null;
  /** Positions that were looked at. */
  nodes: number;
  line: string[] | null;
}

export interface DiagramOptions {
  /** "svg" is the default; "html", of a record, is a page to step through. */
  format?: DiagramFormat;
  /** Of a record: "final", "start", a ply, or "every:K". */
  at?: string | number;
  theme?: string;
  width?: number | string;
  flip?: boolean;
  mark?: string;
  caption?: string;
  [option: string]: string | number | boolean | undefined;
}

/** A move as data. Cells are names such as "b10". */
export interface Move extends Pick<MoveStruct, "kind" | "text" | "captured" | "cut"> {
  side: Side;
  /** Null for a placement, and for moves without a cell. */
  from: string | null;
  to: string | null;
  /** The cells that the piece is on, in order; the pit of a sowing. */
  path: string[];
  /** Akron: the cells that falling stones leave, the lowest first. */
  falls: string[];
  /** HusBao: "+" or "-". */
  direction: string | null;
}

/** What is on a cell: `count` is the number of stones in a pit, `height` the levels of a pile. */
export interface Cell extends Omit<ContentStruct, "cell" | "side"> {
  cell: string;
  side: Side;
}

/** Moves as data instead of text. */
export interface Verbose {
  verbose: true;
}

/** A position as data, of which `Position.fromJSON` makes it again. A move that is null begins the playout. */
export interface PositionJSON {
  game: GameName;
  options: GameOptions;
  moves: (string | null)[];
  text: string;
  turn: Side;
}

/** A position of a game, with the moves that led to it. */
export class Position {
  constructor(game: GameName, options?: GameOptions);
  constructor(copied: Position);
  static fromJSON(json: PositionJSON): Position;
  readonly game: GameName;
  readonly text: string;
  /** The side to move. */
  readonly turn: Side;
  /** Moves played. */
  readonly ply: number;
  readonly lastMove: string | null;
  readonly outcome: Outcome;
  /** Plays moves as a person may write them. Throws IllegalMoveError at the first that cannot be played. */
  play(...moves: (string | readonly string[])[]): this;
  /** Takes the last move back. False if none exists. */
  undo(): boolean;
  /** Hogga, after the game has been won: from here on the loser moves alone. */
  beginPlayout(): this;
  /** The same for equal positions, on every machine. */
  readonly key: bigint;
  /** The shape of the board. */
  readonly board: BoardStruct;
  /** The legal moves in canonical form. */
  moves(options: Verbose): Move[];
  moves(): string[];
  /** The legal moves that an illegal one may have been meant for, the nearest first. */
  suggest(move: string, most: number, options: Verbose): Move[];
  suggest(move: string, most?: number): string[];
  /** The moves that were played on this position. */
  history(options: Verbose): Move[];
  history(): string[];
  /** What is on a cell; null if it is empty. */
  at(cell: string): Cell | null;
  /** What is on the board, by cell. */
  cells(): Record<string, Cell>;
  /** Whether the game, its rules, the arrangement and the player to move are the same. */
  equals(other: Position): boolean;
  /** The number of sequences of so many moves. `onProgress` is called now and then, and returns false to stop. */
  perft(depth: number, options?: { onProgress?: () => boolean | void }): number | bigint;
  diagram(options?: DiagramOptions): string;
  /** Hogga: the shortest way home of the loser. `onProgress` returns false to stop. */
  solve(loser: "black" | "white", options?: { nodes?: number; memory?: number; onProgress?: () => boolean | void }): Solution;
  copy(): Position;
  toJSON(): PositionJSON;
  /** Frees its memory now; it cannot be used any more. Positions that are forgotten need no call. */
  free(): void;
  /** The board as lines of text. */
  toString(): string;
}

/** A record that is made and changed. What would bring a fault into it throws a RefusedError or an IllegalMoveError, and changes nothing. */
export class Game {
  constructor(game: GameName, options?: GameOptions);
  /** The game of a text with one record. */
  static read(text: Text): Game;
  readonly game: GameName;
  readonly turn: Side;
  readonly ply: number;
  readonly outcome: Outcome;
  /** Plays moves, each with the glyphs and the comment that may follow it. */
  play(...moves: (string | readonly string[])[]): this;
  beginPlayout(): this;
  /** Takes back an end away from the board, else the last move with what follows it. */
  undo(): this;
  /** Adds a comment after the last move. */
  comment(text: string): this;
  /** Adds glyphs, comments in braces and variations in parentheses after the last move. */
  annotate(text: string): this;
  /** Ends the game away from the board: the side that won, or "draw". */
  end(result: Exclude<Result, "*">, termination: string): this;
  /** The text of a key of the header, such as "event" or "players.black"; null if it has none. */
  get(key: string): string | null;
  set(key: string, value: string | number | boolean): this;
  remove(key: string): this;
  /** As of a position. */
  readonly text: string;
  readonly key: bigint;
  readonly board: BoardStruct;
  moves(options: Verbose): Move[];
  moves(): string[];
  history(options: Verbose): Move[];
  history(): string[];
  at(cell: string): Cell | null;
  cells(): Record<string, Cell>;
  /** The record as it is now, judged, with its moves. Offsets are bytes of `edited`. */
  record(): ReadRecord;
  diagrams(options?: DiagramOptions): string[];
  /** The text that the game was read from, in which only what was changed is other. */
  edited(): string;
  /** The record in canonical form. */
  toString(): string;
  /** Frees its memory now. Games that are forgotten need no call. */
  free(): void;
}

export interface NamedThing {
  name: string;
  about: string;
  argument: string | null;
}

export interface TaskSettings {
  options?: Options;
  /** Texts beside the records, such as `{ tournament: ... }`. */
  attach?: Record<string, Text>;
  /** The name that reports give to a single text. */
  name?: string;
  /** Called now and then with the number of records; false stops the task. */
  onProgress?: (records: number) => boolean | void;
}

type Named = { name?: string };
type Pieces = AsyncIterable<Text> | Iterable<Text>;

/** Judges every record. */
export function validate(text: Source, options?: Options & Named): Report[];

/** Judges a stream of any length, a piece at a time. */
export function validateStream(source: Pieces, options?: Options): AsyncGenerator<Report, void, void>;

/** Converts records to the format `to`. What it cannot hold is in the messages; with `noLoss` that is an error. */
export function convert(text: Source, options?: Options & Named & { to?: RecordFormat; from?: RecordFormat }): TaskResult;

/** The records in canonical form. */
export function format(text: Source, options?: Options & Named): TaskResult;

/** The text with what needs no guess repaired, and all else as it was. */
export function fix(text: Source, options?: Options & Named): TaskResult;

/** The score of each record, or with `table` the standings. */
export function score(text: Source, options?: Options & Named & { onProgress?: TaskSettings["onProgress"] }): Record<string, any>[];

/** The legal moves of a position. */
export function moves(game: GameName, options: GameOptions & Verbose): Move[];
export function moves(game: GameName, options?: GameOptions): string[];

/** The position after moves from the start, or from `position`. */
export function play(game: GameName, moves: string | readonly string[], options?: GameOptions): Position;

/** A drawing of a position, or of a record in a text. */
export function diagram(source: Position | Text, options?: DiagramOptions & { record?: number }): string;
export function diagrams(text: Text, options?: DiagramOptions & { record?: number }): string[];

/** The records with their moves; with `record` the one of that number. */
export function read(text: Text, options?: { strict?: boolean; record?: number }): ReadRecord[];

/** The position that a record begins with, by its rules. */
export function start(text: Text, options?: { record?: number }): Position;

/** What a finding means. */
export function explain(code: string, reason?: string | null): Pick<ExplanationStruct, "from" | "to"> &
  Record<"severity" | "sentence" | "meaning" | "remedy" | "example", string>;

/** Any task of the library, with the options of the command. */
export function task(name: TaskName, source: Source, settings?: TaskSettings): TaskResult;

/** The same of a stream; what the task writes comes in pieces. All but "validate" keep the input in memory. */
export function taskStream(name: TaskName, source: Pieces, options?: Options): AsyncGenerator<Uint8Array, void, void>;

export function games(): GameName[];
export function variants(game: GameName): Variant[];
export function ruleOptions(game: GameName): NamedThing[];
export function taskOptions(task: TaskName): NamedThing[];
export function formats(): (NamedThing & { name: RecordFormat })[];
export function diagramFormats(): (NamedThing & { name: DiagramFormat })[];

/** The version of the library. */
export function version(): string;

/** Bytes of memory that are in use. */
export function memory(): number;

/** The same functions on a memory of their own of at most `memory` bytes. */
export function open(options?: { memory?: number }): Zet;

export interface Zet {
  Position: typeof Position;
  Game: typeof Game;
  validate: typeof validate;
  validateStream: typeof validateStream;
  convert: typeof convert;
  format: typeof format;
  fix: typeof fix;
  score: typeof score;
  moves: typeof moves;
  play: typeof play;
  diagram: typeof diagram;
  diagrams: typeof diagrams;
  read: typeof read;
  start: typeof start;
  explain: typeof explain;
  task: typeof task;
  taskStream: typeof taskStream;
  games: typeof games;
  variants: typeof variants;
  ruleOptions: typeof ruleOptions;
  taskOptions: typeof taskOptions;
  formats: typeof formats;
  diagramFormats: typeof diagramFormats;
  version: typeof version;
  memory: typeof memory;
  open: typeof open;
}
