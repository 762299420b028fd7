import { describe, expect, it } from 'vitest';
import { createPdfWriter } from './output/pdf.ts';
import { isBlackDot } from './raster/bitmap.ts';
import { rasterizeScene } from './raster/rasterize.ts';
import { computeFullSheetLayout, listSheetPlaces, describeSheetFault } from './sheet.ts';
import { deflate, getLayout, createQrElement, getTemplate } from './testing/fixtures.ts';
import { drawWithPoppler, noPoppler } from './testing/poppler.ts';

const A4 = { widthMm: 210, heightMm: 297 };
const SMALL = { widthMm: 60, heightMm: 40 };

describe('a full sheet', () => {
  it('holds as many as there is room for, in its middle', () => {
    const sheet = computeFullSheetLayout(A4, SMALL);
    expect(sheet).toMatchObject({ columns: 3, rows: 6, gapXMm: 2, gapYMm: 2 });
    // 3 × 60 + 2 × 2 = 184 of 210, 6 × 40 + 5 × 2 = 250 of 297.
    expect(sheet).toMatchObject({ leftMm: 13, topMm: 23.5 });
  });

  it('is none for a label that is larger than the paper', () => {
    expect(computeFullSheetLayout(A4, { widthMm: 201, heightMm: 40 })).toBeNull();
    expect(computeFullSheetLayout(A4, { widthMm: 60, heightMm: 288 })).toBeNull();
    expect(computeFullSheetLayout(A4, { widthMm: 200, heightMm: 287 })).toMatchObject({
      columns: 1,
      rows: 1,
    });
  });

  it('keeps every label on the paper, whatever its size', () => {
    for (let widthMm = 5; widthMm <= 200; widthMm += 7.3) {
      for (let heightMm = 5; heightMm <= 287; heightMm += 11.9) {
        const label = { widthMm, heightMm };
        const sheet = computeFullSheetLayout(A4, label);
        if (!sheet) throw new Error(`no sheet for ${widthMm} × ${heightMm}`);
        expect(describeSheetFault(sheet, label)).toBe('');
        for (const { xMm, yMm } of listSheetPlaces(sheet, label)) {
          expect(Math.min(xMm, yMm)).toBeGreaterThanOrEqual(4.9);
          expect(xMm + widthMm).toBeLessThanOrEqual(205.1);
          expect(yMm + heightMm).toBeLessThanOrEqual(292.1);
        }
      }
    }
  });
});

it('says what does not go on the paper', () => {
  const sheet = computeFullSheetLayout(A4, SMALL);
  if (!sheet) throw new Error('no sheet');
  expect(describeSheetFault({ ...sheet, columns: 4 }, SMALL)).toBe(
    '4 列要 259 mm 宽，纸只有 210 mm：少排一些，或者把边距、间距改小',
  );
  expect(describeSheetFault({ ...sheet, topMm: 60 }, SMALL)).toMatch(
    /^6 行要 310 mm 高，纸只有 297 mm/,
  );
});

it('is drawn with every label at its place, cut off at its edges, and the next on top of none', (ctx) => {
  if (noPoppler !== undefined) ctx.skip(noPoppler);
  const size = { widthMm: 20, heightMm: 15 };
  const qr = createQrElement('{{v}}', { xMm: 2, yMm: 2, widthMm: 11, heightMm: 11 });
  // Extends beyond the edge into the next label.
  const bar = { type: 'rect', id: 'bar', xMm: 16, yMm: 3, widthMm: 9, heightMm: 2 } as const;
  const template = getTemplate([qr, { ...bar, rotation: 0, lineMm: 0 }], size);
  const scenes = ['A', 'B', 'C'].map((v) => getLayout(template, { v }, { dpi: 203 }));
  const paper = { widthMm: 60, heightMm: 40 };
  const sheet = { paper, columns: 2, rows: 2, leftMm: 5, topMm: 4, gapXMm: 3, gapYMm: 1 };
  const places = listSheetPlaces(sheet, size);
  const pdf = createPdfWriter({ deflate });
  const labels = scenes.map((scene, i) => ({ scene, ...(places[i] ?? { xMm: 0, yMm: 0 }) }));
  const file = Buffer.concat([pdf.addSheet({ paper, labels }), pdf.finish()]);
  const [first] = scenes;
  if (!first) throw new Error('no label');
  const [page] = drawWithPoppler(file, [{ ...first, widthDots: 480, heightDots: 320 }]);
  expect(page).toMatchObject({ width: 480, height: 320 });
  const bitmaps = scenes.map((scene) => rasterizeScene(scene));
  let wrong = 0;
  for (let y = 0; y < 320; y += 1) {
    for (let x = 0; x < 480; x += 1) {
      const isBlack = bitmaps.some((bitmap, i) => {
        const { xMm = 0, yMm = 0 } = places[i] ?? {};
        const [left, top] = [x - xMm * 8, y - yMm * 8];
        const isInside = left >= 0 && top >= 0 && left < 160 && top < 120;
        return isInside && isBlackDot(bitmap, left, top);
      });
      if ((page?.grey[y * 480 + x] ?? 0) < 128 !== isBlack) wrong += 1;
    }
  }
  expect(wrong).toBe(0);
});

it('takes no labels of two resolutions', () => {
  const [fine, coarse] = ([600, 203] as const).map((dpi) =>
    getLayout(getTemplate([]), {}, { dpi }),
  );
  if (!fine || !coarse) throw new Error('no scenes');
  const labels = [fine, coarse].map((scene) => ({ scene, xMm: 0, yMm: 0 }));
  expect(() => createPdfWriter({ deflate }).addSheet({ paper: A4, labels })).toThrow(
    '同一种分辨率',
  );
});
