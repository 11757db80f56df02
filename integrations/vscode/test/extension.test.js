'use strict';
// node test/extension.test.js, with LUNADIFF naming the program

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { execFileSync } = require('node:child_process');
const { vscode, seen, state, listeners } = require('./stub');
const extension = require('../extension');

const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'vscode-')));
process.env.TMPDIR = fs.mkdtempSync(path.join(place, 'pages-'));
const file = (name) => path.join(place, name);
const write = (name, text) => fs.writeFileSync(file(name), text);
const git = (...args) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: place });

async function until(condition) {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`nothing came: ${condition}`);
}

function opened(name, text) {
  const document = {
    uri: vscode.Uri.file(file(name)), languageId: 'lua', version: 1, getText: () => document.text, text,
  };
  listeners.open(document);
  return document;
}

const tests = {
  async 'a file is compared with HEAD, and the page opens in a tab'() {
    const panel = await seen.commands['lunadiff.compareWithHead'](vscode.Uri.file(file('prices.csv')));
    assert.strictEqual(panel.title, 'HEAD → prices.csv');
    assert.match(panel.webview.html, /^<!DOCTYPE html>/i);
    assert.match(panel.webview.html, /2\.50/);
    assert.strictEqual(panel.options.enableScripts, true);
    assert.deepStrictEqual(fs.readdirSync(process.env.TMPDIR), []);
  },
  async 'so is one of source control'() {
    const panel = await seen.commands['lunadiff.compareWithHead']({ resourceUri: vscode.Uri.file(file('prices.csv')) });
    assert.match(panel.webview.html, /2\.50/);
  },
  async 'a file is compared with one that is chosen, and with none if none is'() {
    state.chosen = [vscode.Uri.file(file('older.csv'))];
    const panel = await seen.commands['lunadiff.compareWith'](vscode.Uri.file(file('prices.csv')));
    assert.strictEqual(panel.title, 'older.csv → prices.csv');
    state.chosen = undefined;
    assert.strictEqual(await seen.commands['lunadiff.compareWith'](vscode.Uri.file(file('prices.csv'))), undefined);
  },
  async 'of two that are selected the one that changed first is the older'() {
    fs.utimesSync(file('older.csv'), 1, 1);
    const both = [vscode.Uri.file(file('prices.csv')), vscode.Uri.file(file('older.csv'))];
    const panel = await seen.commands['lunadiff.compareSelected'](both[0], both);
    assert.strictEqual(panel.title, 'older.csv → prices.csv');
  },
  async 'what cannot be compared is said in the words of the program'() {
    const count = seen.panels.length;
    state.chosen = [vscode.Uri.file(file('absent.csv'))];
    await seen.commands['lunadiff.compareWith'](vscode.Uri.file(file('prices.csv')));
    assert.match(seen.errors.pop(), /absent\.csv: cannot open: No such file/);
    assert.strictEqual(seen.panels.length, count);
    await seen.commands['lunadiff.compareWithHead'](undefined);
    assert.strictEqual(seen.errors.pop(), 'lunadiff: there is no file to compare');
  },
  async 'a program that is not there is said'() {
    state.configuration.path = file('nothing');
    await seen.commands['lunadiff.compareWithHead'](vscode.Uri.file(file('prices.csv')));
    assert.match(seen.errors.pop(), /nothing cannot be run: is it installed\? The setting lunadiff\.path names it/);
    for (const [button, expected] of [['How to install it', /docs\/install\.md$/], ['Open settings', /openSettings$/]]) {
      state.button = button;
      await seen.commands['lunadiff.compareWithHead'](vscode.Uri.file(file('prices.csv')));
      await until(() => expected.test(seen.opened.at(-1)?.[0]));
    }
    state.button = undefined;
    seen.errors.length = 0;
    listeners.configuration({ affectsConfiguration: (name) => name === 'lunadiff.path' });
    await until(() => /nothing cannot be run/.test(seen.errors.at(-1)));
    state.configuration.path = process.env.LUNADIFF;
    seen.errors.length = 0;
    // Twice, as where two settings change at once: no server is left behind, or this test would not end.
    for (const _ of [1, 2]) listeners.configuration({ affectsConfiguration: (name) => name === 'lunadiff.path' });
  },
  async 'what is no saved file is not compared, and what is not saved is said'() {
    const count = seen.panels.length;
    for (const [scheme, words] of [['untitled', /save the file first/], ['git', /only files can be compared, and this is git:/]]) {
      state.editor = { document: { uri: { scheme, toString: () => `${scheme}:x` } } };
      await seen.commands['lunadiff.compareWithHead'](undefined);
      assert.match(seen.errors.pop(), words);
    }
    assert.strictEqual(seen.panels.length, count);
    state.editor = undefined;
    state.tab = { input: { uri: vscode.Uri.file(file('prices.csv')) } };
    state.documents = [{ uri: vscode.Uri.file(file('prices.csv')), isDirty: true }];
    assert.match((await seen.commands['lunadiff.compareWithHead'](undefined)).webview.html, /2\.50/);
    assert.match(seen.warnings.pop(), /as it was saved/);
    Object.assign(state, { tab: undefined, documents: [] });
    await seen.commands['lunadiff.compareSelected'](undefined, [vscode.Uri.file(file('prices.csv'))]);
    assert.match(seen.errors.pop(), /select two files/);
  },
  async 'a file outside of git, and a folder that is gone, are said in words'() {
    const outside = fs.mkdtempSync(path.join(path.dirname(place), 'outside-'));
    fs.writeFileSync(path.join(outside, '-x.csv'), 'id\n1\n');
    const uri = vscode.Uri.file(path.join(outside, '-x.csv'));
    await seen.commands['lunadiff.compareWithHead'](uri);
    assert.match(seen.errors.pop(), /not a git repository/);
    state.chosen = [vscode.Uri.file(file('older.csv'))];
    assert.ok(await seen.commands['lunadiff.compareWith'](uri));
    state.chosen = undefined;
    fs.rmSync(outside, { recursive: true });
    await seen.commands['lunadiff.compareWithHead'](uri);
    assert.doesNotMatch(seen.errors.pop(), /is it installed/);
  },
  async 'a comparison that is cancelled opens nothing and says nothing'() {
    const count = seen.panels.length;
    state.cancels = true;
    await seen.commands['lunadiff.compareWithHead'](vscode.Uri.file(file('prices.csv')));
    state.cancels = false;
    assert.deepStrictEqual([seen.panels.length, seen.errors.length], [count, 0]);
  },
  async 'rules are checked while they are typed, and what is proposed is done'() {
    const document = opened('rules.lua', '--- @data older.csv prices.csv\nreturn {\n  ignore = "prise",\n}\n');
    await until(() => seen.diagnostics.get(file('rules.lua'))?.length);
    const [said] = seen.diagnostics.get(file('rules.lua'));
    assert.match(said.message, /unknown column 'prise'/);
    assert.strictEqual(said.severity, 0);
    assert.strictEqual(said.range.start.line, 2);
    document.text = '--- @data older.csv prices.csv\nreturn {\n  identity = function(r) return r.id end,\n}\n';
    document.version = 2;
    listeners.change({ document });
    await until(() => seen.diagnostics.get(file('rules.lua'))?.[0]?.code === 'declare');
    const span = new vscode.Range(new vscode.Position(2, 4), new vscode.Position(2, 4));
    const [action] = await seen.providers.actions.provideCodeActions(document, span);
    assert.strictEqual(action.title, 'declare this: identity = "id"');
    assert.strictEqual(action.edit.edits[0].text, 'identity = "id"');
    const hover = await seen.providers.hover.provideHover(document, new vscode.Position(2, 34));
    assert.match(hover.contents.value, /column `id`/);
    const items = await seen.providers.completion.provideCompletionItems(document, new vscode.Position(2, 34));
    assert.ok(items.some((item) => item.label === 'price'));
  },
  async 'tests are run from above them'() {
    const document = opened('prices.test.lua', fs.readFileSync(file('prices.test.lua'), 'utf8'));
    const lenses = await seen.providers.lenses.provideCodeLenses(document);
    assert.deepStrictEqual(lenses.map((lens) => lens.command.title), ['run all tests', 'with coverage', 'run test']);
    const result = await seen.commands['lunadiff.test'](...lenses[0].command.arguments);
    assert.strictEqual(result.failed, 1);
    await until(() => seen.diagnostics.get(file('prices.test.lua'))?.length === 1);
    assert.ok(seen.lenses > 0);
  },
  async 'a file that is named is gone to'() {
    write('named.test.lua', 'return { rules = "rules.lua" }\n');
    write('rules.lua', 'return {}\n');
    const document = opened('named.test.lua', 'return { rules = "rules.lua" }\n');
    const found = await seen.providers.definition.provideDefinition(document, new vscode.Position(0, 20));
    assert.strictEqual(found.uri.fsPath, file('rules.lua'));
  },
  async 'debugging and tasks run the program'() {
    const adapter = seen.providers.adapter.createDebugAdapterDescriptor();
    assert.deepStrictEqual(adapter.values, [process.env.LUNADIFF, ['dap']]);
    state.editor = { document: { languageId: 'lua', uri: vscode.Uri.file(file('rules.lua')) } };
    const folder = { uri: vscode.Uri.file(place) };
    const made = seen.providers.debug.resolveDebugConfiguration(folder, {});
    assert.deepStrictEqual([made.type, made.program, made.cwd], ['lunadiff', file('rules.lua'), place]);
    const given = seen.providers.debug.resolveDebugConfiguration(folder, { type: 'lunadiff', args: ['test'], cwd: '/' });
    assert.deepStrictEqual(given, { type: 'lunadiff', args: ['test'], cwd: '/' });
    const [task] = seen.providers.tasks.provideTasks();
    assert.deepStrictEqual(task.values[0], { type: 'lunadiff', args: ['test'] });
    assert.strictEqual(task.values[5], '$lunadiff');
    assert.strictEqual(seen.providers.tasks.resolveTask({ definition: {} }), undefined);
  },
};

async function main() {
  git('init', '-q');
  write('prices.csv', 'id,price\n1,1.00\n2,2.00\n');
  git('add', '.');
  git('commit', '-qm', 'prices');
  write('prices.csv', 'id,price\n1,1.00\n2,2.50\n');
  write('older.csv', 'id,price\n1,1.00\n');
  write('prices.test.lua', 'return { ["too strict"] = { old = "id\\n1\\n", new = "id\\n2\\n", expect = { inserted = 0 }, key = "id" } }\n');
  state.configuration = { path: process.env.LUNADIFF, arguments: ['--key=id'], server: true };
  state.folders = [{ uri: vscode.Uri.file(place), name: 'place' }];
  await extension.activate({ subscriptions: [] });
  let failures = 0;
  for (const [name, body] of Object.entries(tests)) {
    try {
      await body();
      console.log(`ok   ${name}`);
    } catch (error) {
      failures += 1;
      console.log(`FAIL ${name}: ${error.stack}`);
    }
  }
  await extension.deactivate();
  fs.rmSync(place, { recursive: true });
  process.exitCode = failures ? 1 : 0;
}

main();
