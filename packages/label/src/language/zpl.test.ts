import { expect, it } from 'vitest';
import { buildSampleData } from '../placeholders.ts';
import { createBitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { readFixtureTemplate, getLayout, PUBLIC_LABELS } from '../testing/fixtures.ts';
import type { JobSettings, ZplGraphics } from './language.ts';
import { zpl } from './zpl.ts';

const settings: JobSettings = {
  dpi: 203,
  widthMm: 60,
  heightMm: 40,
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
  darkness: 15,
  speed: 4,
};
const getHeadCommands = (change: Partial<JobSettings>): string | undefined =>
  /^(.*)\^FO/s.exec(
    new TextDecoder().decode(zpl.encodeJob(createBitmap(16, 3), { ...settings, ...change })),
  )?.[1];

it('says the darkness once, before the format, and everything else inside it', () => {
  expect(getHeadCommands({})).toBe('~SD15\n^XA^MNY^PW480^LL320^LH0,0^PON^PMN^LRN^JZN^PR4');
});

it('says how the labels follow each other, and how long they come out', () => {
  expect(getHeadCommands({ media: 'continuous', pitchScale: 1.1 })).toContain(
    '^XA^MNN^PW480^LL352',
  );
});

it('brings what its printers cannot do to the end of what they can', () => {
  expect(getHeadCommands({ darkness: 31, speed: 20 })).toMatch(/^~SD30\n.*\^PR14$/s);
  expect(getHeadCommands({ darkness: -1, speed: 0 })).toMatch(/^~SD00\n.*\^PR1$/s);
  expect(getHeadCommands({ darkness: 14.6, speed: 3.5 })).toMatch(/^~SD15\n.*\^PR4$/s);
});

it('writes graphics as digits where it is told to, longer or not', () => {
  // Noise: twice as long in hex digits, a third longer in base64.
  const bitmap = createBitmap(480, 320);
  let seed = 1;
  bitmap.data.forEach((_, i) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    bitmap.data[i] = seed >> 16;
  });
  const toBytes = (graphics: ZplGraphics): string =>
    Buffer.from(zpl.encodeJob(bitmap, { ...settings, graphics })).toString('latin1');
  expect(toBytes('z64')).toContain(',:Z64:');
  const digits = /\^GFA,19200,19200,60,([0-9A-Zg-z,!:]+)\^FS/.exec(toBytes('ascii'));
  expect(digits?.[1]?.length).toBeGreaterThan(toBytes('z64').length);
});

it('has no template that would be shorter in digits', () => {
  const shorter = PUBLIC_LABELS.filter((name) => {
    const template = readFixtureTemplate(name);
    const bitmap = rasterizeScene(getLayout(template, buildSampleData(template)));
    const countBytes = (graphics: ZplGraphics): number =>
      zpl.encodeJob(bitmap, { ...settings, graphics }).length;
    return countBytes('ascii') <= countBytes('z64');
  });
  expect(shorter).toEqual([]);
});
