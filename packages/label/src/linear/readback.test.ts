import type { ReaderOptions } from 'zxing-wasm/reader';
import { describe, expect, it } from 'vitest';
import { createBitmap, blackenRowSpan } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { Dpi, LinearName, Rotation } from '../template.ts';
import { createCode128Element, getLayout, getTemplate } from '../testing/fixtures.ts';
import { hasZbarimg, readWithZbarimg, readWithZxing } from '../testing/readers.ts';
import { encodeCode39 } from './code39.ts';
import { sampleCases } from '../../../../scripts/vitest/rounds.ts';

type Sample = {
  content: string;
  zxing: ReaderOptions;
  zbar: readonly string[];
  /** The same number as ZXing returns it, with thirteen digits. */
  long?: string;
  /** The same content as zbarimg returns it. */
  raw?: string;
};

const SAMPLES: Partial<Record<LinearName, Sample>> = {
  'gs1-128': {
    content: '(10)AB-1(17)261231',
    zxing: { formats: ['Code128'], textMode: 'HRI' },
    zbar: ['code128'],
    raw: '10AB-1\u001d17261231',
  },
  ean13: { content: '6901234567892', zxing: { formats: ['EAN13'] }, zbar: ['ean13'] },
  ean8: { content: '96385074', zxing: { formats: ['EAN8'] }, zbar: ['ean8'] },
  upca: {
    content: '036000291452',
    zxing: { formats: ['UPCA'] },
    zbar: ['upca', 'ean13'],
    long: '0036000291452',
  },
  upce: {
    content: '04252614',
    zxing: { formats: ['UPCE'] },
    zbar: ['upce'],
    long: '0042100005264',
  },
  itf14: { content: '15400141288763', zxing: { formats: ['ITF'] }, zbar: ['i25'] },
  code39: { content: 'AB-12 $%', zxing: { formats: ['Code39'] }, zbar: ['code39'] },
  code93: { content: 'Ab-1(2)', zxing: { formats: ['Code93'] }, zbar: ['code93'] },
  codabar: { content: 'A0123-45B', zxing: { formats: ['Codabar'] }, zbar: ['codabar'] },
};

const drawCode = (
  type: LinearName,
  content: string,
  dpi: Dpi,
  rotation: Rotation,
  showText = true,
  more: object = {},
) => {
  const isSideways = rotation === 90 || rotation === 270;
  const box = isSideways
    ? { xMm: 4, yMm: 2, widthMm: 22, heightMm: 66, rotation }
    : { xMm: 2, yMm: 4, widthMm: 66, heightMm: 22, rotation };
  const size = isSideways ? { widthMm: 30, heightMm: 70 } : { widthMm: 70, heightMm: 30 };
  const element = createCode128Element(content, { ...box, type, showText, ...more });
  const scene = getLayout(getTemplate([element], size), {}, { dpi });
  expect(scene.warnings).toEqual([]);
  return rasterizeScene(scene);
};

describe.each(Object.entries(SAMPLES) as [LinearName, Sample][])('%s', (type, sample) => {
  const { content, zxing, zbar, long = content, raw = content } = sample;

  it.each(sampleCases([203, 300, 600] as const))(
    'is read by ZXing at %i dpi, however it is turned',
    async (dpi) => {
      for (const rotation of [0, 90, 180, 270] as const) {
        const bitmap = drawCode(type, content, dpi, rotation);
        expect(await readWithZxing(bitmap, zxing)).toEqual([long]);
      }
    },
  );

  it.skipIf(!hasZbarimg)(
    'is read by zbarimg (skipped when not installed), without text, too',
    () => {
      for (const [dpi, showText] of [
        [203, true],
        [203, false],
        [600, true],
      ] as const) {
        expect(readWithZbarimg(drawCode(type, content, dpi, 0, showText), zbar)).toEqual([raw]);
      }
    },
  );
});

describe('full ASCII of Code 39', () => {
  const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  /**
   * Only the bars: a template refuses some control characters, which are not visible in the text.
   */
  const barsAlone = (content: string): Bitmap => {
    const { widths, modules } = encodeCode39(content, { fullAscii: true });
    const [dots, quiet] = [2, 10];
    const bitmap = createBitmap((modules + 2 * quiet) * dots, 60);
    let at = quiet * dots;
    for (const [i, width] of widths.entries()) {
      const end = at + width * dots;
      for (let y = 0; y < bitmap.height && i % 2 === 0; y += 1)
        blackenRowSpan(bitmap.data, y * bitmap.stride, at, end);
      at = end;
    }
    return bitmap;
  };

  it('is read by ZXing, each of the 128 characters', async () => {
    for (let from = 0; from < ASCII.length; from += 16) {
      // It reads unpaired characters as plain, and a matching last character as the check
      // character: avoid both.
      const content = `${ASCII.slice(from, from + 16).join('')}a`;
      const options: ReaderOptions = { formats: ['Code39Ext'] };
      expect(await readWithZxing(barsAlone(content), options)).toEqual([content]);
    }
  });

  it('is read from a label, and is pairs to a reader that is not told', async () => {
    const bitmap = drawCode('code39', 'ab-C!', 300, 0, true, { fullAscii: true });
    expect(await readWithZxing(bitmap, { formats: ['Code39Ext'] })).toEqual(['ab-C!']);
    expect(await readWithZxing(bitmap, { formats: ['Code39Std'] })).toEqual(['+A+B-C/A']);
  });
});

describe('an add-on', () => {
  it.each([
    ['ean13', '9780201379624', '12', '9780201379624'],
    ['ean13', '9780201379624', '51299', '9780201379624'],
    ['upca', '036000291452', '05', '0036000291452'],
    ['upce', '04252614', '98765', '0042100005264'],
    ['ean8', '96385074', '34', '96385074'],
  ] as const)('of %s %s %s is read with it', async (type, main, addOn, long) => {
    const options: ReaderOptions = {
      formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE'],
      eanAddOnSymbol: 'Require',
    };
    for (const dpi of sampleCases([203, 300, 600] as const)) {
      const texts = await readWithZxing(drawCode(type, `${main} ${addOn}`, dpi, 0), options);
      expect(texts).toEqual([long + addOn]);
    }
  });
});
