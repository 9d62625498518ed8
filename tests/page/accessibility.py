"""axe-core, which tests of pages run in their browser. `npm install axe-core` has put it into build/axe."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
AXE = ROOT / os.environ.get("B", "build") / "axe/node_modules/axe-core/axe.min.js"


def faults_of(browser):
    """What axe finds on the page that is open."""
    browser.call("POST", "/timeouts", {"script": 80000})
    browser.run(AXE.read_text())
    found = browser.call("POST", "/execute/async", {"script": """
        const done = arguments[arguments.length - 1];
        axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations.map((v) =>
            v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160)).join(' | '))),
            (e) => done(['axe: ' + e]));""", "args": []})
    return found
