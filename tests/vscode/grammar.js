// The grammar of the package with VS Code's own tokenizer and its grammar of YAML: in canonical records of the corpus
// each move, number, glyph and comment has its colour, and nothing else of zet's. What is expected is a division of the
// move text of its own. A line `ok NAME` or `not ok NAME` for each test.
const fs = require('fs');
const { execFileSync } = require('child_process');
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');
const [, , extension, zet, ...files] = process.argv;

const KINDS = { 'variable.other.move.zet': 'move', 'constant.numeric.move-number.zet': 'number', 'keyword.operator.glyph.zet': 'glyph',
    'keyword.control.pass.zet': 'pass', 'comment.block.zet': 'comment', 'comment.line.semicolon.zet': 'comment' };

// The pieces of move text, in order.
function pieces(text) {
    const all = [];
    const next = /\{[^}]*\}?|;[^\n]*|[()]|\$[0-9]+|[!?]+|[^\s(){};!?$]+/g;
    for (const [piece] of text.matchAll(next)) {
        if (piece === '(' || piece === ')') continue;
        const kind = /^[{;]/.test(piece) ? 'comment' : /^[$!?]/.test(piece) ? 'glyph' : /^[0-9]+\.(\.\.)?$/.test(piece) ? 'number' :
            /^(pass|swap)$/.test(piece) ? 'pass' : 'move';
        all.push([kind, piece.trim().replace(/\s+/g, ' ')]);
    }
    return all;
}

// What the grammar makes of lines: the same.
function tokens(grammar, text) {
    const all = [];
    let state = textmate.INITIAL, open = false;
    for (const line of text.split('\n')) {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        let end = -1;
        for (const token of result.tokens) {
            const scope = token.scopes.filter((s) => s in KINDS).at(-1);
            const part = line.slice(token.startIndex, token.endIndex);
            const kind = scope && KINDS[scope];
            const goes_on = kind === 'comment' && all.at(-1)?.[0] === 'comment' && (open || end === token.startIndex);
            if (goes_on) all.at(-1)[1] += (end === token.startIndex ? '' : ' ') + part.trim();
            else if (kind) all.push([kind, part.trim()]);
            if (kind) end = token.endIndex;
            if (kind === 'comment') open = all.at(-1)[1].startsWith('{') && !all.at(-1)[1].endsWith('}');
        }
    }
    return all.map(([kind, part]) => [kind, part.trim().replace(/\s+/g, ' ')]);
}

(async () => {
    await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
    const { grammars } = JSON.parse(fs.readFileSync(`${extension}/package.json`)).contributes;
    const paths = { 'source.yaml': require.resolve('tm-grammars/grammars/yaml.json') };
    const injected = [];
    for (const g of grammars) {
        paths[g.scopeName] = `${extension}/${g.path}`;
        if (g.injectTo?.includes('source.yaml')) injected.push(g.scopeName);
    }
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({ createOnigScanner: (p) => new oniguruma.OnigScanner(p), createOnigString: (s) => new oniguruma.OnigString(s) }),
        loadGrammar: async (name) => paths[name] ? textmate.parseRawGrammar(fs.readFileSync(paths[name], 'utf8'), paths[name]) : null,
        getInjections: (name) => name === 'source.yaml' ? injected : undefined,
    });
    const grammar = await registry.loadGrammar('source.yaml');
    let records = 0, compared = 0;
    const wrong = [];
    for (const file of files) {
        let canonical;
        try { canonical = execFileSync(zet, ['fmt', '--no-config', file], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(); } catch { continue; }
        for (const document of canonical.split(/^---.*\n/m)) {
            // Blocks only: in quotes the text belongs to YAML.
            const blocks = [...document.matchAll(/^(?:moves|playout): \|[-+0-9]*\n((?:[ \t].*\n|\n)+)/mg)].map((m) => m[1]).join('');
            if (!blocks) continue;
            records += 1;
            const expected = pieces(blocks), got = tokens(grammar, document);
            compared += expected.length;
            if (JSON.stringify(expected) !== JSON.stringify(got)) {
                const at = expected.findIndex((e, i) => JSON.stringify(e) !== JSON.stringify(got[i]));
                wrong.push([file, expected.slice(Math.max(0, at), at + 2), got.slice(Math.max(0, at), at + 2)]);
            }
        }
    }
    const fine = !wrong.length && records >= 20 && compared >= 500;
    console.log(`${fine ? 'ok' : 'not ok'} the grammar knows each piece of move text (in ${records > 20 ? 'the corpus' : 'too few records'})`);
    if (!fine) console.log('#', records, compared, wrong.length, JSON.stringify(wrong.slice(0, 8)));
    const plain = tokens(grammar, 'name: a5 and b6\nlist: [a1, b2]\ncomment: |\n  a1-a2 {b}\nmoves_of: a1\n');
    console.log(`${plain.length ? 'not ok' : 'ok'} it leaves other text alone`);
    if (plain.length) console.log('#', JSON.stringify(plain));
    process.exit(fine && !plain.length ? 0 : 1);
})();
