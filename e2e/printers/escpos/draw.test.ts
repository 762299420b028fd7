import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Bitmap } from '../works/bitmap.ts';
import { listPieces } from './draw.ts';
import {
  toBytes,
  packRows,
  listPrinted,
  printStored,
  buildRaster,
  listRules,
  SMALL,
  buildStoreCommand,
} from './testing.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const ESC = 0x1b;
const GS = 0x1d;
const FF = 0x0c;
const ROLL = { stock: 'roll, cut' } as const;
const CUT = toBytes(GS, 'V', 66, 0);
const SQUARE = ['##', '##'];

/** Without the blank lines before and after the print. */
const cropToInk = (piece: readonly string[] = []): string[] => {
  const first = piece.findIndex((line) => line !== '');
  return first < 0 ? [] : piece.slice(first, piece.findLastIndex((line) => line !== '') + 1);
};

describe('GS v 0', () => {
  const picture = ['#.......', '.#......'];
  test.each([
    [0, ['#', '.#']],
    [1, ['##', '..##']],
    [2, ['#', '#', '.#', '.#']],
    [3, ['##', '##', '..##', '..##']],
    [48, ['#', '.#']],
    [51, ['##', '##', '..##', '..##']],
  ])('in mode %i: width by bit 0, height by bit 1', (mode, dots) => {
    expect(cropToInk(listPrinted(toBytes([...buildRaster(picture, mode)], FF))[0])).toEqual(dots);
  });

  it('loses what hangs over the print area, dot by dot, and feeds its own height', () => {
    const wide = buildRaster(['#'.repeat(24), '#'.repeat(24)]);
    const input = toBytes(
      ESC,
      '3',
      200,
      GS,
      'L',
      2,
      0,
      GS,
      'W',
      5,
      0,
      [...wide],
      [...buildRaster(['#'])],
      FF,
    );
    expect(listPrinted(input)).toEqual([['..#####', '..#####', '..#', '', '', '', '', '']]);
  });

  it('takes all that is left where margin and width are more than the head', () => {
    const input = toBytes(GS, 'L', 4, 0, GS, 'W', 99, 0, [...buildRaster(['#'.repeat(24)])], FF);
    expect(cropToInk(listPrinted(input)[0])).toEqual([`....${'#'.repeat(12)}`]);
  });

  test.each([
    [0, '########'],
    [1, '....########'],
    [2, '........########'],
    [50, '........########'],
  ])('stands where ESC a %i says', (align, line) => {
    expect(
      cropToInk(listPrinted(toBytes(ESC, 'a', align, [...buildRaster(['########'])], FF))[0]),
    ).toEqual([line]);
  });

  it('is printed as text where its mode or its rows are out of range', () => {
    const many = toBytes(GS, 'v0', 0, 1, 0, 0, 9, 'AB', FF);
    const [piece] = listPieces(many, listRules({ ...SMALL, headDots: 80, labelMm: 40 }));
    expect(piece?.defects).toEqual(['no such command: GS v']);
    expect(piece?.text).toBe('AB');
  });

  it('is passed over within a line, or prints the line first', () => {
    const input = toBytes('A', [...buildRaster(['########'])], '\n', FF);
    const read = (midLine: 'ignored' | 'prints the line') =>
      listPieces(input, listRules({ ...SMALL, labelMm: 80, midLine }));
    expect(read('ignored')[0]?.defects).toEqual(['a picture in the middle of a line']);
    expect(read('ignored')[0]?.bitmap.get(0, 24)).toBe(false);
    expect(read('prints the line')[0]?.defects).toEqual([]);
    expect(read('prints the line')[0]?.bitmap.get(0, 30)).toBe(true);
  });
});

