import { describe, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { bitmapToZpl } from './language/zpl-bytes.ts';
import { listSceneSymbols } from './output/symbols.ts';
import {
  getFullElementText,
  fillPlaceholders,
  buildSampleData,
  buildSampleLabelData,
} from './placeholders.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { createBitmap, isBlackDot, blackenRowSpan } from './raster/bitmap.ts';
import { rasterizeScene } from './raster/rasterize.ts';
import {
  createCode128Element,
  readFixtureTemplate,
  getLayout,
  createQrElement,
  SAMPLES,
  getTemplate,
} from './testing/fixtures.ts';
import { decodePng } from './testing/png.ts';
import { hasZbarimg, readWithZbarimg, readWithZxing } from './testing/readers.ts';
import type { Dpi, LabelData, Rotation, Template } from './template.ts';
import { sampleCases } from '../../../scripts/vitest/rounds.ts';

const DPIS: Dpi[] = sampleCases([203, 300, 600]);
const FIXTURES: [string, string[]][] = [
  ['price-tag', ['6900000203415', '6900000203415']],
  ['shelf', ['A-03-09', 'A-03-09']],
  ['waybill', ['882004173650', '882004173650']],
  ['reference', ['YN0000000001', 'https://yunbiao.example/t/YN0000000001?from=label']],
];
/** Dots per mm for the ZPL renderer, which accepts only integers. */
const RENDERER_DPMM: Record<Dpi, number> = { 203: 8, 300: 12, 600: 24 };

function drawLabel(template: Template, data: LabelData, dpi: Dpi, rotation: Rotation = 0): Bitmap {
  const scene = getLayout(template, data, { dpi, rotation });
  expect(scene.warnings).toEqual([]);
  return rasterizeScene(scene);
}

function drawFixture(name: string, dpi: Dpi, rotation: Rotation = 0): Bitmap {
  const template = readFixtureTemplate(name);
  return drawLabel(template, buildSampleData(template), dpi, rotation);
}

/** The picture that an independent ZPL interpreter draws on a label of the bitmap's size. */
async function renderZpl(bitmap: Bitmap, dpi: Dpi): Promise<Bitmap> {
  const zpl = new TextDecoder().decode(bitmapToZpl(bitmap));
  const { api } = await ready;
  const dpmm = RENDERER_DPMM[dpi];
  const base64 = await api.zplToBase64Async(zpl, bitmap.width / dpmm, bitmap.height / dpmm, dpmm);
  const image = decodePng(Buffer.from(base64, 'base64'));
  expect(Math.abs(image.width - bitmap.width)).toBeLessThanOrEqual(1);
  const result = createBitmap(bitmap.width, bitmap.height);
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      if ((image.grey[y * image.width + x] ?? 255) < 128)
        blackenRowSpan(result.data, y * result.stride, x, x + 1);
    }
  }
  return result;
}

describe.each(DPIS)('at %i dpi', (dpi) => {
  it.each(FIXTURES)('ZXing reads the codes of %s', async (name, expected) => {
    expect(await readWithZxing(drawFixture(name, dpi))).toEqual([...expected].toSorted());
  });

  it.skipIf(!hasZbarimg).each(FIXTURES)(
    'zbarimg (skipped when not installed) reads the codes of %s',
    (name, expected) => {
      expect(new Set(readWithZbarimg(drawFixture(name, dpi)))).toEqual(new Set(expected));
    },
  );

  it.each(FIXTURES)('an independent ZPL renderer draws the dots of %s', async (name, expected) => {
    const ours = drawFixture(name, dpi);
    const theirs = await renderZpl(ours, dpi);
    expect(Buffer.compare(theirs.data, ours.data)).toBe(0);
    expect(await readWithZxing(theirs)).toEqual([...expected].toSorted());
  });

  it.each([90, 180, 270] as const)(
    'ZXing reads a price tag turned by %i on the media',
    async (rotation) => {
      const texts = await readWithZxing(drawFixture('price-tag', dpi, rotation));
      expect(texts).toEqual(['6900000203415', '6900000203415']);
    },
  );
});

