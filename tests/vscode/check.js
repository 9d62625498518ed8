const vscode = require('vscode');
const extension = require('./extension.js');
const { providers, documents, shown, messages } = vscode.stub;

let failed = false;
const check = (name, holds, why) => {
    failed ||= !holds;
    console.log(holds ? 'ok' : 'not ok', name);
    if (!holds) console.log('#', JSON.stringify(why)?.slice(0, 2000));
};
const document = (path, text) => ({
    uri: vscode.Uri.file(path), languageId: 'yaml', version: 1, getText: () => text, fileName: path, isClosed: false, lineCount: 4,
});
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const soon = async (holds) => {
    for (let i = 0; i < 100 && !holds(); i++) await new Promise((done) => setTimeout(done, 100));
};

(async () => {
    const record = document('/record.yaml', 'game: hogga\nmoves: |\n  1. b10-b9 k4-k5\n  2. b9-b6 k5-k6\n');
    const other = document('/pod.yaml', 'kind: Pod\n');
    documents.push(record, other);
    await extension.activate();
    await soon(() => shown[record.uri] && shown[other.uri]);
    check('the extension starts zet lsp', messages.length === 0, messages);
    const [found] = shown[record.uri] ?? [];
    check('it shows what is wrong', found && found.code.value === 'illegal-move/no-hurdle' && String(found.code.target).endsWith('/code-illegal-move-no-hurdle.html') && found.range.start.line === 3 && found.range.start.character === 5 &&
        found.range.end.character === 10, shown);
    check('it shows nothing for YAML that is no record', shown[other.uri]?.length === 0, shown);
    const hover = await providers.registerHoverProvider.provideHover(record, new vscode.Position(2, 6), token);
    check('it shows the board after a move', JSON.stringify(hover).includes('ply 1'), hover);
    const moves = await providers.registerCompletionItemProvider.provideCompletionItems(record, new vscode.Position(3, 8), token, {});
    check('it offers legal moves', (moves.items ?? moves).some((m) => m.insertText === 'b9-a8'), moves);
    const lenses = await providers.registerCodeLensProvider.provideCodeLenses(record, token);
    check('it says the state of a record above it', lenses[0]?.command.title === 'open, 2 plies, not valid', lenses);
    check('it says nothing above others', (await providers.registerCodeLensProvider.provideCodeLenses(other, token)).length === 0);
    const edits = await providers.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(record, { tabSize: 2, insertSpaces: true }, token);
    check('it formats', Array.isArray(edits), edits);
    await extension.deactivate();
    check('it stops', messages.length === 0, messages);
    process.exit(failed ? 1 : 0);
})().catch((error) => {
    console.log('not ok the extension runs');
    console.log('#', error.stack.replace(/\n/g, '\n# '));
    process.exit(1);
});
