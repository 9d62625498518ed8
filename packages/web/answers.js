// What a board asks the library, as functions of the library and of what is asked: of a thread (worker.js), or in the page (zet-board.js).
import { make } from "./zet/zet.js";

/** The library that is at an address. */
export async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`zet cannot be loaded (${answer.status})`);
  return make(await WebAssembly.compile(await answer.arrayBuffer()));
}

/** Calls `use` with the position after the moves of a path, and frees it. `playout`: after so many of them the loser alone
    moves; -1: never. */
export function at(z, text, record, path, playout, use) {
  const position = z.start(text, { record });
  try {
    path.forEach((move, i) => {
      if (i === playout) position.beginPlayout();
      position.play(move);
    });
    if (playout === path.length) position.beginPlayout();
    return use(position);
  } finally {
    position.free();
  }
}

/** Loads the words of a language; false where there are none. */
async function learn(z, language) {
  const { entries } = await import(`./words/${language}.js`).catch(() => ({}));
  if (entries) z.learn(language, entries);
  return Boolean(entries);
}

export const answers = {
  record: (z, text, number) => z.read(text, { record: number })[0],

  page: async (z, text, record, at = "start", lang = "en") => {
    const tag = lang.split("-")[0], known = tag !== "en" && (await learn(z, tag));
    return z.diagram(text, { format: "html", record, at, lang: known ? tag : "en" });
  },

  moves: (z, text, record, path, playout) =>
    at(z, text, record, path, playout, (position) => ({
      moves: position.moves(), turn: position.turn, outcome: position.outcome,
    })),

  /** The move in canonical form, or why it cannot be played. */
  tried: (z, text, record, path, playout, move) =>
    at(z, text, record, path, playout, (position) => {
      try {
        position.play(move);
        return { move: position.lastMove };
      } catch (error) {
        return { why: error.message, suggestions: position.suggest(move, 5) };
      }
    }),
};
