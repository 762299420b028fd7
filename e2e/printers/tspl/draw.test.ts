import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, createBitmap } from '../../../packages/label/src/raster/bitmap.ts';
import { bitmapToTspl, MAX_BITMAP_BYTES } from '../../../packages/label/src/language/tspl-bytes.ts';
import { rasterizeScene } from '../../../packages/label/src/raster/rasterize.ts';
import {
  readFixtureTemplate,
  getLayout,
  SAMPLES,
} from '../../../packages/label/src/testing/fixtures.ts';
import { buildSampleData } from '../../../packages/label/src/placeholders.ts';
import type { DrawRules } from './draw.ts';
import { listLabels } from './list-labels.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const RULES: DrawRules = { dotsPerMm: 8, headDots: 4000, labelDots: 240 };
/** 12 dots per mm, as in the manual for 300 dpi; an inch has a different number. */
const createRules = ({ width, height }: Bitmap): DrawRules => ({
  ...RULES,
  headDots: width,
  dotsPerMm: Math.max(width, height),
});

/** Output for the bytes on stock of the bitmap's size. */
const printBitmap = (bitmap: Bitmap) => {
  const { dotsPerMm } = createRules(bitmap);
  const stock = { widthMm: bitmap.width / dotsPerMm, lengthMm: bitmap.height / dotsPerMm };
  const bytes = bitmapToTspl(bitmap, { stock });
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/SIZE .*\r\n/, `SIZE ${bitmap.width} dot,${bitmap.height} dot\r\n`);
  return { bytes, labels: listLabels(Buffer.from(text, 'latin1'), RULES) };
};

const expectSame = (bitmap: Bitmap): number => {
  const { bytes, labels } = printBitmap(bitmap);
  const [label] = labels;
  expect(labels).toHaveLength(1);
  expect(label?.defects).toEqual([]);
  expect([label?.bitmap.width, label?.bitmap.height]).toEqual([bitmap.width, bitmap.height]);
  expect(Buffer.compare(label?.bitmap.data ?? Buffer.alloc(0), bitmap.data)).toBe(0);
  return bytes.length;
};

describe.each([...SAMPLES, 'reference', 'small-text'])('%s in TSPL', (name) => {
  it.each([203, 300, 600] as const)('is the bitmap, dot for dot, at %i dpi', (dpi) => {
    const template = readFixtureTemplate(name);
    const bitmap = rasterizeScene(getLayout(template, buildSampleData(template), { dpi }));
    const size = expectSame(bitmap);
    // Blank areas are not sent.
    expect(size).toBeLessThan(bitmap.data.length * 0.9);
  });
});

/** Bitmaps with random patches, with bytes that read as commands when inverted, and blank paper. */
const anyBitmap = fc
  .record({
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 120 }),
    patches: fc.array(
      fc.record({
        at: fc.nat(10_000),
        bytes: fc.array(fc.constantFrom(0xe4, 0xde, 0x81, 0xc0, 0xff, 1, 0), { maxLength: 60 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ width, height, patches }) => {
    const bitmap = createBitmap(width, height);
    for (const { at, bytes } of patches)
      bytes.forEach((byte, i) => (bitmap.data[(at + i) % bitmap.data.length] = byte));
    const spare = bitmap.stride * 8 - width;
    for (let y = 1; y <= height; y += 1)
      bitmap.data[y * bitmap.stride - 1] =
        (bitmap.data[y * bitmap.stride - 1] ?? 0) & (0xff << spare);
    return bitmap;
  });

it('is the bitmap whatever is on it, and holds no immediate command', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      expectSame(bitmap);
      const { bytes } = printBitmap(bitmap);
      expect(/[\x1b~]!/.test(Buffer.from(bytes).toString('latin1'))).toBe(false);
    }),
    { numRuns: rounds(400) },
  );
});

it('has no BITMAP longer than what ends one that was cut short', () => {
  const bitmap = createBitmap(832, 1200);
  bitmap.data.fill(0x55);
  const text = Buffer.from(
    bitmapToTspl(bitmap, { stock: { widthMm: 104, lengthMm: 150 } }),
  ).toString('latin1');
  const sizes = [...text.matchAll(/BITMAP \d+,\d+,(\d+),(\d+),0,/g)].map(
    (item) => Number(item[1]) * Number(item[2]),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BITMAP_BYTES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bitmap.data.length);
});

it('is drawn afresh whatever the job before has left set', () => {
  const bitmap = createBitmap(16, 8);
  bitmap.data.fill(0xa5);
  const before =
    'SIZE 5 mm,5 mm\r\nDIRECTION 1,1\r\nREFERENCE 7,7\r\nSET REPRINT ON\r\nBAR 0,0,9,9\r\nPRINT 1\r\n';
  const job = bitmapToTspl(bitmap, { stock: { widthMm: 2, lengthMm: 1 } });
  const [, label] = listLabels(Buffer.concat([Buffer.from(before), job]), RULES);
  expect(Buffer.compare(label?.bitmap.data ?? Buffer.alloc(0), bitmap.data)).toBe(0);
  expect(label?.reprint).toBe(false);
});
