import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { bitmapToZpl, loadFonts } from '@yunbiao/label';
import type { Bitmap } from '@yunbiao/label';
import { drawZpl, readZpl } from '@yunbiao/label/zpl';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFormat, createPowerUpSettings } from './draw.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

// The engine's reader of foreign ZPL and this printer are independent: if they disagree, one of
// them is wrong.

const SIZE = { widthDots: 200, heightDots: 120 };
const RULES = { headDots: 200, labelDots: 120, crc: 'checked' } as const;
const require = createRequire(import.meta.resolve('@yunbiao/label'));
const fonts = loadFonts({
  read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
});

const read = (fields: Buffer): Uint8Array | undefined => {
  const whole = Buffer.concat([Buffer.from('^XA'), fields, Buffer.from('^XZ')]);
  const { labels, lines } = readZpl(new Uint8Array(whole), { dpi: 203, ...SIZE });
  const [label] = labels;
  return label && drawZpl(label, { fonts, lines }).bitmap.data;
};

const drawFields = (fields: Buffer): Uint8Array =>
  drawFormat(fields, createPowerUpSettings(), RULES).bitmap.data;

const place = fc.tuple(fc.nat(190), fc.nat(110)).map(([x, y]) => `^FO${x},${y}`);
const box = fc
  .tuple(fc.nat(120), fc.nat(80), fc.integer({ min: 1, max: 60 }), fc.constantFrom('B', 'W'))
  .map((parts) => `^GB${parts.join(',')}`);
const digits = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFabcdef,!:GHYZghz'),
  maxLength: 60,
});
const picture = fc
  .tuple(digits, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 }))
  .map(([text, stride, rows]) => `^GFA,${text.length},${stride * rows},${stride},${text}`);
const field = fc
  .tuple(place, fc.constantFrom('', '^FR'), fc.oneof(box, picture))
  .map(([at, reverse, figure]) => `${at}${reverse}${figure}^FS`);

test('both draw the same boxes, lines and pictures, over each other and reversed', () => {
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('', '^LH7,5'),
      (fields, home) => {
        const label = Buffer.from(home + fields.join(''), 'latin1');
        expect(Buffer.compare(Buffer.from(read(label) ?? []), drawFields(label))).toBe(0);
      },
    ),
    { numRuns: rounds(300) },
  );
});

test('both draw binary pictures, and what is packed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (rows) => {
      const binary = Buffer.concat([Buffer.from('^FO9,9^GFB,12,12,3,'), rows, Buffer.from('^FS')]);
      expect(Buffer.compare(Buffer.from(read(binary) ?? []), drawFields(binary))).toBe(0);
    }),
    { numRuns: rounds(50) },
  );
});

test('both draw what our own encoder writes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 25 * 40, maxLength: 25 * 40 }),
      fc.boolean(),
      (noise, isSparse) => {
        const data = isSparse ? noise.map((byte) => (byte > 240 ? byte : 0)) : noise;
        const bitmap: Bitmap = { width: 200, height: 40, stride: 25, data };
        const zpl = bitmapToZpl(bitmap);
        const text = Buffer.from(zpl).toString('latin1');
        const fields = Buffer.from(
          text.slice(text.indexOf('^XA') + 3, text.indexOf('^XZ')),
          'latin1',
        );
        expect(Buffer.compare(Buffer.from(read(fields) ?? []), drawFields(fields))).toBe(0);
      },
    ),
    { numRuns: rounds(40) },
  );
});
