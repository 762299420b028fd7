import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeInFull } from '../../e2e/support/full-run.ts';
import { expandBraces } from '../lib/docs.mjs';
import { findPlaceholders } from '../lib/placeholders.mjs';
import { root } from '../lib/runtime.mjs';
import { KINDS, planNew } from '../new.mjs';
import { copyRepository } from './copy-repository.mjs';
import { addImport } from './edit.mjs';
import { openTree } from './tree.mjs';
import { toVerb } from './verb.mjs';

/** A sample of every kind, and of every option that registers it elsewhere; several of what goes into one line. */
const SAMPLES = [
  'call notice/sampleList',
  'call community/sample/samplePublic --audience public',
  'call print-api/sampleByKey --audience key',
  'call notice/sampleAdd --method PUT',
  'page user/samplePage',
  'page tools/sampleTool',
  'page sampleInfo',
  'table sample_row',
  'table sample_word --of site',
  'language samplang',
  'language otherlang',
  'symbology sample-code',
  'symbology other-code',
  'setting SAMPLE_TEXT',
  'setting SAMPLE_FLAG --type flag',
];

const planLine = (line) => planNew(root, line.split(' '));

/** Paths a sentence names. */
const listPaths = (text) =>
  (
    text.match(
      /(?:apps|bench|compat|deploy|docs|e2e|fixtures|packages|scripts)\/(?:\{[\w./,-]+\}|[\w./$+[\]-])*[\w}]/g,
    ) ?? []
  ).flatMap(expandBraces);

/** Files of ours that a source imports, as far as their place is told by the specifier. */
const listImported = (path, source) =>
  Array.from(source.matchAll(/from '([^']+)'/g), ([, specifier]) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
    const [, name, rest] = /^@yunbiao\/(contract|ui)\/(.+)$/.exec(specifier) ?? [];
    if (rest === undefined) return null;
    return `packages/${name}/src/${rest}${/\.tsx?$/.test(rest) ? '' : '.ts'}`;
  }).filter((item) => item !== null);

/** A tree in which a plan has been carried out and formatted; nothing is written to the repository. */
const openAfter = (line) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-after-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pending = [...planLine(line).tree.listPending()];
  for (const [path, text] of pending) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const formatted = pending.map(([path]) => path).filter((path) => /\.tsx?$/.test(path));
  const { status, stderr } = spawnSync(
    join(root, 'node_modules/.bin/oxfmt'),
    ['-c', join(root, '.oxfmtrc.json'), ...formatted],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const tree = openTree(root);
  for (const [path] of pending) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (tree.exists(path)) tree.edit(path, () => text);
    else tree.create(path, text);
  }
  return tree;
};

/** Lines a plan adds to a file. */
const listAdded = (line, path) => {
  const { tree } = planLine(line);
  const before = new Set(planNew(root, ['setting', 'UNUSED']).tree.read(path).split('\n'));
  return (tree.listPending().get(path) ?? '').split('\n').filter((item) => !before.has(item));
};

