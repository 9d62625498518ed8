// What is wrong with the record, where, and what can be done about it with a click.
import { applyEdits, getText, show } from "./editor.js";
import { byId, make } from "./elements.js";
import { text } from "./strings.js";
import { whole } from "./tools.js";

const SHOWN_MAX = 100, ORDER = { error: 0, warning: 1, note: 2 };

/** What a repair of one edit writes, where that is within a line. */
function labelOf(fix) {
  const written = fix.edits.length === 1 ? fix.edits[0].text.trim() : "";
  return written && !written.includes("\n") ? written.slice(0, 60) : null;
}

function buttonsOf(finding) {
  const known = finding.fixes.map((fix) => [fix, labelOf(fix)]);
  if (!known.length) return null;
  const buttons = known.map(([fix, label]) =>
    make("button", { type: "button", class: "fix", on: { click: () => applyEdits(fix.edits) } },
      label === null ? text.fix : label));
  for (const [i, button] of buttons.entries())
    if (known[i][1] !== null) button.setAttribute("aria-label", text.replaceBy(known[i][1]));
  return make("span", { class: "fixes" }, `${text.suggestion} `, ...buttons);
}

function explanation(finding) {
  const box = make("details", {}, make("summary", {}, text.why));
  box.addEventListener("toggle", async () => {
    if (box.childElementCount > 1) return;
    const about = await whole().ask("explain", finding.code, finding.reason);
    box.append(make("p", { lang: "en" }, `${about.meaning} ${about.remedy}`));
  });
  return box;
}

export function showFindings(report) {
  const findings = report?.findings ?? [];
  const count = (severity) => findings.filter((f) => f.severity === severity).length;
  byId("findings-box").hidden = !findings.length;
  byId("findings-title").textContent = text.findings(count("error"), count("warning"), count("note"));
  const sorted = [...findings].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]).slice(0, SHOWN_MAX);
  byId("findings").replaceChildren(
    ...sorted.map((finding) => make("li", { class: finding.severity },
      make("button", { type: "button", class: "place", on: { click: () => show(finding.from, finding.to) } },
        make("b", {}, text.severities[finding.severity]), ` ${text.place(finding.line, finding.column)}`),
      make("span", { class: "message", lang: "en" }, ` ${finding.message} `),
      buttonsOf(finding), explanation(finding))),
    ...(findings.length > sorted.length ? [make("li", { class: "more" }, text.moreFindings(findings.length - sorted.length))] : []));
  const repairs = byId("fix");
  repairs.hidden = !report?.edits.length;
  repairs.onclick = () => report && getText().length >= report.to && applyEdits(report.edits);
}
