// The text of the records, with what is found in it marked behind the letters.
import { byId, make } from "./elements.js";

// Browsers need minutes to insert a megabyte so that it can be undone.
const MARKED_MAX = 200000, MARKS_MAX = 300, UNDONE_MAX = 50000;

const box = byId("text"), marks = byId("marks");

export const getText = () => box.value;

/** Replaces a part of the text so that the browser can undo it, and leaves the cursor behind it. */
export function replace(from, to, text, { focus = true } = {}) {
  const before = document.activeElement, scroll = box.scrollTop;
  box.focus({ preventScroll: true });
  box.setSelectionRange(from, to);
  const done = text.length > UNDONE_MAX ? false : text ? document.execCommand("insertText", false, text) : from === to || document.execCommand("delete");
  if (!done || box.value.slice(from, from + text.length) !== text) {
    box.setRangeText(text, from, to, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.scrollTop = scroll;
  if (!focus) before?.focus?.({ preventScroll: true });
}

box.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain").replaceAll("\r\n", "\n") ?? "";
  if (text.length <= UNDONE_MAX) return;
  event.preventDefault();
  replace(box.selectionStart, box.selectionEnd, text);
});

/** Makes it another text with one change, of what differs. */
export function setText(text, options) {
  const old = box.value;
  let head = 0, tail = 0;
  const least = Math.min(old.length, text.length);
  while (head < least && old[head] === text[head]) head++;
  while (tail < least - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  replace(head, old.length - tail, text.slice(head, text.length - tail), options);
}

/** Replaces several parts, none within another. */
export function applyEdits(edits, options) {
  let text = box.value;
  for (const { from, to, text: by } of [...edits].sort((a, b) => b.from - a.from)) text = text.slice(0, from) + by + text.slice(to);
  setText(text, options);
}

/** Shows a place: selects it, and scrolls it into view. */
export function show(from, to, { focus = true } = {}) {
  if (focus) {
    box.focus({ preventScroll: true });
    box.setSelectionRange(from, Math.max(to, from));
  }
  const mark = marks.querySelector(`[data-from="${from}"]`);
  const line = box.value.slice(0, from).split("\n").length;
  const height = parseFloat(getComputedStyle(box).lineHeight);
  const top = mark ? mark.offsetTop : (line - 1) * height;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * height) box.scrollTop = top - box.clientHeight / 3;
  if (focus && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

/** Marks the findings, and the move that the board shows. */
export function mark(findings, move) {
  const text = box.value;
  marks.replaceChildren();
  if (text.length > MARKED_MAX) return;
  const places = findings.slice(0, MARKS_MAX).map((f) => ({ from: f.from, to: Math.max(f.to, f.from + 1), kind: f.severity }));
  if (move) places.push({ ...move, kind: "move" });
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  let at = 0;
  for (const { from, to, kind } of places) {
    if (from < at || from > text.length) continue;
    marks.append(text.slice(at, from), make("mark", { class: kind, "data-from": from }, text.slice(from, to) || " "));
    at = Math.min(to, text.length);
  }
  marks.append(`${text.slice(at)}\n`);
  marks.scrollTop = box.scrollTop;
}

box.addEventListener("scroll", () => {
  marks.scrollTop = box.scrollTop;
});

/** Calls `changed` after each change of the text. */
export const onChange = (changed) => box.addEventListener("input", changed);
export const cursor = () => box.selectionStart;
