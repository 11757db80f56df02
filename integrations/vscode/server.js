'use strict';

const vscode = require('vscode');
const { Connection } = require('./connection');
const { sayMissing, isMissing } = require('./program');

const selector = { language: 'lua', scheme: 'file' };

const position = (place) => new vscode.Position(place.line, place.character);
const range = (span) => new vscode.Range(position(span.start), position(span.end));
const plain = (place) => ({ line: place.line, character: place.character });
const markdown = (content) => new vscode.MarkdownString(typeof content === 'string' ? content : content.value);
const at = (document, place) => ({ textDocument: { uri: document.uri.toString() }, position: plain(place) });

/** Shows in the editor what `lunadiff lsp` says. */
class Server {
  constructor(command, directory) {
    this.diagnostics = vscode.languages.createDiagnosticCollection('lunadiff');
    this.lensesChanged = new vscode.EventEmitter();
    this.parts = [this.diagnostics, this.lensesChanged];
    this.connection = new Connection(
      command, ['lsp'], directory, (method, parameters) => this.receive(method, parameters),
      (reason, error) => (isMissing(error) ? sayMissing(command) : vscode.window.showErrorMessage(`lunadiff lsp: ${reason}`)));
    this.ready = this.connection.request('initialize', {
      processId: process.pid,
      rootUri: directory ? vscode.Uri.file(directory).toString() : null,
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    }).then(() => {
      this.connection.notify('initialized', {});
      this.follow();
      this.provide();
    }, () => {});
  }

  receive(method, parameters) {
    if (method === 'textDocument/publishDiagnostics') {
      this.diagnostics.set(vscode.Uri.parse(parameters.uri), parameters.diagnostics.map((said) => {
        const shown = new vscode.Diagnostic(range(said.range), said.message, said.severity - 1);
        shown.source = said.source;
        shown.code = said.code;
        shown.tags = said.tags;
        return shown;
      }));
    }
    if (method === 'workspace/codeLens/refresh') this.lensesChanged.fire();
    return null;
  }

  // Documents

  follow() {
    const whole = (document) => document.languageId === 'lua' && document.uri.scheme === 'file';
    const identifier = (document) => ({ uri: document.uri.toString(), version: document.version });
    const open = (document) => {
      if (!whole(document)) return;
      const content = { ...identifier(document), languageId: 'lua', text: document.getText() };
      this.connection.notify('textDocument/didOpen', { textDocument: content });
    };
    vscode.workspace.textDocuments.forEach(open);
    this.parts.push(
      vscode.workspace.onDidOpenTextDocument(open),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!whole(document)) return;
        const changes = [{ text: document.getText() }];
        this.connection.notify('textDocument/didChange', { textDocument: identifier(document), contentChanges: changes });
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (whole(document)) this.connection.notify('textDocument/didSave', { textDocument: identifier(document) });
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (whole(document)) this.connection.notify('textDocument/didClose', { textDocument: identifier(document) });
      }));
  }

  // What is asked

  async ask(method, parameters) {
    try {
      return await this.connection.request(method, parameters);
    } catch {
      return null;
    }
  }

  provide() {
    const languages = vscode.languages;
    this.parts.push(
      languages.registerHoverProvider(selector, {
        provideHover: async (document, place) => {
          const hover = await this.ask('textDocument/hover', at(document, place));
          return hover && new vscode.Hover(markdown(hover.contents), range(hover.range));
        },
      }),
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, place) =>
          (await this.ask('textDocument/completion', at(document, place)) ?? []).map((offered) => {
            const item = new vscode.CompletionItem(offered.label, offered.kind - 1);
            item.insertText = offered.insertText;
            if (offered.documentation) item.documentation = markdown(offered.documentation);
            return item;
          }),
      }, '.', '"', "'", '{'),
      languages.registerDefinitionProvider(selector, {
        provideDefinition: async (document, place) => {
          const found = await this.ask('textDocument/definition', at(document, place));
          return found && new vscode.Location(vscode.Uri.parse(found.uri), range(found.range));
        },
      }),
      languages.registerCodeActionsProvider(selector, {
        provideCodeActions: async (document, span) => {
          const parameters = {
            textDocument: { uri: document.uri.toString() }, range: { start: plain(span.start), end: plain(span.end) },
            context: { diagnostics: [] },
          };
          return (await this.ask('textDocument/codeAction', parameters) ?? []).map((offered) => {
            const action = new vscode.CodeAction(offered.title, vscode.CodeActionKind.QuickFix);
            action.isPreferred = offered.isPreferred;
            action.edit = new vscode.WorkspaceEdit();
            for (const [uri, edits] of Object.entries(offered.edit.changes)) {
              for (const edit of edits) action.edit.replace(vscode.Uri.parse(uri), range(edit.range), edit.newText);
            }
            return action;
          });
        },
      }),
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: async (document) => {
          const parameters = { textDocument: { uri: document.uri.toString() } };
          return (await this.ask('textDocument/codeLens', parameters) ?? []).map(
            (lens) => new vscode.CodeLens(range(lens.range), lens.command));
        },
      }),
      vscode.commands.registerCommand('lunadiff.test', (...args) => this.test(args)));
  }

  /** Runs tests as a lens asks for them. */
  async test(args) {
    try {
      const result = await this.connection.request('workspace/executeCommand', { command: 'lunadiff.test', arguments: args });
      vscode.window.setStatusBarMessage(`lunadiff: ${result.passed} passed, ${result.failed} failed`, 8000);
      return result;
    } catch (error) {
      vscode.window.showErrorMessage(`lunadiff: ${error.message}`);
      return null;
    } finally {
      this.lensesChanged.fire();
    }
  }

  dispose() {
    for (const part of this.parts) part.dispose();
    return this.connection.close();
  }
}

module.exports = { Server };