describe('GS ( L', () => {
  it('prints nothing before function 50, and then all at once', () => {
    expect(listPrinted(toBytes([...buildStoreCommand(SQUARE)], FF))).toEqual([]);
    expect(
      cropToInk(listPrinted(toBytes([...buildStoreCommand(SQUARE)], [...printStored], FF))[0]),
    ).toEqual(SQUARE);
    expect(
      listPrinted(toBytes([...buildStoreCommand(SQUARE)], ESC, '@', [...printStored], FF)),
    ).toEqual([]);
  });

  it('lays what was stored over each other, twice as large where it says so', () => {
    const input = toBytes(
      [...buildStoreCommand(['#'], { x: 2, y: 2 })],
      [...buildStoreCommand(['.....#'])],
      [...printStored],
      FF,
    );
    expect(cropToInk(listPrinted(input)[0])).toEqual(['##...#', '##']);
  });

  it('is the same with the longer length of GS 8 L', () => {
    const short = buildStoreCommand(SQUARE);
    const { data } = packRows(SQUARE);
    const long = toBytes(GS, '8L', 10 + data.length, 0, 0, 0, [...short.subarray(5)]);
    expect(listPrinted(toBytes([...long], [...printStored], FF))).toEqual(
      listPrinted(toBytes([...short], [...printStored], FF)),
    );
  });

  it('comes out as letters on a printer that does not know it', () => {
    const input = toBytes(GS, '(L', 12, 0, 48, 112, 48, 1, 1, 49, 8, 0, 2, 0, 'AB\n', FF);
    const read = (unknown: 'printed' | 'skipped') =>
      listPieces(input, listRules({ headDots: 576, labelMm: 30, graphics: false, unknown }));
    expect(read('printed')[0]?.text).toBe('0p01AB');
    expect(read('skipped')[0]?.text).toBe('');
    expect(read('skipped')[0]?.bitmap.blackDots()).toBe(0);
  });
});

describe('ESC *', () => {
  test.each([
    [33, 3, ['#', '.', '.', '.', '.', '.', '.', '.', '#']],
    [32, 3, ['##', '.', '.', '.', '.', '.', '.', '.', '##']],
  ] as const)('mode %i: three bytes a column', (mode, _bytes, dots) => {
    const input = toBytes(ESC, '3', 24, ESC, '*', mode, 1, 0, 0x80, 0x80, 0, '\n', FF);
    const expected = dots.map((line) => line.replace(/\.+$/, ''));
    expect(cropToInk(listPrinted(input, { labelMm: 24 })[0])).toEqual(expected);
  });

  test.each([
    [0, '##'],
    [1, '#'],
  ])('mode %i: a byte a column, each dot three lines high', (mode, line) => {
    const input = toBytes(ESC, '3', 24, ESC, '*', mode, 1, 0, 0xc0, '\n', FF);
    expect(cropToInk(listPrinted(input, { labelMm: 24 })[0])).toEqual(
      Array.from({ length: 6 }, () => line),
    );
  });

  it('loses columns past the end of the line, and reads on behind them', () => {
    const columns = Array.from({ length: 20 }, () => [0x80, 0, 0]).flat();
    const input = toBytes(
      ESC,
      '3',
      24,
      ESC,
      '*',
      33,
      20,
      0,
      columns,
      '\n',
      [...buildRaster(['#'])],
      FF,
    );
    expect(cropToInk(listPrinted(input, { labelMm: 30 })[0])).toHaveLength(25);
    expect(cropToInk(listPrinted(input, { labelMm: 30 })[0])[0]).toBe('#'.repeat(16));
  });

  it('is text from its first parameter where the mode is out of range', () => {
    const [piece] = listPieces(toBytes(ESC, '*', 7, 'AB\n', FF), listRules({ labelMm: 30 }));
    expect(piece?.text).toBe('AB');
  });
});