describe('npm run new', () => {
  it('has a sample here of every kind', () => {
    expect([...new Set(SAMPLES.map((line) => line.split(' ')[0]))]).toEqual(Object.keys(KINDS));
  });

  it.each(SAMPLES)(
    '%s: writes a test, and leaves only files that are there to a person',
    (line) => {
      const { tree, remains, generates } = planLine(line);
      const paths = [...tree.listPending().keys()];
      expect(paths.filter((path) => /\.test\.tsx?$/.test(path))).not.toEqual([]);
      expect(generates.filter((path) => !existsSync(join(root, path)))).toEqual([]);
      const imported = [...tree.listPending()].flatMap(([path, text]) =>
        /\.tsx?$/.test(path) ? listImported(path, text) : [],
      );
      expect(imported.filter((path) => !tree.exists(path))).toEqual([]);
      expect(remains.length).toBeGreaterThan(3);
      expect(remains.flatMap(listPaths).filter((path) => !tree.exists(path))).toEqual([]);
    },
  );

  it.each(SAMPLES)('%s: marks what is left to a person, so that it cannot be published', (line) => {
    const files = Array.from(planLine(line).tree.listPending(), ([path, text]) => ({ path, text }));
    expect(findPlaceholders(files)).not.toEqual([]);
  });

  it.each([
    ['call notice/sampleList', 'notice/otherList'],
    ['page user/samplePage', 'user/otherPage'],
    ['table sample_row', 'other_row'],
    ['language samplang', 'otherlang'],
    ['symbology sample-code', 'other-code'],
    ['setting SAMPLE_TEXT', 'OTHER_TEXT'],
  ])('%s: is followed by %s', (first, second) => {
    const kind = KINDS[first.split(' ')[0]];
    const tree = openAfter(first);
    const { remains } = kind.plan(tree, second, {});
    expect(remains.length).toBeGreaterThan(3);
    expect(() => kind.plan(tree, first.split(' ')[1], {})).toThrow('already');
  });

  it.each([
    ['', 'Usage:'],
    ['call', 'Usage:'],
    ['thing notice/x', 'Usage:'],
    ['call notice/x y', 'Usage:'],
    ['call notice/x --colour red', "Unknown option '--colour'"],
    ['call notice/x --of forum', '--of is not for this'],
    ['call notice/NoteList', '“NoteList” is no such name'],
    ['call noteList', '“noteList”: which area? call [layer/]area/name'],
    ['call noteList', 'article, ask, batch, client'],
    ['call notice/delete', '“delete” is no such name'],
    ['call nothing/noteList', 'There is no area nothing'],
    ['call printing/notice/noteList', 'The area notice is in the layer community'],
    ['call attic/nothing/noteList', 'the layer is one of'],
    ['call notice/noticeList', 'There is a call noticeList already'],
    ['call notice/noteList --audience agent', '--audience is one of public, member, key'],
    ['call notice/noteList --method HEAD', '--method is one of GET, POST, PUT'],
    ['page user/printStat --method GET', '--method is not for this'],
    ['page note-book', '“note-book” is no such name'],
    ['page user/more/noteBook', 'a page is name'],
    ['page /user/notice', 'apps/site/src/features/notice is there already'],
    ['page /{soft}/user/notice', 'apps/site/src/features/notice is there already'],
    ['page user/notice', 'apps/site/src/features/notice is there already'],
    ['page user/printStat', '$soft.user.printStat.tsx is there already'],
    ['table memberNote', '“memberNote” is no such name'],
    ['table notice', 'There is a table notice already'],
    ['table note --of attic', '--of is one of'],
    ['language TSPL', '“TSPL” is no such name'],
    ['language tspl', "has 'tspl' already"],
    ['language ipp', "has 'ipp' already"],
    ['symbology Code_11', '“Code_11” is no such name'],
    ['symbology ean13', 'There is an element ean13 already'],
    ['symbology aztec', 'There is an element aztec already'],
    ['setting noteText', '“noteText” is no such name'],
    ['setting SMTP_HOST', 'There is a setting SMTP_HOST already'],
    ['setting NOTE --type number', '--type is one of text, flag'],
  ])('refuses “%s”: %s', (line, message) => {
    expect(() => planNew(root, line.split(' ').filter(Boolean))).toThrow(message);
  });

  it('puts a verb where those of its area are, and into the index that is exported from there', () => {
    const list = (line) => [...planLine(line).tree.listPending().keys()];
    expect(list('call ask/askSample')).toContain(
      'packages/services/src/community/forum/ask-sample.ts',
    );
    expect(list('call notice/sampleList')).toContain(
      'packages/services/src/identity/notice/index.ts',
    );
    expect(list('call community/sample/sampleList')).toContain(
      'packages/services/src/community/sample/list-samples.ts',
    );
  });

  it.each([
    ['noteAdd', 'POST', 'addNote'],
    ['noteList', 'GET', 'listNotes'],
    ['printEntryList', 'POST', 'listPrintEntries'],
    ['addNote', 'POST', 'addNote'],
    ['note', 'GET', 'getNote'],
    ['shopGreeting', 'POST', 'shopGreeting'],
  ])('names what does the work of %s (%s) %s', (call, method, verb) => {
    expect(toVerb(call, method)).toBe(verb);
  });

  it('keeps the name of the call where the verb is taken', () => {
    const paths = [...planLine('call ask/forumGroupAdd').tree.listPending().keys()];
    expect(paths).toContain('packages/services/src/community/forum/forum-group-add.ts');
  });

  it.each([
    ['--audience member', "method: 'POST'"],
    ['--audience key', "method: 'GET'"],
    ['--method GET', "method: 'GET'"],
  ])('gives a call with %s its %s', (options, method) => {
    const added = listAdded(
      `call notice/sampleCall ${options}`,
      'packages/contract/src/calls/community/notice.ts',
    );
    expect(added.join('\n')).toMatch(/path: '[^']*sampleCall'/);
    const { tree } = planLine(`call notice/sampleCall ${options}`);
    const text = tree.listPending().get('packages/contract/src/calls/community/notice.ts');
    expect(text.slice(text.indexOf('  sampleCall:'))).toContain(method);
  });

  it('adds an import at its place among its like', () => {
    const text =
      "import a from 'b';\nimport c from './calls/x/b.ts';\nimport d from './calls/a/d.ts';\n";
    expect(addImport(text, "import c from './calls/z/c.ts';").split('\n')[2]).toContain('z/c.ts');
    expect(addImport(text, "import c from 'c';").split('\n')[1]).toContain("'c'");
    expect(addImport(text, "import e from './calls/e.ts';").split('\n')[3]).toContain('e.ts');
  });

  it.each([
    ['public', 'allowAnybody()', '({ ctx }) => getSampleCall({ ctx })'],
    ['member', 'allowMembers()', 'sampleCall({ ctx, memberId: caller.signedIn.member.id })'],
    ['key', 'allowKeys(200, 200, 200)', 'getSampleCall({ ctx, memberId: caller.holder.memberId })'],
  ])('gives a call for %s its row and its handler', (audience, row, handler) => {
    const line = `call notice/sampleCall --audience ${audience}`;
    expect(listAdded(line, 'apps/server/src/api/testing/authorization-matrix.ts')).toEqual([
      `  sampleCall: ${row},`,
    ]);
    expect(listAdded(line, 'apps/server/src/api/handlers/community/notice.ts').at(-1)).toContain(
      handler,
    );
  });

  it('links a page of a member’s in the menu, and any page in the list that tests go through', () => {
    expect(listAdded('page user/samplePage', 'apps/site/src/shell/layout/user-frame.tsx')).toEqual([
      "      { to: '/$soft/user/samplePage', label: '待写：samplePage' },",
    ]);
    expect(listAdded('page user/samplePage', 'e2e/support/pages.ts')).toEqual(["  '/samplePage',"]);
    expect(listAdded('page tools/sampleTool', 'e2e/support/pages.ts')).toEqual([
      "    toPage('/{soft}/tools/sampleTool', `/${ALIAS}/tools/sampleTool`, crumbs, { kind: 'tool' }),",
    ]);
  });

  it('says of a table what becomes of it with the account', () => {
    const listAddedLines = (line, file) => listAdded(line, `packages/services/src/privacy/${file}`);
    expect(listAddedLines('table sample_row --of forum', 'forum-tables.ts')[0]).toBe(
      '  sample_row: {',
    );
    expect(listAddedLines('table sample_row --of site', 'table-inventory.ts')).toEqual([
      '  sample_row: SITE,',
    ]);
  });

  it('names the migration of a table in the changelog', () => {
    const [number] = /\d{4}(?=-sample-row\.ts)/.exec(
      [...planLine('table sample_row').tree.listPending().keys()].join('\n'),
    );
    expect(listAdded('table sample_row', 'CHANGELOG.md').join('\n')).toContain(`\`–\`${number}\``);
  });

  it('asks a printer in a new language after all others, and registers what drives it', () => {
    expect(
      listAdded('language samplang', 'apps/agent/src/discovery/discovery-requests.ts').at(-1),
    ).toContain('samplang: 3 };');
    expect(listAdded('language samplang', 'packages/contract/src/evidence.ts')).toEqual([
      "export const COMMAND_LANGUAGES = ['zpl', 'tspl', 'escpos', 'samplang'] as const;",
    ]);
  });

  it('announces a symbology with the shape of its element', () => {
    const shape = planLine('symbology sample-code')
      .tree.listPending()
      .get('fixtures/template-shapes/1+sample-code.txt');
    expect(shape).toMatch(/^\+ template\.elements\[\]\.sample-code type "object"$/m);
    expect(shape).toMatch(
      /^\+ template\.elements\[\]\.table\.cells\[\]\.sample-code type "object"$/m,
    );
    expect(shape).not.toContain('code93');
  });

  it('writes a setting with its row in the guide', () => {
    expect(listAdded('setting SAMPLE_FLAG --type flag', 'docs/operations.md')).toEqual([
      '| `SAMPLE_FLAG` | `0` | 待写：SAMPLE_FLAG |',
    ]);
  });
});

