import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Lexer, type LexerRules } from './lexer.ts';
import type { EscposOp } from './ops.ts';
import { toBytes, buildRaster, buildStoreCommand } from './testing.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

const RULES: LexerRules = {
  graphics: true,
  processIds: true,
  mostRows: 2303,
  unknown: 'skipped',
  realTime: 'everywhere',
  pairs: 'valid bytes',
  greedyRows: 0,
};

const describeOp = (op: EscposOp): string => {
  if (op.kind === 'text') return `“${op.codes.map((code) => String.fromCharCode(code)).join('')}”`;
  if (op.kind === 'rows') return `rows ${op.rows.length}`;
  if (op.kind === 'columns') return `columns ${op.data.length}`;
  return op.kind === 'unknown' ? `? ${op.name}` : [op.name, ...op.args].join(' ');
};

const createLexer = (rules: Partial<LexerRules> = {}, kanji = false) => {
  const heard: string[] = [];
  const ops: EscposOp[] = [];
  const read: Lexer = new Lexer(
    { ...RULES, ...rules },
    { kanji },
    { kanji },
    {
      op: (op) => {
        ops.push(op);
        heard.push(describeOp(op));
      },
      realTime: ({ name, args }) => heard.push(`! ${name} ${args.join(' ')}`),
      lost: (lost, reason) => heard.push(`lost ${lost}: ${reason}`),
    },
  );
  return { read, heard, ops };
};

const read = (input: Buffer, rules: Partial<LexerRules> = {}, kanji = false): string[] => {
  const { read: reader, heard } = createLexer(rules, kanji);
  reader.push(input);
  return heard;
};

test.each([
  ['text between controls', toBytes('ab\ncd\r', 0, 7), ['“ab”', 'LF', '“cd”', 'CR']],
  [
    'commands of a fixed length',
    toBytes(ESC, '@', GS, 'L', 1, 2, FS, '&'),
    ['ESC @', 'GS L 1 2', 'FS &'],
  ],
  [
    'GS V with and without n',
    toBytes(GS, 'V', 1, GS, 'V', 66, 7, 'A'),
    ['GS V 1', 'GS V 66 7', '“A”'],
  ],
  [
    'GS ( E, K and D by their lengths',
    toBytes(GS, '(E', 3, 0, 1, 73, 78, GS, '(K', 2, 0, 49, 6, GS, '(D', 5, 0, 20, 1, 0, 2, 0, 'A'),
    ['GS ( E 1 73 78', 'GS ( K 49 6', 'GS ( D 20 1 0 2 0', '“A”'],
  ],
  [
    'long parameters without keeping them',
    toBytes(GS, '(k', 44, 1, 'x'.repeat(300), 'A'),
    [`GS ( k ${Array.from({ length: 16 }, () => 120).join(' ')}`, '“A”'],
  ],
  [
    'bar codes up to NUL or by length',
    toBytes(GS, 'k', 0, '123', 0, GS, 'k', 73, 2, '{A', 'B'),
    ['GS k 0', 'GS k 73 2', '“B”'],
  ],
  [
    'tabs up to NUL',
    toBytes(ESC, 'D', 8, 16, 0, 'A', ESC, 'D', 0, 'B'),
    ['ESC D', '“A”', 'ESC D', '“B”'],
  ],
  ['GS ( H', toBytes(GS, '(H', 6, 0, 48, 48, '0001'), ['GS ( H 48 48 48 48 48 49']],
  [
    'ESC *',
    toBytes(ESC, '*', 33, 2, 0, 1, 2, 3, 4, 5, 6, ESC, '*', 0, 2, 0, 1, 2, 'A'),
    ['columns 6', 'columns 2', '“A”'],
  ],
  [
    'what it does not know, by its name',
    toBytes(ESC, 'z', 'A', GS, 0x01, 'B'),
    ['? ESC z', '“A”', '? GS \x01', '“B”'],
  ],
  ['DLE, which is nothing alone', toBytes(0x10, 'A', 0x10, 0x10, 4, 9, 'B'), ['“A”', '“B”']],
])('reads %s', (_name, input, ops) => {
  expect(read(input)).toEqual(ops);
});

describe('real-time commands', () => {
  const EOT = [0x10, 4, 1];
  const inPicture = toBytes(GS, 'v0', 0, 3, 0, 2, 0, EOT, 0xff, 0xff, 0xff, 'A');

  it('among dots are carried out, and are dots as well', () => {
    const { read: reader, heard, ops } = createLexer();
    reader.push(inPicture);
    expect(heard).toEqual(['! DLE EOT 1', 'rows 6', '“A”']);
    expect(ops[0]?.kind === 'rows' && [...ops[0].rows.subarray(0, 3)]).toEqual(EOT);
  });

  it('among dots are taken out of them, and what follows takes their place', () => {
    expect(read(inPicture, { realTime: 'taken out' })).toEqual(['! DLE EOT 1', 'rows 3']);
  });

  it('among dots are only dots', () => {
    expect(read(inPicture, { realTime: 'between commands' })).toEqual(['rows 6', '“A”']);
    expect(read(toBytes(EOT, 'A'), { realTime: 'between commands' })).toEqual([
      '! DLE EOT 1',
      '“A”',
    ]);
  });

  it('in the place of a parameter are taken for it: ESC 3 DLE EOT 3', () => {
    expect(read(toBytes(ESC, '3', 0x10, 4, 3, 'A'))).toEqual(['ESC 3 16', '! DLE EOT 3', '“A”']);
    expect(read(toBytes(ESC, '3', 0x10, 4, 3, 9), { realTime: 'taken out' })).toEqual([
      '! DLE EOT 3',
      'ESC 3 9',
    ]);
  });

  test.each([
    [[0x10, 4, 4], '! DLE EOT 4'],
    [[0x10, 5, 2], '! DLE ENQ 2'],
    [[0x10, 0x14, 8, 1, 3, 0x14, 1, 6, 2, 8], '! DLE DC4 8'],
    [[0x10, 0x10, 4, 1], '! DLE EOT 1'],
    [[0x10, 4, 0x10, 4, 2], '! DLE EOT 2'],
  ])('%j', (sequence, heard) => {
    for (const realTime of ['everywhere', 'taken out'] as const)
      expect(read(toBytes(sequence), { realTime })).toContain(heard);
  });

  test.each([
    [[0x10, 4, 5]],
    [[0x10, 4, 0]],
    [[0x10, 5, 3]],
    [[0x10, 0x14, 8, 1, 3, 0x14, 1, 6, 2, 9]],
    [[0x10, 0x14, 1, 0, 1]],
  ])('%j is none that this printer acts on', (sequence) => {
    expect(read(toBytes(sequence)).filter((line) => line.startsWith('!'))).toEqual([]);
  });
});

