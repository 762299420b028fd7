import { expect, it } from 'vitest';
import { createBitmap } from '../raster/bitmap.ts';
import type { JobSettings } from './language.ts';
import { bitmapToTspl } from './tspl-bytes.ts';
import { tspl } from './tspl.ts';

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
const decodeText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const listCommands = (change: Partial<JobSettings>): string[] =>
  decodeText(tspl.encodeJob(createBitmap(16, 3), { ...settings, ...change }))
    .split('\r\n')
    .slice(1, -1);

it('says everything a label depends on, and prints it once', () => {
  expect(listCommands({})).toEqual([
    'SIZE 60 mm,40 mm',
    'GAP 2 mm,0 mm',
    'DIRECTION 0,0',
    'REFERENCE 0,0',
    'SPEED 4',
    'DENSITY 8',
    'SET REPRINT OFF',
    'CLS',
    'PRINT 1,1',
  ]);
});

it('says how the labels follow each other, and how long they come out', () => {
  expect(
    listCommands({ media: 'continuous', heightMm: 40.5, pitchScale: 1.011 }).slice(0, 2),
  ).toEqual(['SIZE 60 mm,40.95 mm', 'GAP 0 mm,0 mm']);
});

it('brings what its printers cannot do to the end of what they can', () => {
  expect(listCommands({ darkness: 30, speed: 14 })).toEqual(
    expect.arrayContaining(['SPEED 12', 'DENSITY 15']),
  );
  expect(listCommands({ darkness: -1, speed: 0 })).toEqual(
    expect.arrayContaining(['SPEED 1', 'DENSITY 0']),
  );
});

it('tells black marks, and what becomes of a label that is out, where that is asked for', () => {
  const job = decodeText(
    bitmapToTspl(createBitmap(8, 1), {
      stock: { widthMm: 50, lengthMm: 30 },
      media: { kind: 'black-mark', mm: 3.5 },
      finishing: 'peel',
    }),
  );
  expect(job).toContain('\r\nBLINE 3.5 mm,0 mm\r\n');
  expect(job).toContain('\r\nSET PEEL ON\r\n');
  expect(job).not.toContain('SPEED');
});

it('refuses a density or a speed no printer has', () => {
  const stock = { widthMm: 50, lengthMm: 30 };
  expect(() => bitmapToTspl(createBitmap(8, 1), { stock, density: 16 })).toThrow('打印浓度');
  expect(() => bitmapToTspl(createBitmap(8, 1), { stock, speed: 2.5 })).toThrow('速度');
});

it('sends two separate patches of ink as two, and the paper between them not at all', () => {
  const bitmap = createBitmap(800, 400);
  for (const y of [10, 11, 390]) bitmap.data.fill(0xff, y * 100, y * 100 + 2);
  const job = decodeText(bitmapToTspl(bitmap, { stock: { widthMm: 100, lengthMm: 50 } }));
  expect(job).toContain('BITMAP 0,10,2,2,0,\0\0\0\0\r\n');
  expect(job).toContain('BITMAP 0,390,2,1,0,\0\0\r\n');
  expect(job.length).toBeLessThan(250);
});
