'use strict';
// What the manifest names is there, and what the extension registers is named.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const code = fs.readFileSync(path.join(root, 'extension.js'), 'utf8');
const { contributes } = manifest;

for (const field of ['name', 'publisher', 'version', 'engines', 'main', 'displayName', 'license', 'categories']) {
  assert.ok(manifest[field], field);
}
assert.match(manifest.name, /^[a-z][a-z0-9-]*$/);
assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
assert.match(manifest.engines.vscode, /^\^1\.\d+\.\d+$/);
assert.ok(fs.existsSync(path.join(root, manifest.main)));
assert.strictEqual(manifest.dependencies, undefined);
const packed = fs.readFileSync(path.join(root, '../../packaging/vsix.py'), 'utf8');
for (const name of fs.readdirSync(root).filter((entry) => entry.endsWith('.js'))) assert.ok(packed.includes(`"${name}"`), name);

const commands = contributes.commands.map((entry) => entry.command);
for (const command of commands) assert.ok(code.includes(`registerCommand('${command}'`), command);
for (const [menu, entries] of Object.entries(contributes.menus)) {
  for (const entry of entries) {
    assert.ok(commands.includes(entry.command), `${menu}: ${entry.command}`);
    const pattern = /=~ \/(.*)\/i/.exec(entry.when);
    if (!pattern) continue;
    const fits = new RegExp(pattern[1], 'i');
    for (const name of ['a.csv', 'A.JSON', 'b.jsonl.gz', 'c.tsv.zst']) assert.ok(fits.test(name), name);
    for (const name of ['a.lua', 'csv', 'a.csv.txt', 'a.gz']) assert.ok(!fits.test(name), name);
  }
}
const used = [...code.matchAll(/\.get\('(\w+)'/g)].map((match) => `lunadiff.${match[1]}`);
assert.deepStrictEqual([...new Set(used)].sort(), Object.keys(contributes.configuration.properties).sort());

const categories = ['Programming Languages', 'Snippets', 'Linters', 'Themes', 'Debuggers', 'Formatters', 'Keymaps', 'SCM Providers',
  'Other', 'Extension Packs', 'Language Packs', 'Data Science', 'Machine Learning', 'Visualization', 'Notebooks', 'Education', 'Testing'];
for (const category of manifest.categories) assert.ok(categories.includes(category), category);
console.log('ok   the manifest');