describe('characters of two bytes', () => {
  it('take a second byte that can be one', () => {
    expect(read(toBytes(0xd6, 0xd0, 'A', 0xd6, '\n'), {}, true)).toEqual(['“\ud6d0AÖ”', 'LF']);
    expect(read(toBytes(0xd6, ESC, '@'), {}, true)).toEqual(['“Ö”', 'ESC @']);
  });

  it('take any second byte, and with it the beginning of a command', () => {
    expect(read(toBytes(0xd6, ESC, '@'), { pairs: 'any byte' }, true)).toEqual(['“\ud61b@”']);
  });

  it('are off after FS . until FS & or ESC @', () => {
    const { read: reader, heard } = createLexer({}, true);
    reader.push(toBytes(FS, '.', 0xd6, 0xd0, FS, '&', 0xd6, 0xd0, FS, '.', ESC, '@', 0xd6, 0xd0));
    expect(heard).toEqual(['FS .', '“ÖÐ”', 'FS &', '“\ud6d0”', 'FS .', 'ESC @', '“\ud6d0”']);
  });
});

it('lets rows go as they come, and holds less than one', () => {
  const { read: reader, ops } = createLexer();
  const picture = buildRaster(Array.from({ length: 3 }, () => '#'.repeat(16)));
  reader.push(picture.subarray(0, 11));
  expect(reader.held).toBe(1);
  expect(reader.inFormat).toBe(true);
  reader.push(picture.subarray(11));
  expect(ops.map((op) => op.kind === 'rows' && op.rows.length)).toEqual([2, 4]);
  expect(reader.inFormat).toBe(false);
});

it('wants a row more for a height that is a multiple of what the printer trips over', () => {
  const input = toBytes([...buildRaster(['#', '#'])], 'AB');
  expect(read(input, { greedyRows: 2 })).toEqual(['rows 2', '“B”']);
  expect(read(input, { greedyRows: 3 })).toEqual(['rows 2', '“AB”']);
  expect(read(toBytes([...buildStoreCommand(['#', '#'])], 'AB'), { greedyRows: 2 })).toEqual([
    'rows 2',
    '“AB”',
  ]);
});

it('holds no more of a row than a head can print', () => {
  const { read: reader, ops } = createLexer();
  reader.push(toBytes(GS, 'v0', 0, 0xff, 0xff, 1, 0));
  reader.push(Buffer.alloc(65_535, 0xff));
  const [, row] = ops;
  expect(row?.kind === 'rows' && row.rows.length).toBe(1024);
  expect(reader.inFormat).toBe(false);
});

it('forgets what has begun when it is told to, and says how much that was', () => {
  const { read: reader, heard } = createLexer();
  reader.push(toBytes(GS, 'v0', 0, 2, 0, 2, 0, 0xff, 0xff, 0xff));
  reader.cancel('cut');
  reader.push(toBytes('A'));
  expect(heard).toEqual(['rows 2', 'lost 1: cut', '“A”']);
});

/** Random bytes that include command starts. */
const stream = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }).map((some) => [...some]),
      fc.constantFrom(
        [...buildRaster(['#.#', '##'])],
        [...buildStoreCommand(['#'])],
        [ESC, 0x40],
        [GS, 0x76, 0x30, 0],
      ),
      fc.constantFrom([0x10, 4, 1], [0x10, 4], [0x10, 0x14, 8, 1, 3], [0xd6, 0xd0], [GS, 0x28]),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.from(parts.flat()));

it('reads the same however it is cut up, loses no byte it has to print, and never throws', () => {
  const describeOps = (ops: readonly EscposOp[]): string =>
    ops
      .map(
        (op) => (op.kind === 'text' || op.kind === 'rows' ? '' : `${describeOp(op)};`) + toHex(op),
      )
      .join('');
  const toHex = (op: EscposOp): string => {
    if (op.kind === 'rows') return Buffer.from(op.rows).toString('hex');
    return op.kind === 'text' ? op.codes.join() : '';
  };
  fc.assert(
    fc.property(
      stream,
      fc.nat(40),
      fc.constantFrom('everywhere' as const, 'taken out' as const),
      (input, at, realTime) => {
        const wholeLexer = createLexer({ realTime }, true);
        wholeLexer.read.push(input);
        const pieceLexer = createLexer({ realTime }, true);
        pieceLexer.read.push(input.subarray(0, at));
        pieceLexer.read.push(input.subarray(at));
        expect(describeOps(pieceLexer.ops).replaceAll(',', '')).toBe(
          describeOps(wholeLexer.ops).replaceAll(',', ''),
        );
        expect(pieceLexer.read.held).toBe(wholeLexer.read.held);
      },
    ),
    { numRuns: rounds(400) },
  );
});