describe('every sample label', () => {
  it.each(SAMPLES)(
    'of %s is read back, its further samples too, and its modules are no thinner than two dots',
    async (name) => {
      const template = readFixtureTemplate(name);
      const inCodes = template.elements.filter(({ type }) => type === 'qr' || type === 'code128');
      for (const data of buildSampleLabelData(template, 9)) {
        const scene = getLayout(template, data);
        expect(scene.warnings).toEqual([]);
        for (const symbol of listSceneSymbols(scene))
          expect(symbol.moduleDots).toBeGreaterThanOrEqual(2);
        const expected = inCodes.map(
          (element) => fillPlaceholders(getFullElementText(element) ?? '', data).text,
        );
        expect(await readWithZxing(rasterizeScene(scene))).toEqual(expected.toSorted());
      }
    },
  );
});

describe('ASCII graphics', () => {
  it('are drawn by the independent renderer as we mean them', async () => {
    const ours = drawFixture('price-tag', 203);
    const zpl = new TextDecoder().decode(bitmapToZpl(ours, { graphics: 'ascii' }));
    expect(zpl).not.toContain(':Z64:');
    const { api } = await ready;
    const image = decodePng(Buffer.from(await api.zplToBase64Async(zpl, 60, 40, 8), 'base64'));
    let wrong = 0;
    for (let y = 0; y < 320; y += 1) {
      for (let x = 0; x < 480; x += 1)
        if ((image.grey[y * image.width + x] ?? 255) < 128 !== isBlackDot(ours, x, y)) wrong += 1;
    }
    expect(wrong).toBe(0);
  });
});

describe('contents', () => {
  const TEXTS = [
    '0',
    '云标：标签打印 喆堃珺',
    'HTTPS://YUNBIAO.EXAMPLE/A',
    '😀 mixed 混合 123456789012',
    'x'.repeat(400),
    '1'.repeat(900),
    // The maximum of a version at level M: 12 bytes of 13, 24 of 25.
    '中'.repeat(4),
    '中'.repeat(8),
  ];

  it.each(TEXTS)('ZXing reads QR %j at every level', async (text) => {
    for (const level of ['L', 'M', 'Q', 'H'] as const) {
      const template = getTemplate(
        [createQrElement('{{v}}', { level, xMm: 0, yMm: 0, widthMm: 100, heightMm: 100 })],
        { widthMm: 100, heightMm: 100 },
      );
      expect(
        await readWithZxing(rasterizeScene(getLayout(template, { v: text }, { dpi: 300 }))),
      ).toEqual([text]);
    }
  });

  it.each(['0', 'A\u0007B', 'lower UPPER 1234567', '~!@#$%^&*()_+', '00112233445566778899'])(
    'ZXing reads Code 128 %j',
    async (text) => {
      const template = getTemplate(
        [createCode128Element('{{v}}', { xMm: 0, yMm: 5, widthMm: 100, heightMm: 20 })],
        { widthMm: 100, heightMm: 30 },
      );
      expect(await readWithZxing(rasterizeScene(getLayout(template, { v: text })))).toEqual([text]);
    },
  );

  // Without the ECI for UTF-8, zbarimg read these as Shift JIS: 508 of 3,000 random Chinese texts.
  it.skipIf(!hasZbarimg).each(['綰', '昲麍稸饳羂芀', '1涖椬癯2匭狊哟髗鑚系鲺襂厞礻'])(
    'zbarimg (skipped when not installed) reads QR %s as Chinese',
    (text) => {
      const scene = getLayout(getTemplate([createQrElement(text)]));
      expect(readWithZbarimg(rasterizeScene(scene))).toEqual([text]);
    },
  );

  it.each([
    ['datamatrix', '云南小粒咖啡 20°C ¥12', undefined],
    ['datamatrix', 'AKS20260518', 'rectangle'],
    ['gs1-datamatrix', '(01)09521234543213(10)AB-1(17)261231', undefined],
  ] as const)('ZXing reads %s %s %s, however it is turned', async (type, content, shape) => {
    const options = { formats: ['DataMatrix' as const], textMode: 'HRI' as const };
    for (const rotation of [0, 90, 180, 270] as const) {
      const element = { ...createQrElement(content), type, rotation, ...(shape && { shape }) };
      const { level: _, ...matrix } = element;
      const scene = getLayout(getTemplate([matrix]));
      expect(scene.warnings).toEqual([]);
      expect(await readWithZxing(rasterizeScene(scene), options)).toEqual([content]);
    }
  });
});
