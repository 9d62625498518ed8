// Starts `zet lsp` for YAML files that hold game records.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

const isRecord = (uri) => {
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
    return document !== undefined && /^game\s*:/m.test(document.getText());
};

exports.activate = () => {
    const command = vscode.workspace.getConfiguration('zet').get('path', 'zet');
    client = new LanguageClient('zet', 'zet', { command, args: ['lsp'] }, {
        documentSelector: [{ language: 'yaml' }],
        // Other YAML files are not records, and have no mistakes as such.
        middleware: {
            handleDiagnostics: (uri, diagnostics, next) => next(uri, isRecord(uri) ? diagnostics : []),
            provideCodeLenses: (document, token, next) => (isRecord(document.uri) ? next(document, token) : []),
        },
    });
    return client.start();
};

exports.deactivate = () => client && client.stop();
