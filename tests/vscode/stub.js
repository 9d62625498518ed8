// As much of VS Code as its client for language servers needs: what it registers is kept, so that a test can call it.
class Disposable {
    constructor(dispose) { this.dispose = dispose ?? (() => {}); }
    static from(...all) { return new Disposable(() => all.forEach((d) => d.dispose())); }
}
class EventEmitter {
    constructor() {
        this.listeners = new Set();
        this.event = (listener, self) => {
            const bound = self ? listener.bind(self) : listener;
            this.listeners.add(bound);
            return new Disposable(() => this.listeners.delete(bound));
        };
    }
    fire(what) { this.listeners.forEach((listener) => listener(what)); }
    dispose() {}
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
    constructor(start, end, line, character) {
        this.start = typeof start === 'number' ? new Position(start, end) : start;
        this.end = typeof start === 'number' ? new Position(line, character) : end;
    }
}
class Uri {
    constructor(path) { Object.assign(this, { scheme: 'file', path, fsPath: path }); }
    toString() { return `file://${this.path}`; }
    static file(path) { return new Uri(path); }
    static parse(text) { return new Uri(text.replace('file://', '')); }
}
class TabInputText { constructor(uri) { this.uri = uri; } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class CodeActionKind {
    constructor(value) { this.value = value; }
    append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
}
const actions = { Empty: '', QuickFix: 'quickfix', Refactor: 'refactor', Source: 'source', SourceOrganizeImports: 'source.organizeImports' };
for (const [name, value] of Object.entries(actions)) CodeActionKind[name] = new CodeActionKind(value);

const providers = {}, documents = [], events = {}, shown = {}, messages = [];
const event = (name) => (events[name] ??= new EventEmitter()).event;
// Other members are events, or not there.
const withEvents = (members) => new Proxy(members, {
    get: (of, name) => (name in of ? of[name] : typeof name === 'string' && name.startsWith('on') ? event(name) : undefined),
});
const vscode = {
    Disposable, EventEmitter, Position, Range, Uri, TabInputText, Diagnostic, CodeActionKind,
    CancellationTokenSource: class { token = { isCancellationRequested: false, onCancellationRequested: event('cancel') }; cancel() {} dispose() {} },
    workspace: withEvents({
        textDocuments: documents, notebookDocuments: [], isTrusted: true,
        getConfiguration: (section) => ({ get: (key, usual) => (section === 'zet' && key === 'path' ? process.env.ZET : usual) }),
        getWorkspaceFolder: () => undefined,
    }),
    window: withEvents({
        visibleTextEditors: [],
        tabGroups: { get all() { return [{ tabs: documents.map((d) => ({ input: new TabInputText(d.uri) })) }]; }, onDidChangeTabs: event('tabs') },
        createOutputChannel: () => ({ append: (m) => messages.push(m), appendLine: (m) => messages.push(m), error: (m) => messages.push(m), show() {}, dispose() {} }),
        showErrorMessage: async (message) => messages.push(message),
    }),
    languages: new Proxy({
        createDiagnosticCollection: () => ({
            set: (uri, all) => { shown[uri] = all; }, delete: (uri) => { delete shown[uri]; }, clear() {}, dispose() {},
        }),
        match: (selector, document) => ([].concat(selector).some((s) => s.language === document.languageId) ? 10 : 0),
    }, {
        get: (of, name) => of[name] ?? (!String(name).startsWith('register') ? event(String(name)) : (selector, provider) => {
            providers[name] = provider;
            return new Disposable();
        }),
    }),
    commands: { registerCommand: () => new Disposable(), executeCommand: async () => {} },
    env: { language: 'en', appName: 'stub' },
    extensions: { getExtension: () => undefined, all: [] },
    version: '1.90.0',
    stub: { providers, documents, shown, messages },
};
// Classes that the client derives its own from, and lists of names.
const others = {};
const other = () => new Proxy(class { constructor(...args) { this.args = args; } }, {
    get: (of, name) => (name in of ? of[name] : typeof name === 'string' ? name : undefined),
});
module.exports = new Proxy(vscode, {
    get: (of, name) => (name in of ? of[name] : typeof name !== 'string' || name === '__esModule' ? undefined : (others[name] ??= other())),
});