// The compiler reads everything once: tens of seconds of CPU, however many samples there are.
describeInFull('in a copy of the repository', () => {
  const run = (folder, command, args, env = {}) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } });

  it(
    'every kind of sample compiles at once, and a refusal changes nothing',
    { timeout: 900_000 },
    (ctx) => {
      if (!existsSync(join(root, '.git'))) ctx.skip('git：这里没有版本库');
      const folder = mkdtempSync(join(tmpdir(), 'yb-new-'));
      ctx.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      copyRepository(root, folder);
      const start = (line) =>
        run(folder, process.execPath, ['scripts/new.mjs', ...line.split(' ')]);
      for (const line of SAMPLES) {
        const { status, stdout, stderr } = start(line);
        expect([line, status, stderr]).toEqual([line, 0, '']);
        expect(stdout).toMatch(/^For you:\n {2}1\. /m);
      }
      // A second time it is there already.
      for (const line of SAMPLES) {
        const { status, stderr } = start(line);
        expect([line, status]).toEqual([line, 1]);
        expect(stderr).toContain('already');
        expect(stderr.trim()).not.toContain('\n');
      }
      const bin = join(folder, 'node_modules/.bin');
      const { stdout } = run(folder, join(bin, 'tsc'), ['-p', '.', '--noEmit', '--checkers', '1'], {
        GOGC: '400',
      });
      expect(stdout).toBe('');
    },
  );
});
