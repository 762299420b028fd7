import { PLACEHOLDER } from '../lib/placeholders.mjs';
import {
  addImport,
  addToBlock,
  insertAfter,
  insertBefore,
  Refusal,
  requireName,
  toPascal,
} from './edit.mjs';

export const usage = 'symbology name';

const LABEL = 'packages/label/src';
const NAMES = `${LABEL}/schema/names.ts`;
const LINEAR = `${LABEL}/linear/linear.ts`;
const LINEAR_TEST = `${LABEL}/linear/linear.test.ts`;
const READING = `${LABEL}/scan/reading.ts`;
const ZPL = `${LABEL}/zpl/commands/codes.test.ts`;
const CAPABILITIES = 'packages/contract/src/gateway/capabilities.ts';
const HANDBOOK = 'packages/services/src/community/handbook';
const DESIGNER = 'packages/designer/src/element-names.ts';
const BENCH = 'bench/codes.ts';
const GUIDE = 'docs/operations.md';
const SHAPES = 'fixtures/template-shapes';

/** Existing symbology that a new one copies in every list: any content, one line of text, no option. */
const LIKE = 'code93';

const toKey = (name) => (name.includes('-') ? `'${name}'` : name);

const writeEncoder = (tree, { name, encode }) => {
  tree.create(
    `${LABEL}/linear/${name}.ts`,
    `import { LabelError } from '../errors.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';
import { buildSymbolWidths, createCharacterIndexTable, parseElementWidths } from './widths.ts';

/** Characters in the order of their values. */
const CHARACTERS = '0123456789';
const VALUES = createCharacterIndexTable(CHARACTERS);
/** Element widths of each character, in modules: bars and spaces alternate. */
const WIDTHS = (
  '12121212 12121221 12122112 12122121 12211212 12211221 12212112 12212121 21121212 21121221'
)
  .split(' ')
  .map(parseElementWidths);
const START = parseElementWidths('21');
const STOP = parseElementWidths('121');
/** Longer than any symbol a scanner reads in one pass. */
const MAX_LENGTH = 60;

/** ${PLACEHOLDER}: encodes digits. */
export function ${encode}(content: string): LinearSymbol {
  if (!/^\\d+$/.test(content) || content.length > MAX_LENGTH)
    throw new LabelError('code-not-encodable', \`${name} 只能放 1 到 \${MAX_LENGTH} 位数字\`);
  const values = Array.from(content, (digit) => VALUES[digit.charCodeAt(0)] ?? 0);
  return createSymbolWithTextLine(
    buildSymbolWidths(WIDTHS, values, { start: START, end: STOP }),
    content,
  );
}
`,
  );
  tree.create(
    `${LABEL}/linear/${name}.test.ts`,
    `import { expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { ${encode} } from './${name}.ts';

it('writes a digit between start and stop, and the digit below', () => {
  const { widths, modules, text } = ${encode}('1');
  expect([...widths].join('')).toBe('21' + '12121221' + '121');
  expect(text).toEqual([{ text: '1', from: 0, to: modules }]);
});

it.each(['', '甲', '1'.repeat(61)])('refuses %j', (content) => {
  expect(() => ${encode}(content)).toThrow(LabelError);
});
`,
  );
};

const registerInLabel = (tree, { name, key, encode }) => {
  tree.edit(NAMES, (text) => insertAfter(text, `  '${LIKE}',\n`, `  '${name}',\n`));
  tree.edit(LINEAR, (text) =>
    addToBlock(
      addImport(text, `import { ${encode} } from './${name}.ts';`),
      'export const LINEAR:',
      `  ${key}: { title: '${PLACEHOLDER}：${name}', encode: ${encode} },\n`,
    ),
  );
  tree.edit(LINEAR_TEST, (text) =>
    addToBlock(
      addToBlock(text, 'const PEER:', `  ${key}: { id: '${name}' },\n`),
      'const CONTENTS:',
      `  // ${PLACEHOLDER}: every character it takes.\n  ${key}: generateFrom('0123456789'),\n`,
    ),
  );
  tree.edit(READING, (text) =>
    insertAfter(
      text,
      `  ${LIKE}: 'Code93',\n`,
      `  // ${PLACEHOLDER}: the name ZXing has for it. Until then no reading comes out right.\n  ${key}: 'Code93',\n`,
    ),
  );
  tree.edit(ZPL, (text) => addToBlock(text, 'const READ_FROM:', `  ${key}: null,\n`));
};

const addCapability = (tree, { name, key }) => {
  tree.edit(CAPABILITIES, (text) => addToBlock(text, 'const KINDS:', `  ${key}: true,\n`));
  const version = /TEMPLATE_VERSION = (\d+)/.exec(tree.read(`${LABEL}/schema/formats.ts`))?.[1];
  if (version === undefined) throw new Refusal('TEMPLATE_VERSION is not there any more');
  const lines = tree
    .read(`${SHAPES}/${version}.txt`)
    .split('\n')
    .filter((line) => new RegExp(`\\.${LIKE}[. ]`).test(line));
  tree.create(
    `${SHAPES}/${version}+${name}.txt`,
    lines.map((line) => `+ ${line.replace(`.${LIKE}`, `.${name}`)}\n`).join(''),
  );
  return `${SHAPES}/${version}+${name}.txt`;
};

