// Starts `zet lsp` for YAML files that hold game records: the program of the setting zet.path, or else the one in program/, in
// WebAssembly, which the editor itself runs as Node.
const path = require('path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

const isRecord = (uri) => {
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
    return document !== undefined && /^game\s*:/m.test(document.getText());
};

exports.activate = () => {
    const own = vscode.workspace.getConfiguration('zet').get('path', '');
    const bundled = {
        command: process.execPath,
        args: [path.join(__dirname, 'program', 'cli.js'), 'lsp'],
        options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    };
    client = new LanguageClient('zet', 'zet', own ? { command: own, args: ['lsp'] } : bundled, {
        documentSelector: [{ language: 'yaml' }],
        // Other YAML files are not records, and have no mistakes as such.
        middleware: {
            handleDiagnostics: (uri, diagnostics, next) => next(uri, isRecord(uri) ? diagnostics : []),
            provideDiagnostics: (document, before, token, next) =>
                (isRecord(document.uri ?? document) ? next(document, before, token) : { kind: 'full', items: [] }),
            provideCodeLenses: (document, token, next) => (isRecord(document.uri) ? next(document, token) : []),
        },
    });
    return client.start();
};

exports.deactivate = () => client && client.stop();
