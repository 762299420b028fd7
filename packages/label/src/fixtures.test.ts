import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { escpos } from './language/escpos.ts';
import type { JobSettings } from './language/language.ts';
import { tspl } from './language/tspl.ts';
import { zpl as zplLanguage } from './language/zpl.ts';
import { bitmapToZpl } from './language/zpl-bytes.ts';
import { createPdfWriter } from './output/pdf.ts';
import { bitmapToPng } from './output/png.ts';
import { sceneToSvg } from './output/svg.ts';
import { buildSampleData } from './placeholders.ts';
import { isBlackDot } from './raster/bitmap.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { rasterizeScene } from './raster/rasterize.ts';
import {
  deflate,
  readFixtureTemplate,
  FIXTURES,
  getLayout,
  MORE_DRAWN,
  DRAWN,
} from './testing/fixtures.ts';
import { decodePng } from './testing/png.ts';
import type { Scene } from './scene.ts';
import type { Media } from './template.ts';

/**
 * Expected picture of each sample label, dot for dot. To update them after an intended change:
 *
 *   UPDATE_LABEL_FIXTURES=1 npx vitest run packages/label/src/fixtures.test.ts
 */
const CASES: { name: string; media: Media }[] = [...DRAWN, ...MORE_DRAWN].flatMap((name) => [
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
      count + (value < 128 === isBlackDot(bitmap, i % width, Math.floor(i / width)) ? 0 : 1),
    0,
  );
}

const settings = {
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
  darkness: 10,
  speed: 4,
} as const satisfies Partial<JobSettings>;
/** Does not compress: the output of another zlib may change. */
const asItIs = (bytes: Uint8Array): Uint8Array => bytes;

/** The output of each format for a label, as the first half of its SHA-256. */
function listDigests(scene: Scene, bitmap: Bitmap, { dpi }: Media): Record<string, string> {
  const job: JobSettings = { ...settings, dpi, widthMm: 60, heightMm: 40 };
  const pdf = createPdfWriter({ deflate: asItIs });
  const made = {
    zpl: zplLanguage.encodeJob(bitmap, job),
    tspl: tspl.encodeJob(bitmap, job),
    // The paper is narrower than some labels.
    ...(bitmap.width <= 576 && {
      escpos: escpos.encodeJob(bitmap, { ...job, media: 'continuous' }),
    }),
    png: bitmapToPng(bitmap, asItIs, { dpi }),
    svg: new TextEncoder().encode(sceneToSvg(scene, { title: '标签' })),
    pdf: Buffer.concat([pdf.addPage(scene), pdf.finish()]),
  };
  const digest = (bytes: Uint8Array): string =>
    createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, digest(bytes)]));
}

type Digests = Record<string, Record<string, string>>;
const BYTES = new URL('bytes.json', EXPECTED);
const knownBytes = (): Digests =>
  existsSync(BYTES) ? (JSON.parse(readFileSync(BYTES, 'utf8')) as Digests) : {};

describe.each(CASES)('$name at $media.dpi dpi', ({ name, media }) => {
  const template = readFixtureTemplate(name);
  const scene = getLayout(template, buildSampleData(template), media);
  const bitmap = rasterizeScene(scene);

  it('is drawn as expected, without warnings', () => {
    const png = expectedFile(`${name}-${media.dpi}.png`, () => bitmapToPng(bitmap, deflate, media));
    expect(scene.warnings).toEqual([]);
    expect(differingDots(bitmap, png)).toBe(0);
  });

  it('gives the expected ZPL', () => {
    const zpl = bitmapToZpl(bitmap);
    const expected = expectedFile(`${name}-${media.dpi}.zpl`, () => zpl);
    expect(Buffer.from(zpl).toString('latin1')).toBe(Buffer.from(expected).toString('latin1'));
  });

  it('gives the same bytes in every output as ever', () => {
    const digests = listDigests(scene, bitmap, media);
    const label = `${name}-${media.dpi}`;
    if (isUpdating)
      writeFileSync(BYTES, `${JSON.stringify({ ...knownBytes(), [label]: digests }, null, 2)}\n`);
    expect(digests).toEqual(knownBytes()[label]);
  });
});
