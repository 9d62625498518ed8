/* Runs program.wasm, a command of WASI, on Node's file system. Its names are those of the system: the only folder
   that it gets is the root. On Windows `/C:/games` is `C:/games`. Links, owners and modes, of which WASI knows
   little, are in functions of our own; packages/platform/wasi.c calls them. */
import * as fs from "node:fs";
import { randomFillSync } from "node:crypto";
import { isatty } from "node:tty";
import { tmpdir } from "node:os";
import { join } from "node:path";

const windows = process.platform === "win32";

/* Their places are the numbers of WASI's errors. */
const errors = ("OK E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD " +
  "ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM EILSEQ " +
  "EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ENETRESET " +
  "ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSYS ENOTCONN ENOTDIR " +
  "ENOTEMPTY ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENXIO EOVERFLOW EOWNERDEAD EPERM EPIPE EPROTO EPROTONOSUPPORT " +
  "EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIMEDOUT ETXTBSY EXDEV").split(" ");
const BADF = 8, NOSYS = 52, ALL = (1n << 64n) - 1n, SEEKS = 1n << 2n | 1n << 5n, WRITES = 1n << 6n, READS = 1n << 1n;
const FOLLOW = 1, CREATE = 1, FOLDER = 2, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
const CHARACTERS = 2, A_FOLDER = 3, A_FILE = 4, A_LINK = 7;

class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds) => Atomics.wait(sleeper, 0, 0, milliseconds);

/* A pipe that is not ready makes Node fail; the program waits. */
function patiently(action) {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      sleep(2);
    }
  }
}

const slashes = (path) => (windows ? path.replaceAll("\\", "/") : path);
const rooted = (path) => (windows ? "/" + slashes(path) : path);

