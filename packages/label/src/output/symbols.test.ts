import { describe, expect, it } from 'vitest';
import { layoutLabel } from '../layout/layout.ts';
import type { Template } from '../template.ts';
import { testFonts } from '../testing/fixtures.ts';
import { computeQuietZoneDots, listSceneSymbols } from './symbols.ts';

const box = { rotation: 0 as const };
const template: Template = {
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [{ name: '货号', label: '货号', sample: 'A-03-09' }],
  elements: [
    { ...box, type: 'rect', id: 'frame', xMm: 1, yMm: 1, widthMm: 58, heightMm: 38, lineMm: 0.25 },
    {
      ...box,
      type: 'code128',
      id: 'bars',
      xMm: 3,
      yMm: 4,
      widthMm: 40,
      heightMm: 12,
      content: '{{货号}}',
      showText: true,
      textSizeMm: 2.5,
    },
    {
      ...box,
      type: 'qr',
      id: 'qr',
      xMm: 40,
      yMm: 20,
      widthMm: 14,
      heightMm: 14,
      content: '{{货号}}',
      level: 'M',
    },
  ],
};

describe('sceneSymbols', () => {
  const fonts = testFonts();
  const listSymbols = (data: Record<string, string>, dpi: 203 | 600 = 203) =>
    listSceneSymbols(layoutLabel({ template, data, media: { dpi }, fonts }));

  it('names the codes in drawing order and nothing else', () => {
    expect(
      listSymbols({ 货号: 'A-03-09' }).map(({ elementId, kind }) => [elementId, kind]),
    ).toEqual([
      ['bars', 'bars'],
      ['qr', 'matrix'],
    ]);
  });

  it('tells a version 1 QR from a larger one', () => {
    const getQr = (value: string) =>
      listSymbols({ 货号: value }).find(({ kind }) => kind === 'matrix');
    expect(getQr('A-03-09')?.modules).toBe(21);
    expect(getQr('A-03-09 '.repeat(6))?.modules).toBeGreaterThan(21);
  });

  it('measures modules in whole dots, more of them on a finer head', () => {
    const [coarse] = listSymbols({ 货号: 'A-03-09' });
    const [fine] = listSymbols({ 货号: 'A-03-09' }, 600);
    expect(Number.isInteger(coarse?.moduleDots)).toBe(true);
    expect(fine?.moduleDots).toBeGreaterThan(coarse?.moduleDots ?? Infinity);
  });

  it('tells where the black of a code begins and ends, quiet zone apart', () => {
    const [bars, qr] = listSymbols({ 货号: 'A-03-09' });
    expect(qr && qr.box.x1 - qr.box.x0).toBe((qr?.modules ?? 0) * (qr?.moduleDots ?? 0));
    // Code 128: start, data, check and stop characters have 11 modules each, the stop two more.
    const modules = bars && (bars.box.x1 - bars.box.x0) / bars.moduleDots;
    expect((modules ?? 0) % 11).toBe(2);
    expect(bars?.box.x0).toBeGreaterThanOrEqual(3 * 8 + 10 * (bars?.moduleDots ?? 0));
  });

  it('says how much light space a code asks for', () => {
    const scene = layoutLabel({
      template,
      data: { 货号: 'A-03-09' },
      media: { dpi: 203 },
      fonts,
    });
    const [bars, qr] = listSceneSymbols(scene);
    expect(computeQuietZoneDots(scene, 'bars')).toBe(10 * (bars?.moduleDots ?? 0));
    expect(computeQuietZoneDots(scene, 'qr')).toBe(4 * (qr?.moduleDots ?? 0));
    expect(computeQuietZoneDots(scene, 'frame')).toBe(0);
  });

  it('leaves out a code that could not be drawn', () => {
    expect(listSymbols({ 货号: '' })).toEqual([]);
  });
});
