import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { type Bitmap, createBitmap, isBlackDot } from '../raster/bitmap.ts';
import { bitmapToEscpos, MAX_BAND_BYTES } from './escpos-bytes.ts';
import { escpos } from './escpos.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** The dots that a printer with this head prints for a job, by Epson's command reference. */
const readPrintedJob = (job: Uint8Array, headDots: number) => {
  const rows: string[] = [];
  const bands: number[] = [];
  let margin = 0;
  let at = 0;
  const readWord = (from: number): number => (job[from] ?? 0) + (job[from + 1] ?? 0) * 256;
  const isAt = (...bytes: number[]): boolean => bytes.every((byte, i) => job[at + i] === byte);
  for (;;) {
    if (isAt(0x1b, 0x40)) [margin, at] = [0, at + 2];
    else if (isAt(0x1d, 0x4c)) [margin, at] = [readWord(at + 2), at + 4];
    else if (isAt(0x1d, 0x76, 0x30, 0)) {
      const [width, height] = [readWord(at + 4), readWord(at + 6)];
      at += 8;
      bands.push(width * height);
      for (let y = 0; y < height; y += 1, at += width) {
        const bits = Array.from(job.subarray(at, at + width), (byte) =>
          byte.toString(2).padStart(8, '0'),
        ).join('');
        rows.push(('0'.repeat(margin) + bits).padEnd(headDots, '0').slice(0, headDots));
      }
    } else return { rows, bands, rest: [...job.subarray(at)] };
  }
};

const listRows = (bitmap: Bitmap, from: number, headDots: number): string[] =>
  Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: headDots }, (__, x) => (isBlackDot(bitmap, x - from, y) ? '1' : '0')).join(
      '',
    ),
  );

const hasRealTime = (job: Uint8Array): boolean =>
  job.some((byte, i) => byte === 0x10 && [0x04, 0x05, 0x14].includes(job[i + 1] ?? 0));

const toBitmap = (width: number, bytes: readonly number[]): Bitmap => {
  const stride = (width + 7) >> 3;
  const bitmap = createBitmap(width, bytes.length / stride);
  bitmap.data.set(bytes);
  // Clears the padding bits beyond the right edge.
  const spare = stride * 8 - width;
  for (let i = stride - 1; i < bytes.length; i += stride)
    bitmap.data[i] = ((bitmap.data[i] ?? 0) >> spare) << spare;
  return bitmap;
};

/** Dots whose bytes are often the start or the end of a real-time command. */
const nasty = fc
  .record({
    width: fc.integer({ min: 1, max: 60 }),
    rows: fc.integer({ min: 1, max: 12 }),
    bytes: fc.array(fc.constantFrom(0x10, 0x04, 0x05, 0x14, 0x20, 0x00, 0x82, 0xff), {
      minLength: 96,
      maxLength: 96,
    }),
  })
  .map(({ width, rows, bytes }) => toBitmap(width, bytes.slice(0, ((width + 7) >> 3) * rows)));

it('prints the very dots, wherever they begin, and none that a printer takes for a command', () => {
  let shifted = 0;
  fc.assert(
    fc.property(nasty, (bitmap) => {
      let job: Uint8Array;
      try {
        job = bitmapToEscpos(bitmap);
      } catch (error) {
        expect((error as LabelError).code).toBe('bad-media');
        return;
      }
      expect(hasRealTime(job)).toBe(false);
      const { rows, rest } = readPrintedJob(job, 80);
      expect(rest).toEqual([]);
      const begins = Array.from({ length: 8 }, (_, from) => from).filter(
        (from) => listRows(bitmap, from, 80).join() === rows.join(),
      );
      expect(begins).not.toEqual([]);
      if (!begins.includes(0)) shifted += 1;
    }),
    { numRuns: rounds(500) },
  );
  // Some labels are black at the edge and must start further in.
  expect(shifted).toBeGreaterThan(0);
});

it.each([
  ['behind blank dots, where the row begins further in', [0x01, 0x10, 0x04], 0],
  ['behind none, where the whole label does', [0x81, 0x10, 0x04], 1],
])('moves a row that reads like a command: %s', (_where, bytes, from) => {
  const bitmap = toBitmap(24, [0xff, 0xff, 0xff, ...bytes, 0xff, 0xff, 0xff]);
  const job = bitmapToEscpos(bitmap);
  expect(hasRealTime(job)).toBe(false);
  expect(readPrintedJob(job, 32).rows).toEqual(listRows(bitmap, from, 32));
});

it('sends two images where a command would begin in one row and end in the next', () => {
  const bitmap = toBitmap(16, [0x80, 0x10, 0x04, 0x01]);
  expect(readPrintedJob(bitmapToEscpos(bitmap), 16)).toEqual({
    rows: listRows(bitmap, 0, 16),
    bands: [2, 2],
    rest: [],
  });
});

it('refuses dots that read like a command however they are shifted', () => {
  // DLE EOT at each of the eight bit offsets within a byte, and black at the edge.
  const bits = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((shift) => `${'1'.repeat(shift)}0001000000000100${'1'.repeat(8 - shift)}`)
    .join('');
  const bytes = (`11111111${bits}`.match(/.{8}/g) ?? []).map((item) => parseInt(item, 2));
  expect(() => bitmapToEscpos(toBitmap(bytes.length * 8, bytes))).toThrow('打印不了');
});

it('sends no longer image than may be made good after a cut', () => {
  const bitmap = createBitmap(576, 2400);
  bitmap.data.fill(0x55);
  const { bands, rows } = readPrintedJob(bitmapToEscpos(bitmap), 576);
  expect(Math.max(...bands)).toBeLessThanOrEqual(MAX_BAND_BYTES);
  expect(rows).toHaveLength(2400);
  expect(readPrintedJob(bitmapToEscpos(createBitmap(8, 96)), 8).bands).toEqual([47, 47, 2]);
});

it('takes as much paper as the label of the configuration, and cuts', () => {
  const bitmap = toBitmap(16, [0xff, 0x80, 0x01, 0xff]);
  const settings = {
    dpi: 203,
    widthMm: 2,
    media: 'continuous',
    gapMm: 0,
    finishing: 'cut',
    darkness: 0,
    speed: 0,
  } as const;
  const printJob = (heightMm: number) =>
    readPrintedJob(escpos.encodeJob(bitmap, { ...settings, heightMm }), 16);
  expect(printJob(1).rows).toEqual([...listRows(bitmap, 0, 16), ...Array(6).fill('0'.repeat(16))]);
  expect(printJob(0.125).rows).toEqual(listRows(bitmap, 0, 16).slice(0, 1));
  expect(printJob(1).rest).toEqual([0x1d, 0x56, 66, 0]);
});

it('says what becomes of a label that is out, and finds the next one of a roll of labels', () => {
  const readRest = (options: Parameters<typeof bitmapToEscpos>[1]) =>
    readPrintedJob(bitmapToEscpos(createBitmap(8, 1), options), 8).rest;
  expect(readRest({})).toEqual([]);
  expect(readRest({ finishing: 'tear' })).toEqual([0x1b, 0x64, 4]);
  expect(readRest({ media: 'label', finishing: 'peel' })).toEqual([
    12, 0x1c, 0x28, 0x4c, 2, 0, 65, 48,
  ]);
});
