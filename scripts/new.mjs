// Writes a first version of a call, a page, a table, a printer language, a symbology or a setting: npm run new -- KIND
// NAME
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMain } from './lib/is-main.mjs';
import { root } from './lib/runtime.mjs';
import { Refusal } from './new/edit.mjs';
import { openTree } from './new/tree.mjs';
import * as call from './new/call.mjs';
import * as language from './new/language.mjs';
import * as page from './new/page.mjs';
import { listOptionalSteps } from './new/recipe.mjs';
import * as setting from './new/setting.mjs';
import * as symbology from './new/symbology.mjs';
import * as table from './new/table.mjs';

/** `plan` edits the tree and returns the files to generate and the steps that remain for a person. Throws a Refusal. */
export const KINDS = { call, page, table, language, symbology, setting };

const OPTIONS = {
  audience: { type: 'string' },
  method: { type: 'string' },
  of: { type: 'string' },
  type: { type: 'string' },
};

const USAGE = [
  'Usage:',
  ...Object.values(KINDS).map((kind) => `  npm run new -- ${kind.usage}`),
].join('\n');

/** Options that a kind does not support. They are refused, because a mistyped option would go unnoticed. */
const listUnknownOptions = (usage, options) =>
  Object.keys(options).filter((name) => !usage.includes(`--${name}`));

const readArguments = (args) => {
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${error.message}\n${USAGE}`);
  }
  const [name, written, ...rest] = parsed.positionals;
  const kind = name !== undefined && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!kind || written === undefined || rest.length > 0) throw new Refusal(USAGE);
  const unknown = listUnknownOptions(kind.usage, parsed.values);
  if (unknown.length > 0)
    throw new Refusal(`--${unknown[0]} is not for this.\nUsage: npm run new -- ${kind.usage}`);
  return { kind, name, written, options: { ...parsed.values } };
};

/** Recipe headings of AGENTS.md by kind; a setting has none. */
const RECIPES = {
  call: 'Call',
  page: 'Page',
  table: 'Table',
  language: 'Printer language',
  symbology: 'Symbology',
};

/** Plans without writing. Returns the result of `plan` and the tree to save. */
export const planNew = (folder, args) => {
  const { kind, name, written, options } = readArguments(args);
  const tree = openTree(folder);
  const guide = readFileSync(join(folder, 'AGENTS.md'), 'utf8');
  const conditions = RECIPES[name] ? listOptionalSteps(guide, RECIPES[name]) : [];
  return { tree, conditions, ...kind.plan(tree, written, options) };
};

/** Lets child processes find the repository's tools without npm. */
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};

const runTool = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} failed\n${stdout ?? ''}${stderr ?? ''}`);
};

/** Writes, formats and generates files. Returns their paths and the remaining steps. */
const runNew = (args) => {
  const { tree, generates, remains, conditions } = planNew(root, args);
  const written = tree.save();
  runTool(
    join(root, 'node_modules/.bin/oxfmt'),
    written.filter((path) => /\.tsx?$/.test(path)),
  );
  if (generates.length > 0)
    runTool(process.execPath, [join(root, 'scripts/generate.mjs'), ...generates]);
  return { paths: [...written, ...generates], remains, conditions };
};

if (isMain(import.meta)) {
  try {
    const { paths, remains, conditions } = runNew(process.argv.slice(2));
    console.log(`Written:\n${paths.map((path) => `  ${path}`).join('\n')}\n`);
    console.log(`For you:\n${remains.map((one, i) => `  ${i + 1}. ${one}`).join('\n')}`);
    if (conditions.length > 0)
      console.log(`\n★: if it applies\n${conditions.map((line) => `  - ${line}`).join('\n')}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
