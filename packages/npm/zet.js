/**
 * The functions of the package on a compiled zet.wasm. node.js and web.js say where it comes from.
 */
import {
  LAYOUTS, WORDS, ZET_CELLS_MAX, ZET_CATALOGUE_DIAGRAM_FORMATS, ZET_CATALOGUE_FORMATS, ZET_FORMAT_CONVERTED, ZET_CATALOGUE_GAMES, ZET_NO_CELL, ZET_OK, ZET_PERFT_DEPTH_MAX, ZET_REFUSED,
  ZET_CATALOGUE_RULE_OPTIONS, ZET_CATALOGUE_TASK_OPTIONS, ZET_CATALOGUE_TASKS, ZET_CATALOGUE_VARIANTS, ZET_RESULT_WIN_1,
} from "./zet_h.js";
import { bytesOf, decoded, Engine, joined, OutOfMemoryError, ZetError } from "./raw.js";

export { OutOfMemoryError, ZetError } from "./raw.js";

const MEMORY_MOST = 2 ** 32 - 65536;
const STREAM_PIECE = 1 << 18;
const LIVE_MOST = 256, GAMES_MOST = 32;

/** A move that cannot be played. `reason` is the code of the rule, or null. */
export class IllegalMoveError extends ZetError {
  constructor(message, move, reason) {
    super(message);
    this.move = move;
    this.reason = reason;
  }
}