describe('feeding', () => {
  /** The line of the dot after these commands. */
  const lineAfter = (input: Buffer, options = {}): number => {
    const [piece] = listPrinted(toBytes([...input], [...buildRaster(['#'])], FF), {
      labelMm: 120,
      ...options,
    });
    return (piece ?? []).indexOf('#');
  };
  test.each([
    ['LF by the default', toBytes('\n'), 30],
    ['LF by ESC 3', toBytes(ESC, '3', 7, '\n\n'), 14],
    ['LF by ESC 2 again', toBytes(ESC, '3', 7, ESC, '2', '\n'), 30],
    ['ESC J by dots, whatever the line', toBytes(ESC, '3', 7, ESC, 'J', 50), 50],
    ['ESC d by lines', toBytes(ESC, '3', 7, ESC, 'd', 3), 21],
    ['nothing by CR', toBytes('\r'), 0],
  ])('%s', (_name, input, line) => {
    expect(lineAfter(input)).toBe(line);
  });

  it('counts in units that are half a dot on some, until GS P says otherwise', () => {
    const half = { unitY: 'half a dot' } as const;
    expect(lineAfter(toBytes(ESC, 'J', 50), half)).toBe(25);
    expect(
      lineAfter(toBytes(GS, 'P', 0, 203, ESC, 'J', 50), { ...half, dotsPerMm: 8, labelMm: 15 }),
    ).toBe(50);
    expect(lineAfter(toBytes(GS, 'P', 0, 203, GS, 'P', 0, 0, ESC, 'J', 50), half)).toBe(25);
  });

  it('prints a line at least as high as its letters', () => {
    expect(lineAfter(toBytes(ESC, '3', 0, 'A\n'))).toBe(24);
    expect(lineAfter(toBytes(ESC, '3', 0, GS, '!', 0x01, 'A\n'))).toBe(48);
  });

  it('breaks a line that is full', () => {
    expect(lineAfter(toBytes(ESC, '3', 24, 'AA\n'))).toBe(48);
    expect(lineAfter(toBytes(ESC, '3', 24, GS, 'W', 12, 0, 'AAA\n'))).toBe(72);
  });
});

describe('letters', () => {
  it('put ink on the paper, another for each, and are said', () => {
    const [one, two] = listPieces(toBytes('A\n', FF, 'B\n', FF), listRules({}));
    expect([one?.text, two?.text]).toEqual(['A', 'B']);
    expect(one?.bitmap.blackDots()).toBeGreaterThan(20);
    expect(one?.bitmap.hash()).not.toBe(two?.bitmap.hash());
  });

  it('are of two bytes in kanji mode, of one without', () => {
    const read = (input: Buffer) => listPieces(input, listRules({}))[0];
    expect(read(toBytes(0xd6, 0xd0, '\n', FF))?.text).toBe('中');
    const single = read(toBytes(0x1c, '.', 0xd6, 0xd0, '\n', FF));
    const pair = read(toBytes(0x1c, '.', 0x1c, '&', 0xd6, 0xd0, '\n', FF));
    expect(pair?.text).toBe('中');
    expect(single?.bitmap.hash()).not.toBe(pair?.bitmap.hash());
  });
});

