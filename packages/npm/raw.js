/**
 * A memory with the library in it, and its functions with values of JavaScript. zet_h.js, which is generated from zet.h, says what each
 * function takes and gives.
 *
 * Kinds: b a boolean, u i h numbers, U I large ones (BigInt), d a decimal, s a terminated string or null, text a zet_text, p a place in
 * memory, S a zet_status, e:NAME a word of an enumeration, f:NAME a function of JavaScript, o:NAME a structure that the call fills and
 * returns, e the error, cN a string in N bytes, another name a structure; with *N behind it N of them.
 */
import { CALLBACKS, FUNCTIONS, LAYOUTS, WORDS, ZET_END, ZET_OK, ZET_OUT_OF_MEMORY } from "./zet_h.js";

const PAGE = 65536, MEMORY_FIRST = 64 * PAGE, SCRATCH = 4096, CELL = 16, SHORT = 40;
const NOTHING = { at: 0, length: 0 };

/** What was asked for is not possible; the message says why, and what to do. */
export class ZetError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** Memory ran out. Nothing that was computed is lost but what this call was to return. */
export class OutOfMemoryError extends ZetError {}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const bytesOf = (text) => {
  if (typeof text === "string") return encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  if (text instanceof ArrayBuffer) return new Uint8Array(text);
  throw new ZetError("a text is a string, a Uint8Array or an ArrayBuffer");
};

export const decoded = (bytes) => decoder.decode(bytes);

