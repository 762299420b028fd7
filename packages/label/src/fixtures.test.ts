import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bitmapToPng } from './output/png.ts';
import { bitmapToZpl } from './language/zpl-bytes.ts';
import { sampleData } from './placeholders.ts';
import { dotAt } from './raster/bitmap.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { rasterize } from './raster/rasterize.ts';
import {
  deflate,
  fixtureTemplate,
  FIXTURES,
  layoutOf,
  MORE_DRAWN,
  SAMPLES,
} from './testing/fixtures.ts';
import { decodePng } from './testing/png.ts';
import type { Media } from './template.ts';

/**
 * What each sample label must look like, dot for dot. After a wanted change, look at the new pictures:
 *
 *   UPDATE_LABEL_FIXTURES=1 npx vitest run packages/label/src/fixtures.test.ts
 */
const CASES: { name: string; media: Media }[] = [
  ...SAMPLES,
  ...MORE_DRAWN,
  'reference',
  'small-text',
  'shapes',
  'images',
  'table',
  'text',
  'vertical',
].flatMap((name) => [
  { name, media: { dpi: 203 } as const },
  { name, media: { dpi: 300, rotation: 90 } as const },
]);
const isUpdating = process.env['UPDATE_LABEL_FIXTURES'] === '1';
const EXPECTED = new URL('expected/', FIXTURES);

function expectedFile(fileName: string, make: () => Uint8Array): Uint8Array {
  const file = new URL(fileName, EXPECTED);
  if (isUpdating) {
    mkdirSync(EXPECTED, { recursive: true });
    writeFileSync(file, make());
  }
  expect(existsSync(file), `${fileName} is missing`).toBe(true);
  return readFileSync(file);
}

function differingDots(bitmap: Bitmap, png: Uint8Array): number {
  const { width, height, grey } = decodePng(png);
  expect([width, height]).toEqual([bitmap.width, bitmap.height]);
  return grey.reduce(
    (count, value, i) =>
      count + (value < 128 === dotAt(bitmap, i % width, Math.floor(i / width)) ? 0 : 1),
    0,
  );
}

/** Commands and graphic of a format apart: compressed bytes may differ between zlib versions. */
function partsOf(zpl: Uint8Array): { commands: string; graphic: Uint8Array } {
  const text = new TextDecoder().decode(zpl);
  const data = /:Z64:([^:]+):[0-9A-F]{4}/.exec(text);
  if (data === null) throw new Error('no Z64 graphic');
  return {
    commands: text.replace(data[0], ''),
    graphic: new Uint8Array(inflateSync(Buffer.from(data[1] ?? '', 'base64'))),
  };
}

describe.each(CASES)('$name at $media.dpi dpi', ({ name, media }) => {
  const template = fixtureTemplate(name);
  const scene = layoutOf(template, sampleData(template), media);
  const bitmap = rasterize(scene);

  it('is drawn as expected, without warnings', () => {
    const png = expectedFile(`${name}-${media.dpi}.png`, () => bitmapToPng(bitmap, deflate, media));
    expect(scene.warnings).toEqual([]);
    expect(differingDots(bitmap, png)).toBe(0);
  });

  it('gives the expected ZPL', () => {
    const zpl = bitmapToZpl(bitmap);
    const expected = partsOf(expectedFile(`${name}-${media.dpi}.zpl`, () => zpl));
    expect(partsOf(zpl)).toEqual(expected);
  });
});
