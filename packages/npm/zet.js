/**
 * The functions of the package on a compiled zet.wasm. node.js and web.js say where it comes from.
 */

const OK = 0, OUT_OF_MEMORY = 3, READ_FAILED = 4, WRITE_FAILED = 5, STOPPED = 6;
const GAMES = 0, VARIANTS = 1, RULE_OPTIONS = 2, FORMATS = 6, DIAGRAM_FORMATS = 7, TASK_OPTIONS = 11;
const COUNTS = ["records", "invalid", "errors", "warnings", "notes", "changed", "bytes", "refuted"];
const PAGE = 65536, MEMORY_FIRST = 64 * PAGE, MEMORY_MOST = 2 ** 32 - PAGE;
const STREAM_PIECE = 1 << 18;

/** What was asked for is not possible; the message says why, and what to do. */
export class ZetError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** Memory ran out. Nothing that was computed is lost but what this call was to return. */
export class OutOfMemoryError extends ZetError {}

/** A move that cannot be played. `reason` is the code of the rule, or null. */
export class IllegalMoveError extends ZetError {
  constructor(message, move, reason) {
    super(message);
    this.move = move;
    this.reason = reason;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const bytesOf = (text) => {
  if (typeof text === "string") return encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  if (text instanceof ArrayBuffer) return new Uint8Array(text);
  throw new ZetError("a text is a string, a Uint8Array or an ArrayBuffer");
};

function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const all = new Uint8Array(chunks.reduce((sum, c) => sum + c.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** A number that the library takes; WebAssembly would cut a larger one without a word. */
function wholeNumber(what, value, most) {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new ZetError(`${what} is a whole number from 0 to ${most}, not ${value}`);
  return value;
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

function linesOf(pairs) {
  for (const [name, value] of pairs)
    if (/[\n\0]/.test(name + value) || name.includes("="))
      throw new ZetError(`${name}: an option has no line end and no null character`);
  return pairs.map(([name, value]) => `${name}=${value}\n`).join("");
}

/** One memory with the program in it. */
class Engine {
  constructor(module, memoryMost) {
    this.dead = false;
    this.memory = new WebAssembly.Memory({
      initial: MEMORY_FIRST / PAGE,
      maximum: Math.max(MEMORY_FIRST, memoryMost) / PAGE,
    });
    this.job = {};
    const wasi = new Proxy({}, { get: (_, name) => (...args) => this.wasi(name, args) });
    this.instance = new WebAssembly.Instance(module, {
      env: { memory: this.memory },
      wasi_snapshot_preview1: wasi,
      zet: this.imports(),
    });
    this.exports = this.instance.exports;
    this.exports._initialize?.();
  }

  /** The library asks the system for nothing but a seed of hash tables. */
  wasi(name, args) {
    if (name === "clock_time_get") {
      new DataView(this.memory.buffer).setBigUint64(args[2], BigInt(Date.now()) * 1000000n, true);
      return 0;
    }
    return 52; // not supported
  }

  imports() {
    // What a caller's function throws waits here until the library has returned.
    const guarded = (failure, call) => (...args) => {
      try {
        return call(...args);
      } catch (error) {
        this.job.thrown ??= error;
        return failure;
      }
    };
    const copy = (at, size) => this.bytes(at, size).slice();
    return {
      write: guarded(0, (sink, at, size) => {
        this.job.write(sink, copy(at, size));
        return 1;
      }),
      read: guarded(-1, (to, size) => {
        const piece = this.job.read(size);
        this.bytes(to, size).set(piece);
        return piece.length;
      }),
      next: guarded(0, () => {
        this.job.next();
        return 1;
      }),
      clock: () => performance.now(),
      goes_on: guarded(0, (records) => (this.job.progress?.(records) === false ? 0 : 1)),
      file_begin: guarded(0, (name) => {
        this.job.files.push([this.string(name), []]);
        return 1;
      }),
      file_write: guarded(0, (at, size) => {
        this.job.files.at(-1)[1].push(copy(at, size));
        return 1;
      }),
    };
  }

  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /** A terminated string; null of NULL. */
  string(at) {
    if (!at) return null;
    const all = new Uint8Array(this.memory.buffer);
    return decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }

  /** The error of the last call. */
  error(status = this.exports.fault_status()) {
    const thrown = this.job.thrown;
    if (thrown) return thrown;
    if (status === OUT_OF_MEMORY)
      return new OutOfMemoryError("out of memory; give it less at a time, or more with open({ memory: BYTES })");
    return new ZetError(this.string(this.exports.fault_message()));
  }

  /** Calls an exported function. A program that ends otherwise than by returning is not used again. */
  call(name, ...args) {
    if (this.dead) throw new ZetError("this object is gone since the program failed; make it anew");
    try {
      return this.exports[name](...args);
    } catch (error) {
      this.dead = true;
      throw new OutOfMemoryError(`the program failed in ${name} (${error.message}); what was open in it is gone`);
    }
  }

  check(status) {
    if (status !== OK) throw this.error(status);
  }

  /** Calls `use` with the places of texts in memory, each with a null byte behind it. */
  with(texts, use) {
    const places = [];
    try {
      for (const text of texts) {
        if (!isOption(text)) {
          places.push([0, 0]);
          continue;
        }
        const bytes = bytesOf(text);
        const at = this.call("room", bytes.length + 1);
        if (!at) throw this.error(OUT_OF_MEMORY);
        places.push([at, bytes.length]);
        const room = this.bytes(at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
      }
      return use(...places);
    } finally {
      if (!this.dead) for (const [at] of places) if (at) this.exports.discard(at);
    }
  }

  /** What `use` writes: texts, one or several. */
  written(use, job = {}) {
    const texts = [[]], before = this.job;
    this.job = { write: (_, bytes) => texts.at(-1).push(bytes), next: () => texts.push([]), ...job };
    try {
      use();
      return texts.map((chunks) => decoder.decode(joined(chunks)));
    } finally {
      this.job = before;
    }
  }
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

function teach(engine, tag, entries) {
  if (!engine.exports.words) return;
  const texts = entries.map((texts) => Array.from({ length: WORD_FORMS + 1 }, (_, i) => `${texts[i] ?? ""}\0`).join("")).join("");
  const bytes = encoder.encode(texts), at = engine.call("room", bytes.length);
  if (!at) throw engine.error(OUT_OF_MEMORY);
  engine.bytes(at, bytes.length).set(bytes);
  engine.with([tag], ([name]) => engine.check(engine.call("words", name, at, entries.length)));
}

/** The functions, on a memory of their own of at most `memory` bytes. */
export function make(module, { memory: memoryMost = MEMORY_MOST } = {}) {
  let engine;
  const languages = new Map();

  function current() {
    if (engine && !engine.dead) return engine;
    engine = new Engine(module, memoryMost);
    for (const [tag, entries] of languages) teach(engine, tag, entries);
    return engine;
  }

  /** Gives a program that was built without them the words of a language: [English, form, ...], in the order of bytes. */
  function learn(tag, entries) {
    if (languages.has(tag)) return;
    teach(current(), tag, entries);
    languages.set(tag, entries);
  }

  const json = (use) => {
    const e = current();
    return JSON.parse(e.written(() => e.check(use(e)))[0]);
  };

  /** Runs a task over `read` functions, which are asked for pieces until they return an empty one. */
  class Task {
    constructor(name, { options = {}, attach = {}, onProgress } = {}) {
      this.engine = current();
      this.places = [];
      const sinks = [[], []];
      this.sinks = sinks;
      this.files = [];
      this.job = {
        write: (sink, bytes) => sinks[sink].push(bytes),
        files: this.files,
        progress: onProgress,
      };
      this.handle = this.engine.with([name], ([at]) => this.engine.call("task_new", at));
      if (!this.handle) throw this.engine.error();
      try {
        for (const [option, value] of pairsOf(options)) this.set(option, value);
        for (const [what, text] of Object.entries(attach)) this.attach(what, text);
        this.engine.check(this.engine.call("task_check", this.handle));
      } catch (error) {
        this.free();
        throw error;
      }
    }

    set(option, value) {
      this.engine.with([option, value], ([o], [v]) => this.engine.check(this.engine.call("task_set", this.handle, o, v)));
    }

    keep(text) {
      const bytes = bytesOf(text), at = this.engine.call("room", bytes.length + 1);
      if (!at) throw this.engine.error(OUT_OF_MEMORY);
      this.places.push(at);
      this.engine.bytes(at, bytes.length).set(bytes);
      this.engine.bytes(at, bytes.length + 1)[bytes.length] = 0;
      return [at, bytes.length];
    }

    attach(what, text) {
      const [name] = this.keep(what), [at, length] = this.keep(text);
      this.engine.with([what], ([w]) => this.engine.check(this.engine.call("task_attach", this.handle, w, name, at, length)));
    }

    guarded(use) {
      const before = this.engine.job;
      this.engine.job = this.job;
      try {
        this.engine.check(use());
      } finally {
        this.engine.job = before;
      }
    }

    run(stream, read) {
      this.job.read = read;
      this.guarded(() => this.engine.with([stream], ([name]) => this.engine.call("task_run", this.handle, name)));
    }

    finish() {
      this.guarded(() => this.engine.call("task_finish", this.handle));
    }

    /** What was written since the last time. */
    take(sink) {
      return joined(this.sinks[sink].length ? this.sinks[sink].splice(0) : [new Uint8Array()]);
    }

    result() {
      const bytes = this.take(0);
      const counts = Object.fromEntries(COUNTS.map((name, i) => [name, this.engine.call("task_count", this.handle, i)]));
      return {
        bytes,
        text: decoder.decode(bytes),
        messages: decoder.decode(this.take(1)),
        changed: Boolean(this.engine.call("task_changed", this.handle)),
        counts,
        files: new Map(this.files.map(([name, chunks]) => [name, joined(chunks.length ? chunks : [new Uint8Array()])])),
      };
    }

    free() {
      if (this.handle && !this.engine.dead) {
        this.engine.exports.task_free(this.handle);
        for (const at of this.places) this.engine.exports.discard(at);
      }
      this.handle = 0;
    }
  }

  const streamsOf = (source) => {
    if (typeof source === "string" || source instanceof Uint8Array || source instanceof ArrayBuffer) return [["-", source]];
    if (source instanceof Map) return [...source];
    if (source && typeof source === "object") return Object.entries(source);
    throw new ZetError("the input is a text, or texts by name");
  };

  function runTask(name, source, settings = {}) {
    const task = new Task(name, settings);
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
    return reportsOf(runTask("validate", text, { name, options: { ...options, format: "json" } }).text);
  }

  const convert = (text, { name, ...options } = {}) => runTask("convert", text, { name, options });
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
        yield* reportsOf(decoder.decode(piece));
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

  /** What a position is made of that is not told by its game. */
  class Begun {
    constructor(text, record) {
      this.text = text;
      this.record = record;
    }
  }

  const start = (text, { record = 1 } = {}) => new Position(new Begun(text, record));

  /** Frees positions that are forgotten without having been freed. */
  const registry = new FinalizationRegistry(({ engine: e, handle }) => {
    if (!e.dead) e.exports.position_free(handle);
  });

  class Position {
    #engine;
    #handle;
    #state;

    constructor(game, { variant, rules, position } = {}) {
      if (game instanceof Position) {
        this.game = game.game;
        this.#own(game.#engine, game.#call("position_copy"));
        return;
      }
      if (game instanceof Begun) {
        const e = current();
        this.#own(e, e.with([game.text], ([at, length]) => e.call("record_start", at, length, game.record)));
        this.game = this.#text("position_game");
        return;
      }
      this.game = String(game);
      const e = current();
      const lines = linesOf(Object.entries(rules ?? {}).map(([key, value]) => [key, String(value)]));
      const handle = e.with([this.game, variant, lines, position], ([g], [v], [o], [at, length]) =>
        e.call("position_new", g, v, o, at, length));
      this.#own(e, handle);
    }

    #own(e, handle) {
      if (!handle) throw e.error();
      this.#engine = e;
      this.#handle = handle;
      registry.register(this, { engine: e, handle }, this);
    }

    #call(name, ...args) {
      if (!this.#handle) throw new ZetError("this position has been freed");
      return this.#engine.call(name, this.#handle, ...args);
    }

    #text(name, ...args) {
      const e = this.#engine;
      return e.written(() => e.check(this.#call(name, ...args)))[0];
    }

    #now(index) {
      this.#state ??= JSON.parse(this.#text("position_state"));
      return this.#state[index];
    }

    #changed(status) {
      this.#state = undefined;
      this.#engine.check(status);
    }

    get text() { return this.#now(0); }
    get turn() { return this.#now(1); }
    get ply() { return this.#now(2); }
    get lastMove() { return this.#now(3) || null; }
    get outcome() { return { result: this.#now(4), reason: this.#now(5) }; }

    play(...moves) {
      const e = this.#engine;
      for (const move of moves.flat()) {
        const status = e.with([String(move)], ([at, length]) => this.#call("position_play", at, length));
        if (status !== OK && status !== OUT_OF_MEMORY)
          throw new IllegalMoveError(e.error(status).message, String(move), e.string(e.exports.fault_reason()));
        this.#changed(status);
      }
      return this;
    }

    undo() {
      const undone = Boolean(this.#call("position_undo"));
      this.#state = undefined;
      return undone;
    }

    beginPlayout() {
      this.#changed(this.#call("position_begin_playout"));
      return this;
    }

    moves() {
      const text = this.#text("position_moves");
      return text ? text.split("\n") : [];
    }

    suggest(move, most = 3) {
      const text = this.#engine.with([String(move)], ([at, length]) => this.#text("position_suggest", at, length, wholeNumber("most", most, 2 ** 32 - 1)));
      return text ? text.split("\n") : [];
    }

    perft(depth, { onProgress } = {}) {
      const e = this.#engine, most = wholeNumber("depth", depth, 1000);
      let count;
      e.written(() => {
        count = this.#call("position_perft", most, Boolean(onProgress));
        if (count < 0n) throw e.error();
      }, { progress: onProgress && (() => onProgress()) });
      return count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count;
    }

    diagram(options = {}) {
      const e = this.#engine, lines = linesOf(pairsOf({ format: "svg", ...options }));
      return e.with([lines], ([o]) => this.#text("position_diagram", o));
    }

    solve(loser, { nodes = 1_000_000, memory: most = 0, onProgress } = {}) {
      const e = this.#engine, side = ["black", "white"].indexOf(loser);
      if (side < 0) throw new ZetError(`${loser}: a side of Hogga is black or white`);
      wholeNumber("nodes", nodes, Number.MAX_SAFE_INTEGER);
      wholeNumber("memory", most, 2 ** 32 - 1);
      const [bounds, line] = e.written(() => e.check(this.#call("solve", side, nodes, most)),
        { progress: onProgress && (() => onProgress()) });
      const [low, high, exact, never, looked] = JSON.parse(bounds);
      return { low, high, exact, never, nodes: looked, line: high === null ? null : line.split("\n").filter(Boolean) };
    }

    copy() {
      return new Position(this);
    }

    free() {
      if (!this.#handle) return;
      registry.unregister(this);
      if (!this.#engine.dead) this.#engine.exports.position_free(this.#handle);
      this.#handle = 0;
    }

    toString() {
      return this.#text("position_board");
    }
  }
  if (Symbol.dispose) Position.prototype[Symbol.dispose] = Position.prototype.free;

  function moves(game, options) {
    const position = new Position(game, options);
    try {
      return position.moves();
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

  function diagrams(text, { record = 1, ...options } = {}) {
    const e = current(), lines = linesOf(pairsOf({ format: "svg", ...options }));
    wholeNumber("record", record, 2 ** 32 - 1);
    return e.with([text, lines], ([at, length], [o]) =>
      e.written(() => e.check(e.call("record_diagrams", at, length, record, o))));
  }

  function diagram(source, options) {
    if (source instanceof Position) return source.diagram(options);
    const all = diagrams(source, options);
    if (all.length === 1) return all[0];
    throw new ZetError("there is more than one diagram; diagrams() returns all");
  }

  /** Of the page's program alone: the reports of `validate` as lines, with repairs. */
  function judge(bytes) {
    const e = current();
    return e.with([bytes], ([at, length]) => e.written(() => e.check(e.call("judge", at, length)))[0]);
  }

  /** Records with the moves that were played and the offsets of findings. */
  function read(text, { record = 0, strict = false } = {}) {
    const bytes = bytesOf(text), offset = offsetsIn(text, bytes);
    wholeNumber("record", record, 2 ** 32 - 1);
    const all = json((e) => e.with([bytes], ([at, length]) => e.call("records", at, length, record, strict)));
    return all.map(([number, line, offsets, played, report]) => ({
      ...report,
      record: number,
      line,
      findings: report.findings.map((f, i) => ({ ...f, offset: offset(offsets[i]) })),
      moves: played.map(([at, ply, moveNumber, depth, playout, gift, written, move, glyphs, position, side, result, reason]) => ({
        ply, number: moveNumber, depth, playout: Boolean(playout), gift: Boolean(gift), side,
        written, move, glyphs, position, outcome: { result, reason }, offset: offset(at),
      })),
    }));
  }

  const catalogue = (which, of) => json((e) => e.with([of], ([at]) => e.call("catalogue", which, at)));
  const named = (which) => (of) =>
    catalogue(which, of).map(([name, about, argument]) => ({ name, about, argument }));

  function explain(code, reason) {
    const [severity, sentence, meaning, remedy, example, from, to] =
      json((e) => e.with([code, reason], ([c], [r]) => e.call("explain", c, r)));
    return { severity, sentence, meaning, remedy, example, from, to };
  }

  return {
    Position, validate, validateStream, convert, format, fix, score, moves, play, diagram, diagrams, read, start, explain, learn, judge,
    task: runTask,
    taskStream,
    games: () => catalogue(GAMES).map(([name]) => name),
    variants: (game) => catalogue(VARIANTS, game).map(([name]) => name),
    ruleOptions: named(RULE_OPTIONS),
    taskOptions: named(TASK_OPTIONS),
    formats: () => named(FORMATS)(),
    diagramFormats: () => named(DIAGRAM_FORMATS)().filter(({ name }) => name !== "pdf" && name !== "png"),
    version: () => current().string(current().call("version")),
    open: (options) => make(module, options),
    memory: () => current().memory.buffer.byteLength,
  };
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
