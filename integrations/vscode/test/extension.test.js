'use strict';
// node test/extension.test.js, with LUNADIFF naming the program

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { execFileSync } = require('node:child_process');
const { vscode, seen, state } = require('./stub');
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
    state.configuration.path = process.env.LUNADIFF;
    seen.errors.length = 0;
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
};

async function main() {
  git('init', '-q');
  write('prices.csv', 'id,price\n1,1.00\n2,2.00\n');
  git('add', '.');
  git('commit', '-qm', 'prices');
  write('prices.csv', 'id,price\n1,1.00\n2,2.50\n');
  write('older.csv', 'id,price\n1,1.00\n');
  state.configuration = { path: process.env.LUNADIFF, arguments: ['--key=id'] };
  extension.activate({ subscriptions: [] });
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
  fs.rmSync(place, { recursive: true });
  process.exitCode = failures ? 1 : 0;
}

main();
