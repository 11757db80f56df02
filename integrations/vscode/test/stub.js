'use strict';
// As much of the editor's interface as the extension uses; what it does is kept in `seen`.

const Module = require('node:module');

const seen = { commands: {}, providers: {}, panels: [], errors: [], warnings: [], status: [], opened: [], diagnostics: new Map(), lenses: 0 };
const listeners = {};
const on = (name) => (body) => {
  listeners[name] = body;
  return { dispose() {} };
};
const provider = (name) => (...args) => {
  seen.providers[name] = args.find((arg) => typeof arg === 'object' && arg !== null && !arg.language);
  return { dispose() {} };
};

class Uri {
  constructor(file) { this.scheme = 'file'; this.fsPath = file; this.path = file; }
  static file(file) { return new Uri(file); }
  static parse(text) { return new Uri(decodeURIComponent(text.replace('file://', ''))); }
  toString() { return `file://${encodeURI(this.fsPath)}`; }
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Holder { constructor(...values) { this.values = values; } }
class Diagnostic { constructor(span, message, severity) { Object.assign(this, { range: span, message, severity }); } }
class CompletionItem { constructor(label, kind) { Object.assign(this, { label, kind }); } }
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class CodeLens { constructor(span, command) { Object.assign(this, { range: span, command }); } }
class MarkdownString { constructor(value) { this.value = value; } }
class Hover { constructor(contents, span) { Object.assign(this, { contents, range: span }); } }
class WorkspaceEdit {
  constructor() { this.edits = []; }
  replace(uri, span, text) { this.edits.push({ uri, range: span, text }); }
}
class EventEmitter {
  constructor() { this.event = () => ({ dispose() {} }); }
  fire() { seen.lenses += 1; }
  dispose() {}
}

const state = { configuration: {}, chosen: undefined, button: undefined, editor: undefined, tab: undefined, folders: [], documents: [], cancels: false };

const vscode = {
  Uri, Position, Range, Diagnostic, CompletionItem, CodeAction, CodeLens, MarkdownString, Hover, WorkspaceEdit, EventEmitter,
  Location: class { constructor(uri, span) { Object.assign(this, { uri, range: span }); } },
  Task: Holder, ProcessExecution: Holder, DebugAdapterExecutable: Holder,
  TaskScope: { Workspace: 2 }, TaskGroup: { Test: 'test' }, CodeActionKind: { QuickFix: 'quickfix' },
  ViewColumn: { Active: -1 }, ProgressLocation: { Notification: 15 },
  window: {
    get activeTextEditor() { return state.editor; },
    get tabGroups() { return { activeTabGroup: { activeTab: state.tab } }; },
    showErrorMessage: async (text, ...buttons) => {
      seen.errors.push(text);
      return buttons.find((button) => button === state.button);
    },
    showWarningMessage: (text) => { seen.warnings.push(text); },
    setStatusBarMessage: (text) => { seen.status.push(text); },
    showOpenDialog: async () => state.chosen,
    withProgress: (options, body) => body({}, {
      isCancellationRequested: state.cancels,
      onCancellationRequested: (cancel) => { if (state.cancels) cancel(); },
    }),
    createWebviewPanel: (type, title, column, options) => {
      const panel = { type, title, options, webview: {} };
      seen.panels.push(panel);
      return panel;
    },
  },
  workspace: {
    getConfiguration: () => ({ get: (name, fallback) => state.configuration[name] ?? fallback }),
    get workspaceFolders() { return state.folders; },
    get textDocuments() { return state.documents; },
    onDidOpenTextDocument: on('open'), onDidChangeTextDocument: on('change'), onDidSaveTextDocument: on('save'),
    onDidCloseTextDocument: on('close'), onDidChangeConfiguration: on('configuration'),
  },
  commands: {
    registerCommand: (name, body) => {
      seen.commands[name] = body;
      return { dispose() {} };
    },
    executeCommand: (...args) => { seen.opened.push(args); },
  },
  env: { openExternal: (uri) => { seen.opened.push([uri.path]); } },
  tasks: { registerTaskProvider: provider('tasks') },
  debug: {
    registerDebugAdapterDescriptorFactory: provider('adapter'), registerDebugConfigurationProvider: provider('debug'),
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => seen.diagnostics.set(uri.fsPath, list), dispose() {} }),
    registerHoverProvider: provider('hover'), registerCompletionItemProvider: provider('completion'),
    registerDefinitionProvider: provider('definition'), registerCodeActionsProvider: provider('actions'),
    registerCodeLensProvider: provider('lenses'),
  },
};

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

module.exports = { vscode, seen, state, listeners };
