'use strict';

const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { execFile } = require('node:child_process');
const vscode = require('vscode');
const { sayMissing, isMissing } = require('./program');

const settings = (uri) => vscode.workspace.getConfiguration('lunadiff', uri);
const program = () => settings().get('path') || 'lunadiff';

/** The file that a menu is about: of the explorer, of source control, or the one that is edited. */
function fileOf(target) {
  // An editor that shows tables is no editor of text, and only its tab knows the file.
  const shown = vscode.window.activeTextEditor?.document.uri ?? vscode.window.tabGroups?.activeTabGroup.activeTab?.input?.uri;
  const uri = target?.resourceUri ?? target ?? shown;
  if (uri?.scheme === 'file') {
    const document = vscode.workspace.textDocuments.find((other) => other.uri.toString() === uri.toString());
    if (document?.isDirty) vscode.window.showWarningMessage('lunadiff: the file is compared as it was saved');
    return uri;
  }
  const reasons = { untitled: 'save the file first: what is saved is compared' };
  const reason = uri ? reasons[uri.scheme] ?? `only files can be compared, and this is ${uri.scheme}:` : 'there is no file to compare';
  vscode.window.showErrorMessage(`lunadiff: ${reason}`);
  return undefined;
}

/** Runs the program until it ends or somebody cancels it; gives its status, what it complained of, and why it never began. */
function run(args, directory, token) {
  return new Promise((resolve) => {
    const child = execFile(program(), args, { cwd: directory, maxBuffer: 1 << 26 }, (error, output, complaint) => {
      const status = error ? error.code : 0;
      resolve(typeof status === 'number' ? { status, complaint } : { status: 2, complaint: error.message, error });
    });
    token.onCancellationRequested(() => child.kill());
  });
}

const isFolder = (directory) => fs.stat(directory).then((found) => found.isDirectory(), () => false);

/** Compares two inputs, and opens the page in a tab. */
async function compare(older, newer, directory, title, uri) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lunadiff-'));
  const page = path.join(folder, 'page.html');
  try {
    const args = [older, newer, ...settings(uri).get('arguments', []), '--format', 'html', '--output', page];
    const { status, complaint, error, isCancelled } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `comparing ${title}`, cancellable: true },
      async (progress, token) => ({ ...await run(args, directory, token), isCancelled: token.isCancellationRequested }));
    if (isCancelled) return undefined;
    if (status > 1) {
      if (isMissing(error) && await isFolder(directory)) sayMissing(program());
      else vscode.window.showErrorMessage(complaint.trim() || 'lunadiff could not compare');
      return undefined;
    }
    if (status === 0) vscode.window.setStatusBarMessage(`lunadiff: ${title}: the same`, 8000);
    const panel = vscode.window.createWebviewPanel(
      'lunadiff', title, vscode.ViewColumn.Active, { enableScripts: true, enableFindWidget: true, localResourceRoots: [] });
    panel.webview.html = await fs.readFile(page, 'utf8');
    return panel;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function compareWith(target) {
  const uri = fileOf(target);
  if (!uri) return undefined;
  const chosen = await vscode.window.showOpenDialog({
    title: `Compare ${path.basename(uri.fsPath)} with an older file`,
    openLabel: 'Compare', defaultUri: vscode.Uri.file(path.dirname(uri.fsPath)),
  });
  return chosen?.length ? compareFiles(chosen[0], uri) : undefined;
}

function compareFiles(older, newer) {
  const title = `${path.basename(older.fsPath)} → ${path.basename(newer.fsPath)}`;
  return compare(older.fsPath, newer.fsPath, path.dirname(newer.fsPath), title, newer);
}

async function compareWithHead(target) {
  const uri = fileOf(target);
  if (!uri) return undefined;
  const name = path.basename(uri.fsPath);
  return compare(`HEAD:./${name}`, name.startsWith('-') ? `./${name}` : name, path.dirname(uri.fsPath), `HEAD → ${name}`, uri);
}

/** Compares the two files that are selected, the one that changed first as the older. */
async function compareSelected(target, selected) {
  if (selected?.length !== 2) {
    vscode.window.showErrorMessage('lunadiff: select two files');
    return undefined;
  }
  const dates = await Promise.all(selected.map(async (uri) => (await fs.stat(uri.fsPath)).mtimeMs));
  return dates[0] <= dates[1] ? compareFiles(selected[0], selected[1]) : compareFiles(selected[1], selected[0]);
}

function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('lunadiff.compareWith', compareWith),
    vscode.commands.registerCommand('lunadiff.compareWithHead', compareWithHead),
    vscode.commands.registerCommand('lunadiff.compareSelected', compareSelected));
}

module.exports = { activate };