describe('labels', () => {
  it('are as long as they are, from FF to FF', () => {
    expect(listPrinted(toBytes([...buildRaster(SQUARE)], FF, [...buildRaster(['#'])], FF))).toEqual(
      [
        ['##', '##', '', '', '', '', '', ''],
        ['#', '', '', '', '', '', '', ''],
      ],
    );
  });

  it('are printed over where more is sent, but for the gap', () => {
    const eleven = buildRaster(Array.from({ length: 12 }, () => '#'));
    expect(listPrinted(toBytes([...eleven], FF))).toEqual([
      Array.from({ length: 8 }, () => '#'),
      ['#', '#', '', '', '', '', '', ''],
    ]);
  });

  it('that are full to the last line end with FF, not before and not twice', () => {
    const full = buildRaster(Array.from({ length: 8 }, () => '#'));
    expect(listPrinted(full)).toEqual([]);
    expect(listPrinted(toBytes([...full], FF))).toHaveLength(1);
    expect(listPrinted(toBytes([...full], GS, FF))).toHaveLength(1);
    expect(listPrinted(toBytes([...full], 0x1c, '(L', 2, 0, 66, 48))).toHaveLength(1);
  });

  it('are not fed where the head is at the top, or are', () => {
    expect(listPrinted(toBytes(FF, GS, FF))).toEqual([]);
    expect(listPrinted(toBytes(FF), { formFeedAtTop: 'feeds a label' })).toHaveLength(1);
    expect(listPrinted(toBytes(GS, FF), { formFeedAtTop: 'feeds a label' })).toEqual([]);
    expect(listPrinted(toBytes(0x1c, '(L', 2, 0, 67, 49))).toHaveLength(1);
  });

  it('begin lower or higher after GS ( F', () => {
    const dot = buildRaster(['#', '##']);
    const lower = toBytes(GS, '(F', 4, 0, 1, 0, 3, 0, FF, [...dot], FF);
    expect(listPrinted(lower)[1]?.slice(0, 5)).toEqual(['', '', '', '#', '##']);
    const higher = toBytes(GS, '(F', 4, 0, 1, 1, 1, 0, FF, [...dot], FF);
    expect(listPrinted(higher)[1]?.slice(0, 2)).toEqual(['##', '']);
    expect(
      listPrinted(toBytes([...lower], ESC, '@', [...dot], FF))
        .at(-1)
        ?.slice(0, 2),
    ).toEqual(['', '']);
  });
});

describe('a roll with a cutter', () => {
  it('is cut so far behind the head that a cut without a feed leaves the print in the printer', () => {
    const dot = buildRaster(['#']);
    expect(listPrinted(toBytes([...dot], GS, 'V', 0), ROLL)).toEqual([['']]);
    expect(
      listPrinted(toBytes([...dot], ESC, 'J', 1, GS, 'V', 0, [...dot], [...CUT]), ROLL),
    ).toEqual([
      ['', ''],
      ['', '#', '', '#'],
    ]);
  });

  it('is fed to the cutter by GS V from 65 on, and further by n', () => {
    const piece = listPrinted(toBytes([...buildRaster(['#'])], GS, 'V', 66, 2), ROLL)[0];
    expect(piece).toEqual(['', '', '', '#', '', '']);
  });

  test.each([
    ['GS V 1', toBytes(GS, 'V', 1)],
    ['GS V 48', toBytes(GS, 'V', 48)],
    ['ESC i', toBytes(ESC, 'i')],
    ['ESC m', toBytes(ESC, 'm')],
  ])('%s cuts where the paper is', (_name, cut) => {
    expect(listPrinted(toBytes([...buildRaster(['#'])], ESC, 'J', 5, [...cut]), ROLL)).toEqual([
      ['', '', '', '#', '', ''],
    ]);
  });

  it('is not cut within a line', () => {
    const [piece] = listPieces(
      toBytes('A', [...CUT], '\n', [...CUT]),
      listRules({ ...SMALL, ...ROLL }),
    );
    expect(piece?.defects).toEqual(['GS V in the middle of a line']);
  });

  it('knows no labels: FF is nothing', () => {
    expect(listPrinted(toBytes([...buildRaster(['#'])], FF, [...CUT]), ROLL)).toHaveLength(1);
  });
});

it('is torn off without a cutter once it has been fed past the edge', () => {
  const torn = { stock: 'roll, torn' } as const;
  const dot = buildRaster(['#']);
  expect(listPrinted(toBytes([...dot], ESC, 'J', 1), torn)).toEqual([]);
  expect(listPrinted(toBytes([...dot], ESC, 'J', 3), torn)).toHaveLength(1);
  expect(listPrinted(toBytes([...dot], GS, 'V', 66, 0), torn)).toHaveLength(1);
  expect(listPrinted(toBytes([...dot], GS, 'V', 0), torn)).toEqual([]);
  expect(listPrinted(toBytes(ESC, 'J', 200), torn)).toEqual([]);
});

