'use strict';
// As much of the editor's interface as the extension uses; what it does is kept in `seen`.

const Module = require('node:module');

const seen = { commands: {}, panels: [], errors: [], warnings: [], status: [], opened: [] };

class Uri {
  constructor(file) { this.scheme = 'file'; this.fsPath = file; this.path = file; }
  static file(file) { return new Uri(file); }
  static parse(text) { return new Uri(decodeURIComponent(text.replace('file://', ''))); }
  toString() { return `file://${encodeURI(this.fsPath)}`; }
}

const state = { configuration: {}, chosen: undefined, button: undefined, editor: undefined, tab: undefined, documents: [], cancels: false };

const vscode = {
  Uri,
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
    get textDocuments() { return state.documents; },
  },
  commands: {
    registerCommand: (name, body) => {
      seen.commands[name] = body;
      return { dispose() {} };
    },
    executeCommand: (...args) => { seen.opened.push(args); },
  },
  env: { openExternal: (uri) => { seen.opened.push([uri.path]); } },
};

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

module.exports = { vscode, seen, state };
