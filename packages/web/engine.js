// Asks a thread with the library.

export class Engine {
  /** `address` is that of worker.js. A worker of the name "full" has all formats and tasks. */
  constructor(address, name = "") {
    this.address = address;
    this.name = name;
    this.begin();
  }

  begin() {
    this.waiting = new Map();
    this.count = 0;
    this.worker = new Worker(this.address, { type: "module", name: this.name });
    this.worker.addEventListener("message", ({ data: [id, result, error, goesOn] }) => {
      const asked = this.waiting.get(id);
      if (!asked) return;
      if (goesOn) {
        asked.progress?.(result);
        return;
      }
      this.waiting.delete(id);
      if (error === undefined) asked.resolve(result);
      else asked.reject(new Error(error));
    });
    this.worker.addEventListener("error", (event) => this.stop(event.message || "zet cannot be loaded"));
  }

  /** The answer of a function of worker.js. */
  ask(name, ...args) {
    return this.watch(undefined, name, ...args);
  }

  /** The same, with what it says on its way. */
  watch(progress, name, ...args) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage([id, name, args]);
    });
  }

  /** Ends whatever it does, and begins anew. */
  stop(why = "stopped") {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.begin();
    for (const asked of waiting) asked.reject(new Error(why));
  }
}
