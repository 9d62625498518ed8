const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const Ajv = require('ajv');
const Ajv04 = require('ajv-draft-04');
const formats = require('ajv-formats');
const YAML = require('yaml');

let failed = false;
const check = (name, holds, why) => {
    failed ||= !holds;
    console.log(holds ? 'ok' : 'not ok', name);
    if (!holds) console.log('#', JSON.stringify(why)?.slice(0, 2000));
};

const zet = (args, input) => {
    const done = spawnSync(process.env.ZET, args, { input, maxBuffer: 1 << 30 });
    if (done.error || done.status === null || done.status > 1) throw new Error(`zet ${args.join(' ')}: ${done.stderr}`);
    return done.stdout.toString();
};
const lines = (text) => text.split('\n').filter((line) => line).map((line) => JSON.parse(line));

const files = (folder, ending) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((e) => {
    const name = path.join(folder, e.name);
    return e.isDirectory() ? files(name, ending) : name.endsWith(ending) ? [name] : [];
}).sort();
const corpus = files('corpus', '.yaml').filter((f) => !f.includes('tournaments'));
const cases = files('tests/cli', '.yaml').filter((f) => path.basename(f) !== 'zet.yaml');

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });

// Findings.
const findings = JSON.parse(fs.readFileSync('schemas/findings.schema.json'));
const isFindings = ajv.compile(findings);
// Where no key may be added, none has been.
const closed = JSON.parse(JSON.stringify(findings), (key, value) =>
    value && value.properties && value.required ? { ...value, additionalProperties: false } : value);
const isClosed = ajv.compile({ ...closed, title: 'closed' });
const objects = lines(zet(['validate', '--no-config', '--format', 'findings', ...corpus, ...cases]));
const wrong = objects.find((o) => !isFindings(o));
check('findings are what their schema says', objects.length > 500 && !wrong, [objects.length, isFindings.errors]);
const more = objects.find((o) => !isClosed(o));
check('the schema of findings knows all their keys', !more, isClosed.errors);
for (const key of findings.required)
    if (isFindings({ ...objects[0], [key]: undefined, ...{ [key]: [[]] } })) check(`findings: ${key} has a type`, false, key);
check('findings: a wrong version is refused', !isFindings({ ...objects[0], version: 2 }));

