'use strict';
// The recipe of docs/editors.md, on what the program prints: node test/recipe.test.js, with LUNADIFF naming the program

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const page = fs.readFileSync(path.join(__dirname, '../../../docs/editors.md'), 'utf8');
const { tasks: [task] } = JSON.parse(/```json\n(\{\n  "version"[^]*?)```/.exec(page)[1]);
const { pattern } = task.problemMatcher;
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'recipe-'));
const file = path.join(place, 'rules.lua');

/** The problems that the editor would show for rules. */
function problems(rules) {
  fs.writeFileSync(file, rules);
  const { stdout, stderr } = spawnSync(process.env.LUNADIFF, task.args.map((word) => word.replace('${file}', file)), { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n').map((line) => new RegExp(pattern.regexp).exec(line)).filter(Boolean).map(
    (found) => ['file', 'line', 'column', 'severity', 'message'].map((part) => found[pattern[part]]));
}

assert.strictEqual(task.command, 'lunadiff');
assert.strictEqual(task.problemMatcher.fileLocation, 'absolute');
assert.deepStrictEqual(problems('return {\n  identity = "id",\n}\n'), []);
assert.deepStrictEqual(
  problems('return {\n  igmore = "id",\n}\n'),
  [[file, '2', '3', 'error', "unknown rule 'igmore'; did you mean 'ignore'?"]]);
assert.deepStrictEqual(
  problems('return {\n  ignore = { "a", "b" },\n  equal = { a = luna.compare.number(1), b = luna.compare.date() },\n}\n'),
  [[file, '3', '13', 'warning', "'a' is ignored: it has no effect"], [file, '3', '41', 'warning', "'b' is ignored: it has no effect"]]);
fs.rmSync(place, { recursive: true });
console.log('ok   the recipe');
