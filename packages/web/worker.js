// One thread with the library. It answers messages [id, function, arguments] with [id, result] or [id, null, error], and now and then with
// [id, how far it is, null, true].
import { answers, at, load } from "./answers.js";
import { offsetsIn } from "./zet/zet.js";

const full = self.name === "full"; // an address from the service worker has no query
const zet = load(new URL(full ? "./zet/zet.wasm" : "./zet/page.wasm", import.meta.url));
zet.catch(() => {}); // whoever asks is told

/** A report with the places of its findings and repairs in the string. */
function placed(report, place) {
  const edits = (list) => list.map((edit) => ({ from: place(edit.offset), to: place(edit.end_offset), text: edit.text }));
  return {
    ...report,
    from: place(report.offset),
    to: place(report.end_offset),
    edits: edits(report.edits ?? []),
    findings: report.findings.map((finding) => ({
      ...finding,
      from: place(finding.offset),
      to: place(finding.end_offset),
      fixes: (finding.fixes ?? []).map((fix) => ({ safe: fix.safe, edits: edits(fix.edits) })),
    })),
  };
}

const functions = {
  ...answers,
  version: (z) => z.version(),

  judge(z, text) {
    const bytes = new TextEncoder().encode(text), place = offsetsIn(text, bytes);
    const found = full ? z.task("validate", bytes, { options: { format: "findings" } }).text : z.judge(bytes);
    return found.split("\n").filter(Boolean).map((line) => placed(JSON.parse(line), place));
  },

  /** The likely format of a text that is not a record. */
  foreign: (z, text) => /: this looks like (\S+);/.exec(z.task("validate", text).messages)?.[1],


  /** The whole text repaired, where that changes it. */
  fixed: (z, text) => {
    const { text: made, changed } = z.fix(text);
    return changed ? made : null;
  },

  diagram: (z, text, options) => z.diagram(text, options),
  format: (z, text) => z.format(text),
  formats: (z) => [z.formats(), z.diagramFormats()],
  explain: (z, code, reason) => z.explain(code, reason),
  convert: (z, text, options) => {
    const { text: made, messages, counts } = z.convert(text, options);
    return { text: made, messages, counts };
  },
  score: (z, text, record) => z.score(text).find((score) => score.record === record),

  /** Searches longer and longer, and says each time how far it is. */
  solve: (z, text, record, path, playout, loser, id) =>
    at(z, text, record, path, playout, (position) => {
      for (let nodes = 2000; ; nodes *= 3) {
        const found = position.solve(loser, { nodes });
        postMessage([id, found, null, true]);
        if (found.exact || found.never) return found;
      }
    }),
};

addEventListener("message", async ({ data: [id, name, args] }) => {
  try {
    const result = await functions[name](await zet, ...args, id);
    postMessage([id, result]);
  } catch (error) {
    postMessage([id, null, error.message]);
  }
});