export function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const all = new Uint8Array(chunks.reduce((sum, c) => sum + c.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const READERS = {
  text: (e, at) => e.decoded(e.view.getUint32(at, true), e.view.getUint32(at + 4, true)),
  s: (e, at) => e.string(e.view.getUint32(at, true)),
  b: (e, at) => e.view.getUint8(at) !== 0,
  h: (e, at) => e.view.getUint16(at, true),
  i: (e, at) => e.view.getInt32(at, true),
  u: (e, at) => e.view.getUint32(at, true),
  p: (e, at) => e.view.getUint32(at, true),
  U: (e, at) => e.view.getBigUint64(at, true),
  I: (e, at) => e.view.getBigInt64(at, true),
  d: (e, at) => e.view.getFloat64(at, true),
  c: (e, at) => String.fromCharCode(e.view.getUint8(at)).replace("\0", ""),
};

/** Reads a value of that kind. */
function reader(kind) {
  const [one, count] = kind.split("*");
  if (count) return (e, at) => Array.from({ length: Number(count) }, (_, i) => reader(one)(e, at + i * LAYOUTS[one][0]));
  if (kind.startsWith("e:")) return (e, at) => WORDS[kind.slice(2)][e.view.getInt32(at, true)];
  if (kind.startsWith("f:")) return READERS.p;
  if (/^c\d/.test(kind)) return (e, at) => e.string(at);
  return READERS[kind] ?? ((e, at) => e.object(kind, at));
}

export class Engine {
  constructor(module, memoryMost) {
    this.dead = false;
    this.memory = new WebAssembly.Memory({ initial: MEMORY_FIRST / PAGE, maximum: Math.max(MEMORY_FIRST, memoryMost) / PAGE });
    this.handlers = new Map();
    this.handled = 0;
    this.trampolines = {};
    const called = ([name, kinds]) => [name, (...args) => this.called(name, kinds.split(" "), args)];
    const wasi = new Proxy({}, { get: (_, name) => (...args) => this.wasi(name, args) });
    this.exports = new WebAssembly.Instance(module, {
      env: { memory: this.memory },
      wasi_snapshot_preview1: wasi,
      zet: Object.fromEntries(Object.entries(CALLBACKS).map(called)),
    }).exports;
    this.exports._initialize?.();
    this.fault = this.exports.malloc(LAYOUTS.error[0]) >>> 0;
    this.cell = this.exports.malloc(CELL + SCRATCH) >>> 0;
    this.top = this.cell + CELL;
    this.end = this.top + SCRATCH;
    this.heap = []; // of the calls that are running
    this.layouts = {};
    this.lib = {};
    for (const [name, kinds] of Object.entries(FUNCTIONS)) {
      const [result, ...parameters] = kinds.split(" ");
      if (this.exports[name]) this.lib[name] = this.caller(name, result, parameters);
    }
  }

  /** The library asks the system for nothing but a seed of hash tables. */
  wasi(name, args) {
    if (name !== "clock_time_get") return 52; // not supported
    this.view.setBigUint64(args[2], BigInt(Date.now()) * 1000000n, true);
    return 0;
  }

  /** Memory that has grown has another buffer; the old one has no length. */
  look() {
    this.seen = new Uint8Array(this.memory.buffer);
    this.viewed = new DataView(this.memory.buffer);
  }

  get all() {
    if (!this.seen?.length) this.look();
    return this.seen;
  }

  get view() {
    if (!this.seen?.length) this.look();
    return this.viewed;
  }

  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /** A terminated string; null of NULL. */
  string(at) {
    if (!at) return null;
    const bytes = this.all;
    let end = at;
    while (bytes[end]) end++;
    return this.decoded(at, end - at);
  }

  /** What the library calls, by the names of zet_h.js; the number is the context. What they throw waits until the library has returned. */
  handle(functions) {
    this.handlers.set(++this.handled, functions);
    return this.handled;
  }

  called(name, [result, ...kinds], [context, ...args]) {
    try {
      const given = args.map((value, i) => (kinds[i + 1] === "s" ? this.string(value >>> 0) : typeof value === "number" ? value >>> 0 : value));
      const value = this.handlers.get(context)[name](...given);
      return result === "U" ? BigInt(Math.round(value)) : Number(value ?? 0);
    } catch (error) {
      this.thrown ??= error;
      return name === "read_function" ? -1 : name === "stop_function" ? 1 : 0;
    }
  }

  outOfMemory() {
    return new OutOfMemoryError("out of memory; give it less at a time, or more with open({ memory: BYTES })");
  }

  /** Memory that stays until `free`. */
  keep(text, extra = 0) {
    const bytes = typeof text === "number" ? new Uint8Array(text) : bytesOf(text), at = this.exports.malloc(bytes.length + extra || 1) >>> 0;
    if (!at) throw this.outOfMemory();
    this.bytes(at, bytes.length).set(bytes);
    this.bytes(at + bytes.length, extra).fill(0);
    return { at, length: bytes.length };
  }

  free(...kept) {
    if (!this.dead) for (const { at } of kept) this.exports.free(at);
  }

  /** Memory for a call: the end of the scratch, else a piece that is freed after the call. */
  take(size) {
    const at = ((this.top + 7) & ~7) >>> 0;
    if (at + size <= this.end) {
      this.top = at + size;
      return at;
    }
    this.heap.push(this.keep(size));
    return this.heap.at(-1).at;
  }

  put(bytes, extra) {
    const at = this.take(bytes.length + extra);
    this.bytes(at, bytes.length).set(bytes);
    this.bytes(at + bytes.length, extra).fill(0);
    return at;
  }

  /** Copies a string, terminated by a null character, and gives its length in bytes. A loop writes short strings faster: most are ASCII. */
  write(text) {
    if (text.length > SHORT) return this.given(encoder.encode(text));
    const at = this.take(text.length + 1), bytes = this.all;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) return this.given(encoder.encode(text));
      bytes[at + i] = unit;
    }
    bytes[at + text.length] = 0;
    return { at, length: text.length };
  }

  given(bytes) {
    return { at: this.put(bytes, 1), length: bytes.length };
  }

  terminated(value) {
    const text = String(value);
    if (text.includes("\0")) throw new ZetError(`${JSON.stringify(text)} has a null character`);
    return this.write(text).at;
  }

  /** A zet_text: of a string, of bytes, or of what is in memory already. */
  textOf(value) {
    const place = this.take(8), { at, length } = value === null || value === undefined ? NOTHING : typeof value === "string" ? this.write(value)
      : value.at !== undefined && !(value instanceof Uint8Array) ? value : this.given(bytesOf(value));
    this.view.setUint32(place, at, true);
    this.view.setUint32(place + 4, length, true);
    return place;
  }

  /** How a value of that kind is given to the library. */
  giver(kind) {
    if (kind === "text") return (value) => this.textOf(value);
    if (kind === "s") return (value) => (value === null || value === undefined ? 0 : this.terminated(value));
    if (kind.startsWith("f:")) return (value) => (value ? this.trampoline(kind.slice(2)) : 0);
    if (kind === "U" || kind === "I") return (value) => BigInt(value);
    return (value) => Number(value ?? 0);
  }

  trampoline(name) {
    return (this.trampolines[name] ??= this.exports[name]());
  }

  /** A structure of these fields; the others are 0. It stays until it is freed. */
  structure(name, fields = {}) {
    const [size, ...layout] = LAYOUTS[name], kept = this.keep(size);
    for (const [field, kind, offset] of layout) {
      const value = fields[field], at = kept.at + offset;
      if (value === undefined) continue;
      if (kind === "U") this.view.setBigUint64(at, BigInt(value), true);
      else this.view.setUint32(at, kind.startsWith("f:") ? this.trampoline(kind.slice(2)) : value, true);
    }
    return kept;
  }

  /** UTF-8 in memory. Short texts are mostly ASCII, which a loop reads faster. */
  decoded(at, length) {
    const bytes = this.all;
    if (length > SHORT) return decoder.decode(bytes.subarray(at, at + length));
    let text = "";
    for (let i = at; i < at + length; i++) {
      if (bytes[i] > 127) return decoder.decode(bytes.subarray(at, at + length));
      text += String.fromCharCode(bytes[i]);
    }
    return text;
  }

  object(name, at) {
    const found = {};
    for (const [field, read, offset] of (this.layouts[name] ??= LAYOUTS[name].slice(1).map(([field, kind, offset]) => [field, reader(kind), offset])))
      found[field] = read(this, at + offset);
    return found;
  }

  /** Why a call failed. */
  error(status, told) {
    if (status === ZET_OUT_OF_MEMORY) return this.outOfMemory();
    const error = new ZetError(told ? this.object("error", this.fault).message : `zet: ${WORDS.status[status]}`);
    error.status = status;
    return error;
  }

  /** A function of the library that takes and gives values of JavaScript. */
  caller(name, result, parameters) {
    const tells = parameters.includes("e"), structure = LAYOUTS[result] ? result : null, read = structure && reader(structure);
    const [filled] = parameters.filter((kind) => kind.startsWith("o:")).map((kind) => kind.slice(2));
    const givers = parameters.map((kind) => (kind === "e" || kind.startsWith("o:") ? null : this.giver(kind)));
    return (...args) => {
      if (this.dead) throw new ZetError("this object is gone since the program failed; make it anew");
      const { top } = this, heap = this.heap.length, given = structure ? [this.take(LAYOUTS[structure][0])] : [];
      try {
        let out = 0, next = 0;
        for (const give of givers)
          given.push(give ? give(args[next++]) : parameters[given.length - (structure ? 1 : 0)] === "e" ? this.fault : (out = this.take(LAYOUTS[filled][0])));
        if (tells) this.view.setInt32(this.fault, ZET_OUT_OF_MEMORY, true);
        const value = this.entered(name, given);
        if (this.thrown) {
          const error = this.thrown;
          this.thrown = undefined;
          throw error;
        }
        if (result === "S" && value !== ZET_OK && value !== ZET_END) throw this.error(value, tells);
        if (result === "p" && tells && !value) throw this.error(this.view.getInt32(this.fault, true), true);
        if (filled) return (result === "S" ? value === ZET_OK : value) ? this.object(filled, out) : null;
        if (structure) return read(this, given[0]);
        return result === "s" ? this.string(value >>> 0) : result === "b" ? Boolean(value) : result === "U" ? BigInt.asUintN(64, value)
          : result === "u" || result === "p" ? value >>> 0 : value;
      } finally {
        this.top = top;
        if (this.heap.length > heap) this.free(...this.heap.splice(heap));
      }
    };
  }

  /** A program that ends otherwise than by returning is not used again. */
  entered(name, given) {
    try {
      return this.exports[name](...given);
    } catch (error) {
      this.dead = true;
      throw new OutOfMemoryError(`the program failed in ${name} (${error.message}); what was open in it is gone`);
    }
  }

  /** An output of which every piece goes to `write`. */
  output(write) {
    const id = this.handle({ write_function: (at, size) => (write(this.bytes(at, size).slice()), true) });
    const handle = this.lib.zet_output_new(true, id);
    if (!handle) throw this.outOfMemory();
    return { handle, free: () => (this.handlers.delete(id), this.dead || this.lib.zet_output_free(handle)) };
  }

  /** The bytes that `use` writes to an output. */
  written(use) {
    const chunks = [], out = this.output((bytes) => chunks.push(bytes));
    try {
      use(out.handle);
      this.lib.zet_output_flush(out.handle);
      return joined(chunks.length ? chunks : [new Uint8Array()]);
    } finally {
      out.free();
    }
  }

  text(use) {
    return decoder.decode(this.written(use));
  }
}