/** A change that would bring a fault into a record. `code` is that of the finding. */
export class RefusedError extends ZetError {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** A number that the library takes; WebAssembly would cut a larger one without a word. */
function wholeNumber(what, value, most) {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new ZetError(`${what} is a whole number from 0 to ${most}, not ${value}`);
  return value;
}

/** What must be a text, such as a move. */
function aText(what, value) {
  if (typeof value === "string" || value instanceof String || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new ZetError(`${what} is a text, not ${value === null ? "null" : typeof value}`);
}

/** The options, all of which must be known. */
function only(known, options = {}) {
  for (const name of Object.keys(options ?? {}))
    if (!known.includes(name)) throw new ZetError(`there is no option ${name}; the options are ${known.join(", ")}`);
  return options ?? {};
}

const isOption = (value) => value !== undefined && value !== null;
const dashed = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`).replace(/_/g, "-");

/** [option, value] of an object of options; a list gives several. */
function pairsOf(options) {
  const pairs = [];
  for (const [name, value] of Object.entries(options ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (isOption(one)) pairs.push([dashed(name), String(one)]);
  return pairs;
}

/** Cuts a stream of bytes before lines that begin with `---`, into pieces of whole records. */
class Cutter {
  constructor() {
    this.kept = [];
    this.length = 0;
  }

  /** A piece, or null if none exists yet. */
  add(bytes) {
    this.kept.push(bytes);
    this.length += bytes.length;
    if (this.length < STREAM_PIECE) return null;
    const all = joined(this.kept);
    let cut = -1;
    for (let at = all.length - 1; at > 0 && cut < 0; at--) {
      at = all.lastIndexOf(45, at);
      if (at >= 2 && all[at - 1] === 45 && all[at - 2] === 45 && (at === 2 || all[at - 3] === 10) && all[at + 1] === 10)
        cut = at - 2;
    }
    this.kept = [cut > 0 ? all.subarray(cut) : all];
    this.length = this.kept[0].length;
    return cut > 0 ? all.subarray(0, cut) : null;
  }

  rest() {
    return joined(this.kept.length ? this.kept : [new Uint8Array()]);
  }
}

/** Ends of lines: LF, CR, or both. */
function linesIn(bytes) {
  let count = 0;
  for (let i = 0; i < bytes.length; i++)
    count += bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10);
  return count;
}

const WORD_FORMS = 4;

/** The page's program has no words of other languages: [English, form, ...], in the order of bytes. They stay in use. */
function teach(e, tag, entries) {
  if (!e.exports.words) return;
  const texts = entries.map((texts) => Array.from({ length: WORD_FORMS + 1 }, (_, i) => `${texts[i] ?? ""}\0`).join("")).join("");
  const name = e.keep(tag, 1), kept = e.keep(texts);
  e.exports.words(name.at, kept.at, entries.length);
  e.free(name);
}

const TASK_SETTINGS = ["options", "attach", "name", "onProgress"], VERBOSE = ["verbose"], BOARD_OPTIONS = ["variant", "rules", "position"];

/** What is in the memory of the library: as many as `most`. One more takes the place of one that was not used since the last time
    that a place was needed; that one makes itself again when it is used. */
class Live {
  #all = new Set(); // { leave, used }
  #most;

  constructor(most) {
    this.#most = most;
  }

  add(place) {
    this.#all.add(place);
    for (const old of this.#all) {
      if (this.#all.size <= this.#most) return;
      this.#all.delete(old);
      if (old.used || old === place) this.#all.add(old);
      else old.leave();
      old.used = false;
    }
  }

  remove(place) {
    this.#all.delete(place);
  }

  empty() {
    for (const place of this.#all) place.leave();
    this.#all.clear();
  }
}

/** The functions, on a memory of their own of at most `memory` bytes. */
export function make(module, { memory: memoryMost = MEMORY_MOST } = {}) {
  let engine;
  const languages = new Map();

  function current() {
    if (engine && !engine.dead) return engine;
    engine = new Engine(module, memoryMost);
    engine.positions = new Live(LIVE_MOST);
    engine.games = new Live(GAMES_MOST);
    for (const [tag, entries] of languages) teach(engine, tag, entries);
    return engine;
  }

  function learn(tag, entries) {
    if (languages.has(tag)) return;
    teach(current(), tag, entries);
    languages.set(tag, entries);
  }

  const resultOf = (e, game, result) => (result === "open" ? "*" : result === "draw" ? "draw" : e.lib.zet_side_name(game, WORDS.result.indexOf(result) === ZET_RESULT_WIN_1 ? 1 : 0));
  const outcomeOf = (e, game, { result, reason }) => ({ result: resultOf(e, game, result), reason });

  /** Runs a task over `read` functions, which are asked for pieces until they return an empty one. */
  class Task {
    constructor(name, { options = {}, attach = {}, onProgress } = {}) {
      const e = (this.engine = current()), lib = e.lib;
      this.kept = [];
      this.changed = false;
      this.sinks = [[], []];
      this.files = [];
      this.outputs = this.sinks.map((sink) => e.output((bytes) => sink.push(bytes)));
      this.id = e.handle({
        read_function: (to, size) => {
          const piece = this.read(size);
          e.bytes(to, size).set(piece);
          return piece.length;
        },
        clock_function: () => performance.now() * 1e6,
        progress_function: (counts) => onProgress?.(Number(e.object("counts", counts).records)) !== false,
        folder_begin_function: (file) => this.files.push([file, []]) > 0,
        folder_write_function: (at, size) => this.files.at(-1)[1].push(e.bytes(at, size).slice()) > 0,
        folder_end_function: () => true,
      });
      try {
        const folder = e.structure("folder", { begin: true, write: true, end: true, context: this.id });
        const [out, messages] = this.outputs.map((output) => output.handle);
        const io = e.structure("task_io", { out, messages, folder: folder.at, clock: true, progress: true, context: this.id });
        this.kept.push(folder, io);
        this.handle = lib.zet_task_new(name, io.at);
        for (const [option, value] of pairsOf(options)) lib.zet_task_set(this.handle, option, value);
        for (const [what, text] of Object.entries(attach)) {
          const [named, given] = [e.keep(what, 1), e.keep(text)];
          this.kept.push(named, given);
          lib.zet_task_attach(this.handle, what, what, given);
        }
        lib.zet_task_check(this.handle);
      } catch (error) {
        this.free();
        throw error;
      }
    }

    flush() {
      for (const { handle } of this.outputs) this.engine.lib.zet_output_flush(handle);
    }

    run(stream, read) {
      const before = this.counts().changed;
      this.read = read;
      this.engine.lib.zet_task_run(this.handle, stream, true, this.id);
      this.changed = this.counts().changed > before;
      this.flush();
    }

    counts() {
      const counts = this.engine.object("counts", this.engine.lib.zet_task_counts(this.handle));
      return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)]));
    }

    finish() {
      this.engine.lib.zet_task_finish(this.handle);
      this.flush();
    }

    /** What was written since the last time. */
    take(sink) {
      return joined(this.sinks[sink].length ? this.sinks[sink].splice(0) : [new Uint8Array()]);
    }

    result() {
      const bytes = this.take(0);
      return {
        bytes,
        text: decoded(bytes),
        messages: decoded(this.take(1)),
        changed: this.changed,
        counts: this.counts(),
        files: new Map(this.files.map(([name, chunks]) => [name, joined(chunks.length ? chunks : [new Uint8Array()])])),
      };
    }

    free() {
      const e = this.engine;
      if (this.handle && !e.dead) e.lib.zet_task_free(this.handle);
      this.handle = 0;
      for (const output of this.outputs.splice(0)) output.free();
      e.handlers.delete(this.id);
      e.free(...this.kept.splice(0));
    }
  }

  const streamsOf = (source) => {
    if (typeof source === "string" || source instanceof Uint8Array || source instanceof ArrayBuffer) return [["-", source]];
    if (source instanceof Map) return [...source];
    if (source && typeof source === "object") return Object.entries(source);
    throw new ZetError("the input is a text, or texts by name");
  };

  function runTask(name, source, settings = {}) {
    const task = new Task(name, only(TASK_SETTINGS, settings));
    try {
      const streams = streamsOf(source).map(([stream, text]) => [settings.name && stream === "-" ? settings.name : stream, bytesOf(text)]);
      for (const [stream, bytes] of streams) task.run(stream, readerOf([bytes]));
      task.finish();
      return task.result();
    } finally {
      task.free();
    }
  }

  const reportsOf = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

  function validate(text, { name, ...options } = {}) {
    return reportsOf(runTask("validate", text, { name, options: { format: "json", ...options } }).text);
  }

  function convert(text, { name, ...options } = {}) {
    const result = runTask("convert", text, { name, options });
    if (options.noLoss && result.counts.invalid) throw new ZetError(result.messages.trim());
    return result;
  }

  const format = (text, { name, ...options } = {}) => runTask("format", text, { name, options });
  const fix = (text, { name, ...options } = {}) => runTask("fix", text, { name, options });

  function score(text, { name, onProgress, ...options } = {}) {
    return reportsOf(runTask("score", text, { name, onProgress, options: { ...options, format: "json" } }).text);
  }

  const isEmpty = (reports) => reports.length === 1 && reports[0].findings.some((f) => f.part === "stream" && f.message === "there is no record here");

  /** The reports of a piece of a stream, with the places that they have in the whole stream. */
  function moved(reports, records, lines) {
    for (const report of reports) {
      report.record += records;
      report.line += lines;
      for (const finding of report.findings) finding.line += lines;
    }
    return reports;
  }

  /** Cuts the stream between records, so that no more than a piece is held in memory. */
  async function* validateStream(source, { name = "-", ...options } = {}) {
    if (name !== "-") throw new ZetError("name: a stream has none; its reports name it -");
    if (options.from || options.statistics || "max-findings" in options) {
      for await (const piece of taskStream("validate", source, { ...options, format: "json" }))
        yield* reportsOf(decoded(piece));
      return;
    }
    const cutter = new Cutter();
    let records = 0, lines = 0;
    const judge = (bytes) => {
      const reports = validate(bytes, options);
      if (isEmpty(reports)) return [];
      moved(reports, records, lines);
      records += reports.length;
      lines += linesIn(bytes);
      return reports;
    };
    for await (const bytes of source) {
      const piece = cutter.add(bytesOf(bytes));
      if (piece) yield* judge(piece);
    }
    const last = judge(cutter.rest());
    yield* records ? last : validate("", options);
  }

  async function* taskStream(name, source, options = {}) {
    const chunks = [];
    for await (const bytes of source) chunks.push(bytesOf(bytes));
    const task = new Task(name, { options });
    try {
      task.run("-", readerOf(chunks));
      yield task.take(0);
      task.finish();
      yield task.take(0);
    } finally {
      task.free();
    }
  }

  const cellOf = (e, cell) => (cell === ZET_NO_CELL ? null : e.lib.zet_cell_name(cell, e.cell));

  /** A move as data; of the library it is valid until the next call. */
  function moveOf(e, game, { side, from, to, path, pathCount, falls, fallCount, direction, ...found }) {
    const named = (at, count) => Array.from({ length: count }, (_, i) => e.view.getUint16(at + 2 * i, true)).map((cell) => cellOf(e, cell));
    return { ...found, side: e.lib.zet_side_name(game, side), from: cellOf(e, from), to: cellOf(e, to), path: named(path, pathCount),
      falls: named(falls, fallCount), direction: direction || null };
  }

  /** Moves as text, or as data, up to the first that `next` does not give. */
  function listedFrom(e, game, next, verbose) {
    const found = [];
    for (let move; (move = next(found.length)); ) found.push(verbose ? moveOf(e, game, move) : move.text);
    return found;
  }

  function listed(e, game, moves, { verbose = false }) {
    try {
      if (verbose) return listedFrom(e, game, (i) => e.lib.zet_moves_at(moves, i), true);
      const texts = new Array(e.lib.zet_moves_count(moves)), { zet_moves_text: textAt } = e.exports;
      for (let i = 0; i < texts.length; i++) texts[i] = e.string(textAt(moves, i) >>> 0);
      return texts;
    } finally {
      e.lib.zet_moves_free(moves);
    }
  }

  const contentOf = (e, game, { cell, piece, side, count, height }) =>
    (piece === "nothing" ? null : { cell: cellOf(e, cell), piece, side: e.lib.zet_side_name(game, side), count, height });

  function contentAt(e, game, at, name) {
    const cell = e.lib.zet_rules_cell(e.lib.zet_position_rules(at), String(name));
    if (cell === ZET_NO_CELL) throw new ZetError(`the board has no cell ${name}`);
    return contentOf(e, game, e.lib.zet_position_at(at, cell));
  }

  /** What is on the cells that are not empty. */
  function contentsOf(e, game, at) {
    const [size] = LAYOUTS.content, room = e.keep(ZET_CELLS_MAX * size);
    try {
      const count = e.entered("zet_position_contents", [at, room.at, ZET_CELLS_MAX]);
      const found = Array.from({ length: count }, (_, i) => contentOf(e, game, e.object("content", room.at + i * size)));
      return Object.fromEntries(found.map((content) => [content.cell, content]));
    } finally {
      e.free(room);
    }
  }

  /** The diagrams that `draw` gives for the options. */
  function drawn(e, options, draw) {
    const set = e.lib.zet_diagram_options_new(), { format } = options ?? {};
    try {
      if (e.lib.zet_diagram_format_is?.(String(format ?? "svg"), ZET_FORMAT_CONVERTED)) throw new ZetError(`${format} is made of svg by another program; ask for svg`);
      for (const [name, value] of pairsOf({ format: "svg", ...options })) e.lib.zet_diagram_options_set(set, name, value);
      return draw(set, (diagram) => e.text((out) => e.lib.zet_diagram_write(diagram, out)));
    } finally {
      e.lib.zet_diagram_options_free(set);
    }
  }

  function drawnRecord(e, record, options) {
    return drawn(e, options, (set, write) => {
      e.lib.zet_diagram_options_check(set, true);
      const diagrams = e.lib.zet_diagrams_new(record, set), texts = [];
      try {
        while (e.lib.zet_diagrams_next(diagrams, texts.length, e.cell) === ZET_OK) texts.push(write(e.view.getUint32(e.cell, true)));
        return texts;
      } finally {
        e.lib.zet_diagrams_free(diagrams);
      }
    });
  }

  /** What `use` makes of each record of a text. */
  function eachRecord(text, strict, use) {
    const e = current(), { lib } = e, kept = e.keep(text), made = [];
    let reader = 0;
    try {
      reader = lib.zet_reader_new();
      lib.zet_reader_set(reader, "moves", "true");
      lib.zet_reader_set(reader, "strict", strict ? "true" : "false");
      lib.zet_reader_open_text(reader, "-", kept);
      while (lib.zet_reader_next(reader, e.cell) === ZET_OK) {
        const value = use(e, e.view.getUint32(e.cell, true));
        if (value !== undefined) made.push(value);
      }
      return made;
    } finally {
      if (!e.dead) lib.zet_reader_free(reader);
      e.free(kept);
    }
  }

  /** What `use` makes of the record of that number. */
  function theRecord(text, number, use) {
    wholeNumber("record", number, 2 ** 32 - 1);
    const [made] = eachRecord(bytesOf(text), false, (e, record) => (e.lib.zet_record_number(record) === number ? [use(e, record)] : undefined));
    if (!made) throw new ZetError("no record has this number");
    return made[0];
  }

  function start(text, options = {}) {
    const { record: number = 1 } = only(["record"], options);
    return theRecord(text, number, (e, record) => {
      const { lib } = e, rules = lib.zet_record_rules_new(record);
      try {
        const options = lib.zet_rules_text(rules).split(" ").filter((word) => word.includes("=")).map((word) => word.split("="));
        return new Position(lib.zet_rules_game(rules), {
          variant: lib.zet_rules_variant(rules), rules: Object.fromEntries(options), position: lib.zet_record_value(record, "position") || null,
        });
      } finally {
        lib.zet_rules_free(rules);
      }
    });
  }

  function rulesOf(e, { game, variant, rules }) {
    const lines = Object.entries(rules ?? {}).map(([key, value]) => e.keep(`${key}=${value}`, 1)), array = e.keep(4 * (lines.length + 1));
    lines.forEach(({ at }, i) => e.view.setUint32(array.at + 4 * i, at, true));
    try {
      return e.lib.zet_rules_new(game, variant, array.at);
    } finally {
      e.free(...lines, array);
    }
  }

  /** A position is its start and its moves. The library has those that were used last in memory; another one is played again when
      it is used, so that positions which are forgotten hold no memory of the library. */
  class Position {
    #begun; // { game, variant, rules, position }
    #last = null; // { move or null where the playout begins, before }
    #engine;
    #place = null; // { at, rules, used, leave } in the library's memory
    #freed = false;

    constructor(game, options = {}) {
      const { variant, rules, position } = only(BOARD_OPTIONS, options);
      if (game instanceof Position) {
        this.#begun = game.#begun;
        this.#last = game.#last;
        const place = game.#at();
        this.#own(game.#engine, place.rules, () => game.#engine.lib.zet_position_copy_new(place.at));
      } else {
        for (const [key, value] of Object.entries(rules ?? {}))
          if (/[\n\0=]/.test(key) || /[\n\0]/.test(String(value))) throw new ZetError(`${key}: an option has no line end and no null character`);
        this.#begun = { game: String(game), variant, rules, position };
        this.#at();
      }
      this.game = this.#begun.game;
    }

    /** Keeps a new place in memory. Copies share their rules. */
    #own(e, rules, make) {
      let at = 0;
      try {
        at = make();
      } finally {
        if (!at && !rules.users && !e.dead) e.lib.zet_rules_free(rules.handle);
      }
      rules.users++;
      this.#engine = e;
      this.#place = { at, rules, used: false, leave: () => this.#leave() };
      e.positions.add(this.#place);
    }

    #leave() {
      const e = this.#engine, place = this.#place;
      this.#place = null;
      if (!place || e.dead) return;
      e.lib.zet_position_free(place.at);
      if (!--place.rules.users) e.lib.zet_rules_free(place.rules.handle);
    }

    /** Its place in memory. */
    #at() {
      const place = this.#place;
      if (place && !this.#engine.dead) {
        place.used = true;
        return place;
      }
      if (this.#freed) throw new ZetError("this position has been freed");
      const e = current(), rules = { handle: rulesOf(e, this.#begun), users: 0 };
      this.#own(e, rules, () => e.lib.zet_position_new(rules.handle, this.#begun.position));
      const moves = [], made = this.#place;
      for (let node = this.#last; node; node = node.before) moves.push(node.move);
      for (const move of moves.reverse())
        if (move === null) e.lib.zet_position_begin_playout(made.at);
        else e.lib.zet_position_play(made.at, move, e.cell);
      return made;
    }

    /** What a function of the library says of it. */
    #ask(name, ...args) {
      const { at } = this.#at();
      return this.#engine.lib[name](at, ...args);
    }

    get text() { return this.#ask("zet_position_text"); }
    get turn() { return this.#engine.lib.zet_side_name(this.game, this.#ask("zet_position_turn")); }
    get ply() { return this.#ask("zet_position_ply"); }
    get lastMove() { return this.#ask("zet_position_last_move") || null; }
    get outcome() { return outcomeOf(this.#engine, this.game, this.#ask("zet_position_outcome")); }

    play(...moves) {
      for (const move of moves.flat()) {
        const { at } = this.#at(), e = this.#engine;
        try {
          e.lib.zet_position_play(at, aText("a move", move), e.cell);
        } catch (error) {
          if (error.status !== ZET_REFUSED) throw error;
          throw new IllegalMoveError(error.message, String(move), e.string(e.view.getUint32(e.cell, true)));
        }
        this.#last = { move: String(move), before: this.#last };
      }
      return this;
    }

    undo() {
      if (!this.#ask("zet_position_undo")) return false;
      while (this.#last.move === null) this.#last = this.#last.before;
      this.#last = this.#last.before;
      return true;
    }

    beginPlayout() {
      this.#ask("zet_position_begin_playout");
      this.#last = { move: null, before: this.#last };
      return this;
    }

    /** What makes it again; without undefined parts. */
    toJSON() {
      const { game, ...begun } = this.#begun, moves = [];
      for (let node = this.#last; node; node = node.before) moves.push(node.move);
      const options = Object.fromEntries(Object.entries(begun).filter(([, value]) => isOption(value)));
      return { game, options, moves: moves.reverse(), text: this.text, turn: this.turn };
    }

    static fromJSON({ game, options, moves }) {
      const position = new Position(game, options);
      for (const move of moves)
        if (move === null) position.beginPlayout();
        else position.play(move);
      return position;
    }

    get key() { return this.#ask("zet_position_key"); }
    get board() { return this.#engine.lib.zet_rules_board(this.#ask("zet_position_rules")); }

    moves(options) {
      const how = only(VERBOSE, options), moves = this.#ask("zet_moves_new", true);
      return listed(this.#engine, this.game, moves, how);
    }

    suggest(move, most = 3, options = {}) {
      only(VERBOSE, options);
      const moves = this.#ask("zet_moves_similar_new", aText("a move", move), wholeNumber("most", most, 2 ** 32 - 1));
      return listed(this.#engine, this.game, moves, options);
    }

    history(options) {
      const { at } = this.#at(), { verbose = false } = only(VERBOSE, options);
      return listedFrom(this.#engine, this.game, (i) => this.#engine.lib.zet_position_move_at(at, i), verbose);
    }

    at(cell) {
      const { at } = this.#at();
      return contentAt(this.#engine, this.game, at, cell);
    }

    cells() {
      const { at } = this.#at();
      return contentsOf(this.#engine, this.game, at);
    }

    equals(other) {
      return this.key === other.key && this.text === other.text;
    }

    /** Calls `use` with the number of a function that asks whether to go on. */
    #asking(onProgress, use) {
      const { at } = this.#at(), e = this.#engine, id = e.handle({ stop_function: () => onProgress() === false });
      try {
        return use(e, at, id);
      } finally {
        e.handlers.delete(id);
      }
    }

    perft(depth, { onProgress } = {}) {
      wholeNumber("depth", depth, ZET_PERFT_DEPTH_MAX);
      return this.#asking(onProgress, (e, at, id) => {
        e.lib.zet_position_perft(at, depth, 1, Boolean(onProgress), id, e.cell);
        const count = e.view.getBigUint64(e.cell, true);
        return count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count;
      });
    }

    diagram(options = {}) {
      const { at } = this.#at(), e = this.#engine;
      return drawn(e, options, (set, write) => {
        e.lib.zet_diagram_options_check(set, false);
        const diagram = e.lib.zet_diagram_new(at, set);
        try {
          return write(diagram);
        } finally {
          e.lib.zet_diagram_free(diagram);
        }
      });
    }

    solve(loser, { nodes = 1_000_000, memory = 0, onProgress } = {}) {
      const side = ["black", "white"].indexOf(loser);
      if (side < 0) throw new ZetError(`${loser}: a side of Hogga is black or white`);
      wholeNumber("nodes", nodes, Number.MAX_SAFE_INTEGER);
      wholeNumber("memory", memory, 2 ** 32 - 1);
      return this.#asking(onProgress, (e, at, context) => {
        const limits = e.structure("solve_limits", { nodes, memory, stop: onProgress, context }), found = e.structure("solution");
        try {
          const line = e.text((out) => e.lib.zet_playout_solve(at, side, limits.at, found.at, out));
          const { low, high, exact, never, nodes: looked } = e.object("solution", found.at), none = high === 2 ** 32 - 1;
          return { low, high: none ? null : high, exact, never, nodes: Number(looked), line: none ? null : line.split("\n").filter(Boolean) };
        } finally {
          e.free(limits, found);
        }
      });
    }

    copy() {
      return new Position(this);
    }

    free() {
      if (this.#place) this.#engine.positions.remove(this.#place);
      this.#leave();
      this.#freed = true;
    }

    toString() {
      const { at } = this.#at();
      return this.#engine.text((out) => this.#engine.lib.zet_position_board(at, 0, out));
    }
  }
  if (Symbol.dispose) Position.prototype[Symbol.dispose] = Position.prototype.free;

  function moves(game, { verbose, ...options } = {}) {
    const position = new Position(game, options);
    try {
      return position.moves({ ...(verbose !== undefined && { verbose }) });
    } finally {
      position.free();
    }
  }

  function play(game, list, options) {
    const position = new Position(game, options);
    try {
      return position.play(typeof list === "string" ? list.split(/\s+/).filter(Boolean) : list);
    } catch (error) {
      position.free();
      throw error;
    }
  }

  const diagrams = (text, { record = 1, ...options } = {}) => theRecord(text, record, (e, found) => drawnRecord(e, found, options));

  function diagram(source, options) {
    if (source instanceof Position) return source.diagram(options);
    const all = diagrams(source, options);
    if (all.length === 1) return all[0];
    throw new ZetError("there is more than one diagram; diagrams() returns all");
  }

  /** Of the page's program alone: the reports of `validate` as lines, with repairs. */
  function judge(bytes) {
    const e = current(), kept = e.keep(bytes);
    try {
      return e.text((out) => e.exports.judge(kept.at, kept.length, out));
    } finally {
      e.free(kept);
    }
  }

  /** The moves of a record that were played. */
  function played(e, record, game, offset) {
    const { lib } = e, found = [], sides = [lib.zet_side_name(game, 0), lib.zet_side_name(game, 1)];
    let walk = 0;
    try {
      walk = lib.zet_walk_new(record);
    } catch (error) {
      if (error.status !== ZET_REFUSED) throw error;
      return found;
    }
    try {
      for (let ply; (ply = lib.zet_walk_next(walk)); )
        found.push({ ...ply, side: sides[ply.side], position: lib.zet_walk_position(walk),
          outcome: outcomeOf(e, game, ply.outcome), offset: offset(Number(ply.offset)) });
      return found;
    } finally {
      lib.zet_walk_free(walk);
    }
  }

  function readRecord(e, record, offset) {
    const report = JSON.parse(e.text((out) => e.lib.zet_record_report_json(record, out)));
    const findings = report.findings.map((finding, i) => {
      const { offset: from, endOffset, endLine, endColumn } = e.lib.zet_record_finding_at(record, i);
      return { ...finding, offset: offset(Number(from)), endOffset: offset(Number(endOffset)), endLine, endColumn };
    });
    return { ...report, record: e.lib.zet_record_number(record), line: e.lib.zet_record_line(record), findings,
      moves: report.game ? played(e, record, report.game, offset) : [] };
  }

  /** Records with the moves that were played and the places of findings. */
  function read(text, options = {}) {
    const { record: number = 0, strict = false } = only(["record", "strict"], options);
    const bytes = bytesOf(text), offset = offsetsIn(text, bytes);
    wholeNumber("record", number, 2 ** 32 - 1);
    return eachRecord(bytes, strict, (e, record) => (number && e.lib.zet_record_number(record) !== number ? undefined : readRecord(e, record, offset)));
  }

  /** A game is its text. The library has those that were used last in memory, as of positions. */
  class Game {
    #engine;
    #place = null; // { handle, used, leave }
    #text; // of a game that is not in memory
    #freed = false;

    constructor(game, options = {}) {
      const { variant, rules, position } = only(BOARD_OPTIONS, options), e = current();
      if (game instanceof Text) return this.#own(e, () => e.lib.zet_game_read_new(game.text));
      const by = rulesOf(e, { game: String(game), variant, rules });
      try {
        this.#own(e, () => e.lib.zet_game_new(by, position));
      } finally {
        if (!e.dead) e.lib.zet_rules_free(by);
      }
    }

    static read(text) {
      return new Game(new Text(text));
    }

    /** Where memory is short the others leave it. */
    #own(e, make) {
      let handle;
      try {
        handle = make();
      } catch (error) {
        if (!(error instanceof OutOfMemoryError) || e.dead) throw error;
        e.games.empty();
        handle = make();
      }
      this.#engine = e;
      this.#place = { handle, used: false, leave: () => this.#leave() };
      e.games.add(this.#place);
      return this;
    }

    #leave() {
      const e = this.#engine, { handle } = this.#place;
      this.#text = e.written((out) => e.lib.zet_game_write_edited(handle, out));
      this.#place = null;
      e.lib.zet_game_free(handle);
    }

    get #handle() {
      if (this.#freed) throw new ZetError("this game has been freed");
      if (!this.#place) this.#own(this.#engine, () => this.#engine.lib.zet_game_read_new(this.#text));
      this.#place.used = true;
      return this.#place.handle;
    }

    get #position() { return this.#engine.lib.zet_game_position(this.#handle); }
    get game() { return this.#engine.lib.zet_rules_game(this.#engine.lib.zet_position_rules(this.#position)); }
    get ply() { return this.#engine.lib.zet_position_ply(this.#position); }
    get turn() { return this.#engine.lib.zet_side_name(this.game, this.#engine.lib.zet_position_turn(this.#position)); }
    get outcome() { return outcomeOf(this.#engine, this.game, this.#engine.lib.zet_position_outcome(this.#position)); }

    #do(name, ...args) {
      const e = this.#engine;
      try {
        e.lib[name](this.#handle, ...args);
      } catch (error) {
        const place = error.status === ZET_REFUSED && e.lib.zet_game_refusal(this.#handle);
        if (!place) throw error;
        const { code, reason } = e.object("finding", place);
        throw reason ? new IllegalMoveError(error.message, String(args[0]), reason) : new RefusedError(error.message, code);
      }
      return this;
    }

    play(...moves) {
      for (const move of moves.flat()) this.#do("zet_game_play", aText("a move", move));
      return this;
    }

    beginPlayout() { return this.#do("zet_game_begin_playout"); }
    undo() { return this.#do("zet_game_undo"); }
    comment(text) { return this.#do("zet_game_comment", aText("a comment", text)); }
    annotate(text) { return this.#do("zet_game_annotate", aText("an annotation", text)); }
    set(key, value) { return this.#do("zet_game_set", aText("a key", key), aText(`the value of ${key}`, value)); }
    remove(key) { return this.#do("zet_game_remove", aText("a key", key)); }

    end(result, termination) {
      const number = ["win-0", "win-1", "draw"].find((word) => resultOf(this.#engine, this.game, word) === result);
      if (!number) throw new ZetError(`${result}: a result is the side that won, or draw`);
      return this.#do("zet_game_end", WORDS.result.indexOf(number), aText("a termination", termination));
    }

    /** The text of a key, or null. */
    get(key) {
      const e = this.#engine, record = e.lib.zet_game_record(this.#handle), [first, side] = aText("a key", key).split(".");
      const value = first === "players" && side ? e.lib.zet_record_player(record, side === e.lib.zet_side_name(this.game, 1) ? 1 : 0) : e.lib.zet_record_value(record, key);
      return value || null;
    }

    get text() {
      const e = this.#engine, copy = e.lib.zet_position_copy_new(this.#position);
      try {
        return e.lib.zet_position_text(copy);
      } finally {
        e.lib.zet_position_free(copy);
      }
    }

    get key() { return this.#engine.lib.zet_position_key(this.#position); }
    get board() { return this.#engine.lib.zet_rules_board(this.#engine.lib.zet_position_rules(this.#position)); }
    moves(options) {
      const how = only(VERBOSE, options);
      return listed(this.#engine, this.game, this.#engine.lib.zet_moves_new(this.#position, true), how);
    }
    history(options) {
      const { verbose = false } = only(VERBOSE, options);
      return listedFrom(this.#engine, this.game, (i) => this.#engine.lib.zet_position_move_at(this.#position, i), verbose);
    }
    at(cell) { return contentAt(this.#engine, this.game, this.#position, cell); }
    cells() { return contentsOf(this.#engine, this.game, this.#position); }
    record() { return readRecord(this.#engine, this.#engine.lib.zet_game_record(this.#handle), (offset) => offset); }
    diagrams(options) { return drawnRecord(this.#engine, this.#engine.lib.zet_game_record(this.#handle), options); }
    edited() { return this.#engine.text((out) => this.#engine.lib.zet_game_write_edited(this.#handle, out)); }
    toString() { return this.#engine.text((out) => this.#engine.lib.zet_game_write(this.#handle, out)); }

    free() {
      const e = this.#engine, place = this.#place;
      this.#freed = true;
      this.#place = null;
      if (!place) return;
      e.games.remove(place);
      if (!e.dead) e.lib.zet_game_free(place.handle);
    }
  }
  if (Symbol.dispose) Game.prototype[Symbol.dispose] = Game.prototype.free;

  const catalogue = (which) => (of) => {
    const { lib } = current(), entries = [];
    for (let name; (name = lib.zet_catalogue_name(which, of, entries.length)) !== null; )
      entries.push({ name, about: lib.zet_catalogue_about(which, of, entries.length), argument: lib.zet_catalogue_argument(which, of, entries.length) });
    return entries;
  };

  function explain(code, reason) {
    const found = current().lib.zet_explain(code, reason);
    if (!found) throw new ZetError("there is no such code or reason");
    const { severityName, ...rest } = found;
    return { severity: severityName, ...rest };
  }

  const names = (which) => (of) => catalogue(which)(of).map(({ name }) => name);

  /** A name of a catalogue, such as that of a game. */
  function known(what, which, name) {
    const all = names(which)();
    if (!all.includes(name)) throw new ZetError(`there is no ${what} ${name}; the ${what}s are ${all.join(", ")}`);
    return name;
  }

  return {
    Position, Game, validate, validateStream, convert, format, fix, score, moves, play, diagram, diagrams, read, start, explain, learn, judge,
    task: runTask,
    taskStream,
    games: () => names(ZET_CATALOGUE_GAMES)(),
    variants: (game) => names(ZET_CATALOGUE_VARIANTS)(known("game", ZET_CATALOGUE_GAMES, game)),
    ruleOptions: (game) => catalogue(ZET_CATALOGUE_RULE_OPTIONS)(known("game", ZET_CATALOGUE_GAMES, game)),
    taskOptions: (task) => catalogue(ZET_CATALOGUE_TASK_OPTIONS)(known("task", ZET_CATALOGUE_TASKS, task)),
    formats: () => catalogue(ZET_CATALOGUE_FORMATS)(),
    diagramFormats: () => catalogue(ZET_CATALOGUE_DIAGRAM_FORMATS)().filter(({ name }) => !current().lib.zet_diagram_format_is(name, ZET_FORMAT_CONVERTED)),
    version: () => current().lib.zet_version(),
    open: (options) => make(module, only(["memory"], options)),
    memory: () => current().memory.buffer.byteLength,
  };
}

/** The text of a game that is read. */
class Text {
  constructor(text) {
    this.text = text;
  }
}

/** Pieces of the chunks as large as they are asked for. */
function readerOf(chunks) {
  let index = 0, at = 0;
  return (size) => {
    while (index < chunks.length && at >= chunks[index].length) {
      index++;
      at = 0;
    }
    if (index === chunks.length) return new Uint8Array();
    const piece = chunks[index].subarray(at, at + size);
    at += piece.length;
    return piece;
  };
}

/** From offsets in bytes to offsets in the string; of bytes they stay as they are. */
export function offsetsIn(text, bytes) {
  if (typeof text !== "string" || bytes.length === text.length) return (offset) => offset;
  const index = new Uint32Array(bytes.length + 1);
  for (let at = 0, unit = 0; at <= bytes.length; at++) {
    index[at] = unit;
    const byte = bytes[at];
    const next = bytes[at + 1];
    if ((next & 0xc0) !== 0x80) unit += byteUnits(bytes, at);
  }
  return (offset) => index[Math.min(offset, bytes.length)];
}

/** UTF-16 units of the character whose last byte this is. */
function byteUnits(bytes, last) {
  let first = last;
  while (first > 0 && (bytes[first] & 0xc0) === 0x80) first--;
  return bytes[first] >= 0xf0 ? 2 : 1;
}