it('loses a line that was not printed at ESC @, and all that was set', () => {
  const input = toBytes(ESC, 'a', 2, GS, 'L', 3, 0, 'A', ESC, '@', [...buildRaster(['#'])], FF);
  expect(cropToInk(listPrinted(input, { labelMm: 40 })[0])).toEqual(['#']);
});

it('draws nothing of a page, and says so', () => {
  const input = toBytes(ESC, 'L', [...buildRaster(['#'])], ESC, 'S', [...buildRaster(['##'])], FF);
  const [piece] = listPieces(input, listRules(SMALL));
  expect(piece?.defects).toEqual(['drawn in page mode']);
  expect(piece?.bitmap.blackDots()).toBe(2);
});

/**
 * Dots of a small head, including bytes that read as commands, with black in the first and last
 * corner.
 */
const anyDots = fc
  .record({
    width: fc.integer({ min: 1, max: 64 }),
    height: fc.integer({ min: 1, max: 60 }),
    bytes: fc.array(fc.constantFrom(0x10, 0x04, 0x01, 0x1b, 0x1d, 0x0c, 0xff, 0), {
      maxLength: 400,
    }),
  })
  .map(({ width, height, bytes: some }) => {
    const bitmap = new Bitmap(width, height);
    bitmap.data.set(some.slice(0, bitmap.data.length));
    const spare = bitmap.bytesPerRow * 8 - width;
    for (let end = bitmap.bytesPerRow - 1; end < bitmap.data.length; end += bitmap.bytesPerRow)
      bitmap.data[end] = (bitmap.data[end] ?? 0) & (0xff << spare);
    bitmap.mark(0, 0, true, false);
    bitmap.mark(width - 1, height - 1, true, false);
    return bitmap;
  });

const encodeWord = (n: number): number[] => [n & 255, n >> 8];

/** The same dots sent in three ways. */
const ways: Readonly<Record<string, (of: Bitmap) => Buffer>> = {
  'GS v 0 in bands': ({ bytesPerRow, height, data }) =>
    Buffer.concat(
      Array.from({ length: Math.ceil(height / 7) }, (_, band) => {
        const rows = data.subarray(band * 7 * bytesPerRow, (band + 1) * 7 * bytesPerRow);
        return toBytes(
          GS,
          'v0',
          0,
          encodeWord(bytesPerRow),
          encodeWord(rows.length / bytesPerRow),
          [...rows],
        );
      }),
    ),
  'GS ( L': ({ width, height, data }) =>
    toBytes(
      GS,
      '(L',
      encodeWord(10 + data.length),
      [48, 112, 48, 1, 1, 49],
      encodeWord(width),
      encodeWord(height),
      [...data],
      [...printStored],
    ),
  'ESC *': (of) =>
    Buffer.concat([
      toBytes(ESC, '3', 24),
      ...Array.from({ length: Math.ceil(of.height / 24) }, (_, band) => {
        const columns = Array.from({ length: of.width * 3 }, (_unused, at) => {
          const top = band * 24 + (at % 3) * 8;
          const x = Math.floor(at / 3);
          return Array.from({ length: 8 }, (_bit, y) =>
            of.get(x, top + y) ? 0x80 >> y : 0,
          ).reduce((sum, bit) => sum | bit, 0);
        });
        return toBytes(ESC, '*', 33, encodeWord(of.width), columns, '\n');
      }),
    ]),
};

it.each(Object.entries(ways))('prints any dots as they are: %s', (_name, way) => {
  fc.assert(
    fc.property(anyDots, (dots) => {
      const options = { dotsPerMm: 1, headDots: 64, labelMm: 80, kanji: false };
      const [piece, ...others] = listPieces(toBytes([...way(dots)], FF), listRules(options));
      expect(others).toEqual([]);
      expect(piece?.defects).toEqual([]);
      expect(piece?.bitmap.blackDots()).toBe(dots.blackDots());
      expect(piece?.bitmap.ink().hash()).toBe(dots.hash());
    }),
    { numRuns: rounds(60) },
  );
});
