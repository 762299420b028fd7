import { describe, expect, it } from 'vitest';
import { COMMAND_LANGUAGES } from '../evidence.ts';
import { CONFIG_RANGES } from '../limits/print-config.ts';
import { PRINTER_LANGUAGES } from './printer-languages.ts';

const bitmap = { width: 16, height: 8, stride: 2, data: new Uint8Array(16).fill(0xa5) };
const settings = {
  dpi: 203,
  widthMm: 2,
  heightMm: 1,
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
} as const;

describe.each(COMMAND_LANGUAGES)('a label in %s', (name) => {
  const { encodeJob, ranges } = PRINTER_LANGUAGES[name];
  const encodeJobText = (darkness: number, speed: number): string =>
    Buffer.from(encodeJob(bitmap, { ...settings, darkness, speed })).toString('latin1');

  it('is a job, the same one every time', () => {
    expect(encodeJobText(8, 4).length).toBeGreaterThan(16);
    expect(encodeJobText(8, 4)).toBe(encodeJobText(8, 4));
  });

  it('stays within what the language can be set to', () => {
    const { darkness, speed } = ranges;
    expect(encodeJobText(-99, -99)).toBe(encodeJobText(darkness.min, speed.min));
    expect(encodeJobText(999, 999)).toBe(encodeJobText(darkness.max, speed.max));
  });

  it('can be set to no more than a configuration takes', () => {
    for (const field of ['darkness', 'speed'] as const) {
      expect(CONFIG_RANGES[field].min).toBeLessThanOrEqual(ranges[field].min);
      expect(CONFIG_RANGES[field].max).toBeGreaterThanOrEqual(ranges[field].max);
    }
  });
});