const addHandbookEntry = (tree, { name, key }) => {
  tree.edit(`${HANDBOOK}/codes/linear.ts`, (text) =>
    addToBlock(
      text,
      'export const LINEAR_HELP',
      `  ${key}: {
    also: [],
    use: '${PLACEHOLDER}',
    about: [],
    holds: '数字',
    length: '',
    maxContents: [{ count: 60, unit: '位数字', buildContent: (count) => '1'.repeat(count) }],
    check: '没有',
    correction: BARS,
    standards: ['${PLACEHOLDER}'],
    mistakes: [{ seen: '${PLACEHOLDER}', mend: '${PLACEHOLDER}' }],
    sample: {
      widthMm: 40,
      heightMm: 22,
      head: '${PLACEHOLDER}',
      code: { type: '${name}', content: '1234', showText: true, textSizeMm: 2.5 },
    },
    similar: ['code128'],
  },
`,
    ),
  );
  tree.edit(`${HANDBOOK}/codes/codes.ts`, (text) =>
    insertBefore(
      text,
      '  ...DATABAR,',
      `  ${key}: LINEAR_HELP${name.includes('-') ? `['${name}']` : `.${name}`},\n`,
    ),
  );
  tree.edit(`${HANDBOOK}/choices.ts`, (text) => insertAfter(text, `'${LIKE}',`, ` '${name}',`));
  tree.edit(DESIGNER, (text) =>
    insertAfter(text, `  ${LIKE}: 'Code 93',\n`, `  ${key}: '${PLACEHOLDER}：${name}',\n`),
  );
  tree.edit(GUIDE, (text) =>
    insertBefore(text, '| `codabar` |', `| \`${name}\` | ${PLACEHOLDER}：${name} | 数字 | |\n`),
  );
};

const listRemainingSteps = ({ name }, shape) => [
  `${LABEL}/linear/${name}.ts and ${LABEL}/linear/${name}.test.ts: the symbology, from its standard; ${LINEAR}: its name on screen.`,
  `${LINEAR_TEST}: PEER with the name bwip-js has for it, CONTENTS with everything it takes; 1 test there compares the bars, and fails until they are the same.`,
  `${READING}: the format ZXing reads it as, first in formats of ReadOptions if it is new there, and the text that comes out. Until then 2 tests of ${HANDBOOK}/handbook.test.ts fail. If zxing-wasm has no such format, it cannot be graded and is not offered: docs/decisions/symbologies.md.`,
  `A sample in ${LABEL}/linear/readback.test.ts, ${LABEL}/scan/grade.test.ts, ${LABEL}/layout/minimum-size.test.ts and ${LABEL}/layout/hostile.test.ts. If it has options: packages/contract/src/any-template.test.ts; if its check character is one: packages/contract/src/printing/template.test.ts (withCheck).`,
  `${ZPL}: the command it is read from, then its handler in ${LABEL}/zpl/commands/codes.ts, ${LABEL}/zpl/codes/linear.ts and ${LABEL}/zpl/template/codes.ts; null where ZPL has none.`,
  `${HANDBOOK}/codes/linear.ts: every text in Chinese; ${HANDBOOK}/choices.ts: what it is the choice for; ${DESIGNER}: its name; ${GUIDE}: its row.`,
  `${shape}: only if its element gets parts of its own, as docs/decisions/label-schema.md says (withCheck: CHECK_OPTIONAL_NAMES in ${NAMES}).`,
  `fixtures/labels: a label of it, in ${LABEL}/testing/fixtures.ts, with its expected output (UPDATE_LABEL_FIXTURES=1 npm test -- ${LABEL}/fixtures.test.ts).`,
  `${BENCH}: what bwip-js and zint call it; bench/support/readback/kinds.ts: its kind.`,
  'npm run compat -- --update: keeps it in compat/snapshots/template.txt and compat/snapshots/api.txt.',
];

export const plan = (tree, typedName) => {
  const name = requireName(
    typedName,
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    'a linear symbology as templates name it, like msi or code-11',
  );
  if (
    tree.read(NAMES).includes(`'${name}'`) ||
    tree.read(CAPABILITIES).includes(` ${toKey(name)}: true`)
  )
    throw new Refusal(`There is an element ${name} already`);
  const code = { name, key: toKey(name), encode: `encode${toPascal(name)}` };
  writeEncoder(tree, code);
  registerInLabel(tree, code);
  const shape = addCapability(tree, code);
  addHandbookEntry(tree, code);
  tree.edit(BENCH, (text) =>
    insertBefore(
      text,
      "    code39: { id: 'code39'",
      `    ${code.key}: { id: '${name}', getText: (i) => createNumber(i, 10), zint: { number: 0 } },\n`,
    ),
  );
  return { generates: [], remains: listRemainingSteps(code, shape) };
};
