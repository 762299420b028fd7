import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SimulatedPrint } from '@yunbiao/label/scan';
import { toScannedText } from '../gs1-contents.ts';
import { readDataBarExpanded } from './databar-expanded.ts';
import { readDataBarLimited } from './databar-limited.ts';
import { readDataBarStacked } from './databar-stacked.ts';
import { readMicroQr } from './micro-qr.ts';
import { correctErrors } from './reed-solomon.ts';

/** Pixels per module, and the quiet zone in modules. */
const [MODULE, QUIET] = [3, 4];

type Symbol = { sbs?: number[]; pixs?: number[]; pixx?: number };

/** bwip-js's result as rows of modules. */
function listModules(id: string, content: string, options: object = {}): number[][] {
  const [{ sbs, pixs = [], pixx = 1 }] = bwipjs.raw(id, content, options) as unknown as [Symbol];
  if (sbs !== undefined)
    return [sbs.flatMap((width, i) => Array.from({ length: width }, () => (i + 1) % 2))];
  return Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx));
}

function createPrint(rows: readonly (readonly number[])[]): SimulatedPrint {
  const across = (rows[0]?.length ?? 0) + 2 * QUIET;
  const light = Array.from({ length: QUIET }, () => [] as number[]);
  const [width, lines] = [across * MODULE, [...light, ...rows, ...light]];
  const height = lines.length * MODULE;
  const grey = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [Math.floor((i % width) / MODULE), Math.floor(i / width / MODULE)];
    return lines[y]?.[x - QUIET] === 1 ? 0 : 255;
  });
  return { width, height, grey };
}

const draw = (id: string, content: string, options?: object): SimulatedPrint =>
  createPrint(listModules(id, content, options));

describe('GS1 DataBar in two rows', () => {
  // Examples of the standard and the General Specifications.
  it.each(['(01)24012345678905', '(01)20012345678909', '(01)00000000000000', '(01)99999999999997'])(
    'is read: %s',
    (content) => {
      const rows = listModules('databarstacked', content);
      const high = rows.flatMap((row, i) =>
        i === 1 ? [row] : Array.from({ length: 5 }, () => row),
      );
      expect(readDataBarStacked(createPrint(high))).toEqual([toScannedText(content)]);
    },
  );

  it('tells nothing of halves that do not belong together', () => {
    const [top = [], between = []] = listModules('databarstacked', '(01)24012345678905');
    const [, , bottom = []] = listModules('databarstacked', '(01)20012345678909');
    expect(readDataBarStacked(createPrint([top, top, between, bottom, bottom]))).toEqual([]);
  });
});

describe('GS1 DataBar Limited', () => {
  it.each(['(01)15012345678907', '(01)00312345678906', '(01)00000000000000', '(01)19999999999991'])(
    'is read: %s',
    (content) => {
      expect(readDataBarLimited(draw('databarlimited', content))).toEqual([toScannedText(content)]);
    },
  );

  it('tells nothing where an edge lies elsewhere', () => {
    const [row = []] = listModules('databarlimited', '(01)15012345678907');
    // Its second-to-last character: one bar of the right one is wider, and the next space narrower.
    const at = row.lastIndexOf(1, row.length - 8);
    const moved = row.with(at + 1, 1);
    expect(readDataBarLimited(createPrint([row]))).toHaveLength(1);
    expect(readDataBarLimited(createPrint([moved]))).toEqual([]);
  });
});

describe('GS1 DataBar Expanded', () => {
  it.each([
    '(01)98898765432106(3202)012345(15)991231',
    '(01)90012345678908(3103)001750',
    '(01)90012345678908(3202)000156',
    '(01)90012345678908(3203)022767',
    '(01)90012345678908(3922)795(3103)000012',
    '(01)90012345678908(3932)9781234(3103)000012',
    '(01)90012345678908(3105)099999(17)000101',
    '(01)00012345678905(10)ABC123',
    '(01)00012345678905(10)aB"z_1(21)5',
    '(01)00012345678905(10)1(21)1234567',
    '(00)106141412345678908',
  ])('is read in as many columns as there may be: %s', (content) => {
    for (const segments of [2, 4, 6, 22]) {
      const rows = listModules('databarexpandedstacked', content, { segments });
      expect(readDataBarExpanded(createPrint(rows)), `${segments}`).toEqual([
        toScannedText(content),
      ]);
    }
  });
});

describe('Micro QR', () => {
  it.each([
    '1',
    '12345',
    'AB 12$',
    '0123456789',
    'hello, world 12',
    '点茗',
    '日本',
    'ABCDE12345abc',
  ])('is read at each level there is room for: %s', (content) => {
    let levels = 0;
    for (const eclevel of ['L', 'M', 'Q']) {
      let rows;
      try {
        rows = listModules('microqrcode', content, { eclevel });
      } catch {
        continue; // No room.
      }
      levels += 1;
      expect(readMicroQr(createPrint(rows)), eclevel).toEqual([content]);
    }
    expect(levels).toBeGreaterThan(0);
  });

  it('is read with modules of its data and of its format gone', () => {
    const rows = listModules('microqrcode', 'HELLO', { eclevel: 'M' });
    const side = rows.length;
    const damaged = rows.map((row, y) =>
      row.map((module, x) =>
        (x >= side - 2 && y >= side - 3) || (x === 2 && y === 8) ? 1 - module : module,
      ),
    );
    expect(readMicroQr(createPrint(damaged))).toEqual(['HELLO']);
  });
});

describe('Reed–Solomon', () => {
  /** The zero word belongs to every code. */
  const length = 24;
  const errors = fc.uniqueArray(
    fc.record({ at: fc.nat(length - 1), by: fc.integer({ min: 1, max: 255 }) }),
    { maxLength: 7, selector: ({ at }) => at },
  );

  it('puts as many errors right as half its check codewords', () => {
    fc.assert(
      fc.property(errors, (wrong) => {
        const word = Array.from({ length }, (_, i) => wrong.find(({ at }) => at === i)?.by ?? 0);
        expect(correctErrors(word, 14, 7)).toEqual(Array.from({ length }, () => 0));
      }),
    );
  });

  it('tells nothing where it may not put that many right', () => {
    const word = Array.from({ length }, (_, i) => (i < 3 ? i + 1 : 0));
    expect(correctErrors(word, 14, 2)).toBeUndefined();
  });
});
