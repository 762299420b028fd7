import { describe, expect, it } from 'vitest';
import { layoutLabel } from './layout/layout.ts';
import { SAMPLE_TIME, buildSampleLabelData } from './placeholders.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { bitmapToRgba, isBlackDot } from './raster/bitmap.ts';
import { rasterizeScene } from './raster/rasterize.ts';
import { gradeCodeReadability } from './scan/grade.ts';
import { extractScanCodes } from './scan/scan-codes.ts';
import type { Scene } from './scene.ts';
import type { Dpi, LabelData, Template } from './template.ts';
import { readFixtureTemplate, PUBLIC_LABELS, testFonts } from './testing/fixtures.ts';
import { readImage } from './testing/readers.ts';
import { sampleCases } from '../../../scripts/vitest/rounds.ts';

const DPIS: Dpi[] = sampleCases([203, 300]);
/** Printers place labels no more exactly: content nearer to the edge may be cut off. */
const SAFE_MM = 1;

const layOut = (template: Template, data: LabelData, dpi: Dpi): Scene =>
  layoutLabel({ template, data, media: { dpi }, fonts: testFonts(), at: SAMPLE_TIME });

function nearEdge({ width, height, ...bitmap }: Bitmap, margin: number): string[] {
  const found: string[] = [];
  for (let y = 0; y < height; y += 1) {
    const isInside = y >= margin && y < height - margin;
    for (let x = 0; x < width; x += 1) {
      if (isInside && x === margin) x = width - margin;
      if (isBlackDot({ width, height, ...bitmap }, x, y)) found.push(`${x},${y}`);
    }
  }
  return found;
}

it('there are more than thirty templates', () =>
  expect(PUBLIC_LABELS.length).toBeGreaterThanOrEqual(32));

describe.each(PUBLIC_LABELS)('the template %s', (name) => {
  const template = readFixtureTemplate(name);
  const rows = buildSampleLabelData(template, 9);

  it('leads to no address of its own: anyone who prints it owns none of ours', () => {
    expect(JSON.stringify(template.elements)).not.toMatch(/:\/\/|www\./i);
  });

  it('has samples that differ, a longer and a shorter one among them', () => {
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });

  it.each(DPIS)(
    'at %i dpi is drawn whole, within the edges, and each code is read',
    async (dpi) => {
      for (const data of rows) {
        const scene = layOut(template, data, dpi);
        expect(scene.warnings).toEqual([]);
        const bitmap = rasterizeScene(scene);
        const margin = Math.floor((SAFE_MM * scene.widthDots) / template.widthMm) - 1;
        expect(nearEdge(bitmap, margin)).toEqual([]);
        const codes = extractScanCodes(scene, bitmap);
        expect(codes).toHaveLength(scene.codes.length);
        for (const { dots, reading } of codes) {
          const { width, height } = dots;
          const image = { data: bitmapToRgba(dots), width, height };
          expect(await readImage(image, reading.options)).toContain(reading.text);
        }
      }
    },
  );

  it.each(DPIS)('at %i dpi has codes that scanners read with room to spare', async (dpi) => {
    const scene = layOut(template, rows[0] ?? {}, dpi);
    for (const code of extractScanCodes(scene, rasterizeScene(scene)))
      expect(await gradeCodeReadability(code, readImage)).toMatchObject({
        grade: 'ample',
        reason: '',
      });
  });
});