// SARIF.
const sarifSchema = JSON.parse(fs.readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')));
// A pattern of the schema has a bracket that is only allowed without Unicode.
const ajv04 = formats(new Ajv04({ strict: false, unicodeRegExp: false }));
const isSarif = ajv04.compile(sarifSchema);
for (const args of [[], ['--strict'], ['--max-findings', '3']]) {
    const sarif = JSON.parse(zet(['validate', '--no-config', '--format', 'sarif', ...args, ...corpus, ...cases]));
    const results = sarif.runs[0].results;
    check(`SARIF is what its schema says ${args}`, isSarif(sarif) && results.length > 2, isSarif.errors);
    if (!args.length) check('SARIF has fixes', results.filter((r) => r.fixes).length > 30, results.length);
}
const nothing = JSON.parse(zet(['validate', '--format', 'sarif', '-'], 'game: akron\nmoves: d4\n'));
check('SARIF without a result is what its schema says', isSarif(nothing) && nothing.runs[0].results.length === 0, isSarif.errors);

// Records. What zet finds valid, and knows all keys of, the schema must accept.
const record = JSON.parse(fs.readFileSync('schemas/record.schema.json'));
const isRecord = ajv.compile(record);
const documents = (text) => YAML.parseAllDocuments(text, { schema: 'core', version: '1.2', uniqueKeys: false, logLevel: 'silent' });

// Values that readers of YAML could take for something else.
const misread = JSON.parse(fs.readFileSync('tests/schemas/values.json'));
const quoted = zet(['convert', '--from', 'json', '--to', 'zet', '-'], misread.map((v) => JSON.stringify({ game: 'akron', event: v, moves: '' })).join('\n'));
for (const version of ['1.1', '1.2']) {
    const read = YAML.parseAllDocuments(quoted, { version }).map((d) => d.toJS().event);
    check(`a reader of YAML ${version} reads the values that zet wrote`, misread.every((v, i) => read[i] === v), misread.filter((v, i) => read[i] !== v));
}

let accepted = 0;
const refused = [];
const isKnown = (report) => report.valid && !report.findings.some((f) => f.code === 'unknown-key');
const reports = new Map();
for (const o of objects) reports.set(o.file, [...(reports.get(o.file) ?? []), o]);
for (const [file, of] of reports) {
    if (!of.some(isKnown)) continue;
    const parsed = documents(fs.readFileSync(file, 'utf8'));
    if (parsed.length !== of.length) continue; // a stream that zet cuts otherwise
    parsed.forEach((d, i) => {
        if (!isKnown(of[i]) || d.errors.length) return;
        if (isRecord(d.toJS())) accepted++;
        else refused.push([file, i + 1, isRecord.errors]);
    });
}
check('every valid record of the corpus is what the schema says', accepted > 400 && !refused.length, [accepted, refused]);

// A record and one change: whether zet finds its header in order, the schema does too. What depends on the moves is
// omitted: scores as results, and Hogga's playouts.
const base = {
    akron: 'game: akron\nmoves: d4 e4\n',
    halma: 'game: halma\nvariant: 8x8\nmoves: e1-e2 d8-d7\n',
    hogga: 'game: hogga\nmoves: b10-b9 k4-k5\n',
    husbao: 'game: husbao\nmoves: ""\n',
};
const isInOrder = (report) => !report.findings.some((f) => f.severity !== 'note' && (f.part === 'header' ?
    ['bad-value', 'missing-key', 'unknown-key'].includes(f.code) : f.part === 'playout' && f.code === 'result-mismatch'));
const values = ['x', '1', '"1"', '0', '-1', '007', '1.5', '1000000000', 'true', '~', '""', '[]', '[a, b]', '{}', '{a: b}', '2024-05-01', '2024-??-??',
    '????-??-??', '20??-01-01', '2024-13-01', 'May', '8x8', '16X16', '10x10', 'draw', 'Draw', '"*"', '1-0', '1/2', '½', '0–1', 'zwart', 'Wit', 'remis', 'black',
    'a', 'rules', 'RESIGNATION', 'resigned', '{black: A}', '{black: {name: A, id: 3}}', '{black: {elo: 3}}', '{black: [A]}', '{white: ~}', '{a: A, b: B}',
    '{x-a: 1}', '{repetition: 3}', '{repetition: 1}', '{repetition: 0}', '{size: 8}', '{size: 99}', '{swap: true}', '{swap: yes}', '{swap: "true"}',
    '{touch: Stay}', '{first: white}', '{first: b}', '{evacuation: 30}', '{endless: draw}', '{endless: 7}', '{direction: CW}', '{hops: tall}', 'akron', 'Akron'];
const changes = Object.entries(base).flatMap(([game, text]) =>
    ['zet', 'game', 'variant', 'rules', 'event', 'site', 'date', 'round', 'table', 'players', 'result', 'termination', 'position', 'points',
        ...(game === 'hogga' ? [] : ['playout']), 'comment', 'evnt', 'x-own'].flatMap((key) => values.filter((value) => key !== 'result' || !/[012½]/.test(value)).map((value) =>
            `${text}${key}: ${value}\n`.replace(['game', 'variant'].includes(key) ? new RegExp(`^${key}:.*\\n`, 'm') : /$^/, ''))));
const verdicts = lines(zet(['validate', '--no-config', '--format', 'json', '-'], changes.map((text) => `---\n${text}`).join('')));
const right = verdicts.filter(isInOrder).length;
const says = changes.map((text) => isRecord(documents(text)[0].toJS()));
const differ = changes.filter((text, i) => says[i] !== isInOrder(verdicts[i]));
check('what zet says of a key the schema says',
    verdicts.length === changes.length && right > 500 && changes.length - right > 500 && !differ.length,
    [changes.length, verdicts.length, right, differ.length, differ.slice(0, 30)]);
process.exit(failed ? 1 : 0);
