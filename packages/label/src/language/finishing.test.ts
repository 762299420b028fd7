import { describe, expect, it } from 'vitest';
import { createBitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';
import { escpos } from './escpos.ts';
import { FINISHINGS, type JobSettings, MEDIA_KINDS, computeMaxPrintShiftMm } from './language.ts';
import { tspl } from './tspl.ts';
import { zpl } from './zpl.ts';

const settings: JobSettings = {
  dpi: 203,
  widthMm: 60,
  heightMm: 40,
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
  darkness: 8,
  speed: 4,
};
const RESOLUTIONS = [203, 300, 600] as const satisfies readonly Dpi[];
const getText = (language: typeof zpl, change: Partial<JobSettings>): string =>
  Buffer.from(language.encodeJob(createBitmap(16, 3), { ...settings, ...change })).toString(
    'latin1',
  );
const listCommands = (change: Partial<JobSettings>): string[] =>
  getText(zpl, change).match(/\^(?:MN|MM|XB|LT)[^^]*/g) ?? [];
const listLines = (change: Partial<JobSettings>): string[] =>
  getText(tspl, change)
    .split('\r\n')
    .filter((line) => /^(?:GAP|BLINE|SHIFT|SET (?!REPRINT))/.test(line));

describe('how labels follow each other', () => {
  it('is told in ZPL as the kind of media', () => {
    expect(MEDIA_KINDS.map((media) => listCommands({ media }))).toEqual([
      ['^MNY'],
      ['^MNM'],
      ['^MNN'],
    ]);
  });
  it('is told in TSPL with the gap, or the height of the mark', () => {
    expect(MEDIA_KINDS.map((media) => listLines({ media, gapMm: 3.5 }))).toEqual([
      ['GAP 3.5 mm,0 mm'],
      ['BLINE 3.5 mm,0 mm'],
      ['GAP 0 mm,0 mm'],
    ]);
  });
});

describe('what becomes of a label that is out', () => {
  it('is told in ZPL by the print mode', () => {
    expect(FINISHINGS.map((finishing) => listCommands({ finishing }).slice(1))).toEqual([
      [],
      ['^MMT'],
      ['^MMP'],
      ['^MMC'],
    ]);
  });
  it('is told in TSPL by what is switched on, and what is not', () => {
    expect(FINISHINGS.map((finishing) => listLines({ finishing }).slice(1))).toEqual([
      [],
      ['SET PEEL OFF', 'SET CUTTER OFF', 'SET TEAR ON'],
      ['SET CUTTER OFF', 'SET TEAR OFF', 'SET PEEL ON'],
      ['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER 1'],
    ]);
  });
  it('is kept in for the next one where it is not to be cut yet', () => {
    const kept = { finishing: 'cut', cutNow: false } as const;
    expect(listCommands(kept)).toEqual(['^MNY', '^MMC', '^XB']);
    expect(listLines(kept).slice(1)).toEqual(['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER OFF']);
    // No setting of the previous label remains for the label that is cut.
    expect(listCommands({ finishing: 'cut', cutNow: true })).toEqual(['^MNY', '^MMC']);
  });
  it('is cut in ESC/POS, kept in, or fed out to be torn off', () => {
    const getEnd = (change: Partial<JobSettings>): string => getText(escpos, change).slice(-4);
    expect(getEnd({ finishing: 'cut' })).toBe('\x1dVB\0');
    expect(getText(escpos, { finishing: 'cut', cutNow: false })).not.toContain('\x1dV');
    expect(getEnd({ finishing: 'tear' }).slice(1)).toBe('\x1bd\x04');
  });
});

describe.each(RESOLUTIONS)('where labels begin, at %i dpi', (dpi) => {
  const k = dpi === 203 ? 8 : dpi / 25.4;
  it('is told in dots, and not at all where nothing is set', () => {
    expect(listCommands({ dpi, shiftMm: -1.5 })).toContain(`^LT${-Math.round(1.5 * k)}`);
    expect(listLines({ dpi, shiftMm: -1.5 })).toContain(`SHIFT ${-Math.round(1.5 * k)}`);
    expect(listCommands({ dpi, shiftMm: 0 })).toContain('^LT0');
    expect(getText(zpl, { dpi, shiftMm: null })).not.toContain('^LT');
    expect(getText(tspl, { dpi })).not.toContain('SHIFT');
  });
  it('stays within what each language takes', () => {
    expect(listCommands({ dpi, shiftMm: 99 })).toContain('^LT120');
    expect(listLines({ dpi, shiftMm: -99 })).toContain(`SHIFT -${dpi}`);
    expect(Math.round(computeMaxPrintShiftMm(zpl, dpi) * k)).toBeLessThanOrEqual(120);
    expect(computeMaxPrintShiftMm(escpos, dpi)).toBe(0);
  });
});