/** Runs the program, a WebAssembly.Module, with its arguments (the first is its name), and returns its exit status. */
export function run(module, args, environment = process.env) {
  let memory, bytes, view, mode = 0o666;
  const text = new TextDecoder(), encoder = new TextEncoder();
  /* Descriptors: { file } of Node's, or { folder }, a path. */
  const open = [{ file: 0, given: true }, { file: 1, given: true }, { file: 2, given: true }, { folder: "/" }];

  const look = () => {
    if (bytes?.buffer !== memory.buffer) {
      bytes = new Uint8Array(memory.buffer);
      view = new DataView(memory.buffer);
    }
  };
  const string = (at, size) => text.decode(bytes.subarray(at, at + size));
  const put = (at, size, value) => {
    const made = encoder.encode(value);
    if (made.length > size) return -errors.indexOf("ENAMETOOLONG");
    bytes.set(made, at);
    return made.length;
  };
  const add = (entry) => {
    let number = 4;
    while (open[number]) number++;
    open[number] = entry;
    return number;
  };
  const fail = (code) => Object.assign(new Error(code), { code });
  const entry = (number) => {
    if (!open[number]) throw fail("EBADF");
    return open[number];
  };
  const file = (number) => {
    if (entry(number).folder !== undefined) throw fail("EISDIR");
    return open[number].file;
  };
  /* Where a name leads that begins at an open folder. */
  const path = (number, at, size) => {
    const { folder } = entry(number), name = string(at, size);
    if (folder === undefined) throw fail("ENOTDIR");
    const full = folder.endsWith("/") ? folder + name : `${folder}/${name}`;
    if (!windows) return full;
    return full === "/dev/null" ? "\\\\.\\NUL" : full.replace(/^.*\/(?=[A-Za-z]:([\\/]|$))/, "");
  };
  const kind = (st) =>
    st.isFile() ? A_FILE : st.isDirectory() ? A_FOLDER : st.isSymbolicLink() ? A_LINK : st.isCharacterDevice() || st.isFIFO() ? CHARACTERS : 0;
  const putStat = (at, st) => {
    look();
    view.setBigUint64(at, st.dev, true);
    view.setBigUint64(at + 8, st.ino, true);
    view.setBigUint64(at + 16, BigInt(kind(st)), true);
    view.setBigUint64(at + 24, (st.mode & 0o7777n) | (windows ? 0n : (st.uid & 0xffffffn) << 16n | (st.gid & 0xffffffn) << 40n), true);
    view.setBigUint64(at + 32, st.size, true);
    view.setBigUint64(at + 40, st.atimeNs, true);
    view.setBigUint64(at + 48, st.mtimeNs, true);
    view.setBigUint64(at + 56, st.ctimeNs, true);
    return 0;
  };
  const statOf = (number) => {
    const e = entry(number);
    return e.folder !== undefined ? fs.statSync(e.folder, { bigint: true }) : fs.fstatSync(e.file, { bigint: true });
  };
  const pieces = (at, count) =>
    Array.from({ length: count }, (_, i) => bytes.subarray(view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i, true) + view.getUint32(at + 8 * i + 4, true)));

  const readPieces = (number, at, count, got, from) => {
    let total = 0;
    for (const piece of pieces(at, count)) {
      if (!piece.length) continue;
      let n = 0;
      try {
        n = patiently(() => fs.readSync(file(number), piece, 0, piece.length, from === null ? null : from + total));
      } catch (error) {
        if (error.code !== "EOF") throw error; /* of a pipe on Windows */
      }
      total += n;
      if (n < piece.length) break;
    }
    view.setUint32(got, total, true);
    return 0;
  };
  const writePieces = (number, at, count, got) => {
    let total = 0;
    for (const piece of pieces(at, count))
      for (let done = 0; done < piece.length; ) {
        try {
          const n = patiently(() => fs.writeSync(file(number), piece, done, piece.length - done));
          done += n;
          total += n;
        } catch (error) {
          if (error.code === "EPIPE" && number === 1) throw new Exit(141); /* nobody reads: as by SIGPIPE */
          throw error;
        }
      }
    view.setUint32(got, total, true);
    return 0;
  };

  const strings = (list) => ({
    sizes: (count, size) => {
      view.setUint32(count, list.length, true);
      view.setUint32(size, list.reduce((sum, s) => sum + s.length, 0), true);
      return 0;
    },
    get: (places, to) => {
      for (const s of list) {
        view.setUint32(places, to, true);
        bytes.set(s, to);
        places += 4;
        to += s.length;
      }
      return 0;
    },
  });
  const argument = strings(args.map((a) => encoder.encode(a + "\0")));
  const variable = strings(Object.entries(environment).map(([name, value]) => encoder.encode(`${name}=${value}\0`)));

  const closeReal = (e) => e.folder === undefined && !e.given && fs.closeSync(e.file);

  const wasi = {
    args_sizes_get: argument.sizes,
    args_get: argument.get,
    environ_sizes_get: variable.sizes,
    environ_get: variable.get,
    clock_res_get: (clock, to) => (view.setBigUint64(to, 1000n, true), 0),
    clock_time_get: (clock, precision, to) => {
      view.setBigUint64(to, clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint(), true);
      return 0;
    },
    random_get: (to, size) => (randomFillSync(bytes, to, size), 0),
    sched_yield: () => 0,
    proc_exit: (status) => {
      throw new Exit(status);
    },
    poll_oneoff: (wanted, events, count, happened) => {
      /* the C library sleeps with it, by a clock */
      sleep(Number(view.getBigUint64(wanted + 24, true)) / 1e6);
      bytes.fill(0, events, events + 32);
      view.setBigUint64(events, view.getBigUint64(wanted, true), true);
      view.setUint32(happened, 1, true);
      return 0;
    },
    fd_prestat_get: (number, to) => {
      if (number !== 3) return BADF;
      view.setUint32(to, 0, true);
      view.setUint32(to + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name: (number, to) => ((bytes[to] = 0x2f), 0),
    fd_fdstat_get: (number, to) => {
      const e = entry(number);
      const type = e.folder !== undefined ? A_FOLDER : kind(fs.fstatSync(e.file)) || CHARACTERS;
      bytes.fill(0, to, to + 24);
      bytes[to] = type;
      view.setBigUint64(to + 8, e.file !== undefined && isatty(e.file) ? ALL & ~SEEKS : ALL, true);
      view.setBigUint64(to + 16, ALL, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_filestat_get: (number, to) => putStat(to, statOf(number)),
    fd_close: (number) => {
      const e = entry(number);
      delete open[number];
      closeReal(e);
      if (e.remove) fs.rmSync(e.remove, { force: true });
      return 0;
    },
    fd_read: (number, at, count, got) => readPieces(number, at, count, got, null),
    fd_pread: (number, at, count, from, got) => readPieces(number, at, count, got, Number(from)),
    fd_write: writePieces,
    fd_sync: (number) => {
      const e = entry(number);
      if (e.folder === undefined) fs.fsyncSync(e.file);
      else if (!windows) {
        const folder = fs.openSync(e.folder, "r");
        try {
          fs.fsyncSync(folder);
        } finally {
          fs.closeSync(folder);
        }
      }
      return 0;
    },
    fd_seek: () => errors.indexOf("ESPIPE"), /* the program reads by place, and writes on */
    fd_tell: () => errors.indexOf("ESPIPE"),
    fd_readdir: (number, to, size, cookie, used) => {
      const e = entry(number);
      if (e.folder === undefined) throw fail("ENOTDIR");
      if (cookie === 0n || !e.entries) e.entries = fs.readdirSync(e.folder, { withFileTypes: true });
      let at = to;
      for (let i = Number(cookie); i < e.entries.length && at < to + size; i++) {
        const name = encoder.encode(e.entries[i].name), row = new Uint8Array(24 + name.length), row_view = new DataView(row.buffer);
        row_view.setBigUint64(0, BigInt(i + 1), true);
        row_view.setBigUint64(8, 1n, true);
        row_view.setUint32(16, name.length, true);
        row_view.setUint8(20, kind(e.entries[i]));
        row.set(name, 24);
        const fits = Math.min(row.length, to + size - at);
        bytes.set(row.subarray(0, fits), at);
        at += fits;
      }
      view.setUint32(used, at - to, true);
      return 0;
    },
    path_create_directory: (number, at, size) => (fs.mkdirSync(path(number, at, size)), 0),
    path_filestat_get: (number, flags, at, size, to) =>
      putStat(to, (flags & FOLLOW ? fs.statSync : fs.lstatSync)(path(number, at, size), { bigint: true })),
    path_link: (from, flags, at, size, to, new_at, new_size) => (fs.linkSync(path(from, at, size), path(to, new_at, new_size)), 0),
    path_open: (number, follow, at, size, how, rights, inherited, flags, to) => {
      const name = path(number, at, size), reads = rights & READS, writes = rights & WRITES;
      let st;
      try {
        st = (follow & FOLLOW ? fs.statSync : fs.lstatSync)(name);
      } catch (error) {
        if (error.code !== "ENOENT" || !(how & CREATE)) throw error;
      }
      if (st?.isSymbolicLink()) throw fail("ELOOP");
      if (st?.isDirectory()) {
        if (how & CREATE || (writes && !reads)) throw fail("EISDIR");
        fs.accessSync(name, fs.constants.R_OK);
        view.setUint32(to, add({ folder: name }), true);
        return 0;
      }
      if (how & FOLDER) throw fail("ENOTDIR");
      const c = fs.constants;
      const all = (writes && reads ? c.O_RDWR : writes ? c.O_WRONLY : c.O_RDONLY) | (how & CREATE ? c.O_CREAT : 0) |
        (how & EXCLUSIVE ? c.O_EXCL : 0) | (how & TRUNCATE ? c.O_TRUNC : 0) | (flags & APPEND ? c.O_APPEND : 0) | (follow & FOLLOW ? 0 : c.O_NOFOLLOW ?? 0);
      view.setUint32(to, add({ file: fs.openSync(name, all, mode) }), true);
      return 0;
    },
    path_readlink: (number, at, size, to, room, used) => {
      const made = encoder.encode(fs.readlinkSync(path(number, at, size))).subarray(0, room);
      bytes.set(made, to);
      view.setUint32(used, made.length, true);
      return 0;
    },
    path_remove_directory: (number, at, size) => (fs.rmdirSync(path(number, at, size)), 0),
    path_rename: (from, at, size, to, new_at, new_size) => (fs.renameSync(path(from, at, size), path(to, new_at, new_size)), 0),
    path_unlink_file: (number, at, size) => (fs.unlinkSync(path(number, at, size)), 0),
  };

  /* A negative number is an error. */
  const own = {
    create_mode: (wanted) => ((mode = wanted), 0),
    chmod: (number, wanted) => (windows || fs.fchmodSync(file(number), wanted), 0),
    chown: (number, owner, group) => (windows || fs.fchownSync(file(number), owner, group), 0),
    dup: (number) => {
      const e = entry(number);
      return add(e.folder !== undefined ? { folder: e.folder } : { file: e.file, given: true });
    },
    realpath: (at, size, to, room) => {
      const name = string(at, size);
      return put(to, room, rooted(fs.realpathSync.native(windows ? name.replace(/^\/(?=[A-Za-z]:)/, "") : name)));
    },
    temporary: () => {
      const name = join(tmpdir(), `zet-${process.pid}-${Math.random().toString(36).slice(2)}`);
      const made = { file: fs.openSync(name, "wx+", 0o600) };
      if (windows) made.remove = name;
      else fs.unlinkSync(name);
      return add(made);
    },
    user: () => process.geteuid?.() ?? 0,
    umask: () => process.umask(),
    folder: (to, room) => put(to, room, rooted(process.cwd())),
  };

  const guarded = (functions, sign) =>
    Object.fromEntries(Object.entries(functions).map(([name, action]) => [name, (...values) => {
      look();
      try {
        return action(...values);
      } catch (error) {
        const number = errors.indexOf(error.code);
        if (error instanceof Exit || !error.code) throw error;
        return sign * (number > 0 ? number : 29);
      }
    }]));
  const absent = new Proxy(guarded(wasi, 1), { get: (all, name) => all[name] ?? (() => NOSYS) });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: absent, zet: guarded(own, -1) });
  memory = instance.exports.memory;
  look();
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.status;
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    process.stderr.write(`zet: the program failed: ${error.message}\n`);
    return 2;
  }
}
