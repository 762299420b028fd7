import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_ROLL_LABELS } from '@yunbiao/contract/limits/client';
import { ROLL_REPLY_SIZE } from '@yunbiao/contract/gateway/virtual-host';
import type { Bitmap } from '@yunbiao/label';
import { beforeEach, expect, it } from 'vitest';
import { openRollStore } from './roll-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-roll-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const createBlankBitmap = (width: number, height: number): Bitmap => {
  const stride = (width + 7) >> 3;
  return { width, height, stride, data: new Uint8Array(stride * height) };
};

/** Dots that do not compress. */
const createNoiseBitmap = (width: number, height: number): Bitmap => {
  const bitmap = createBlankBitmap(width, height);
  let seed = 1;
  for (let i = 0; i < bitmap.data.length; i += 1) {
    seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
    bitmap.data[i] = seed >>> 24;
  }
  return bitmap;
};

it('shows what came out after a number, torn pieces too', () => {
  const roll = openRollStore(folder, 203);
  roll.add(createBlankBitmap(80, 40), { counter: 1, whole: true });
  roll.add(createBlankBitmap(80, 12), { counter: 1, whole: false });
  roll.add(createBlankBitmap(80, 40), { counter: 2, whole: true });
  expect([roll.getNewestNumber(), roll.getCounter()]).toEqual([3, 2]);
  const { labels, more } = roll.listAfter(1);
  expect(labels.map(({ number, whole, height }) => [number, whole, height])).toEqual([
    [2, false, 12],
    [3, true, 40],
  ]);
  expect(more).toBe(false);
  expect(
    Buffer.from(labels[0]?.png ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(roll.listAfter(3).labels).toEqual([]);
});

it('is found again as it was, whatever was left half written', () => {
  const roll = openRollStore(folder, 203);
  for (let counter = 1; counter <= 12; counter += 1)
    roll.add(createBlankBitmap(8, 8), { counter, whole: true });
  writeFileSync(join(folder, 'next'), 'half a picture');
  const again = openRollStore(folder, 203);
  expect([again.getNewestNumber(), again.getCounter()]).toEqual([12, 12]);
  again.add(createBlankBitmap(8, 8), { counter: 13, whole: true });
  expect([again.getNewestNumber(), again.getCounter()]).toEqual([13, 13]);
});

it('keeps the newest pieces only, as few as their size allows, and its files to itself', () => {
  const roll = openRollStore(join(folder, 'roll'), 203);
  for (let counter = 1; counter <= MAX_ROLL_LABELS + 5; counter += 1)
    roll.add(createBlankBitmap(8, 8), { counter, whole: true });
  const names = readdirSync(join(folder, 'roll')).toSorted();
  expect(names).toHaveLength(MAX_ROLL_LABELS);
  expect(names[0]).toBe('000006-6.png');
  expect(statSync(join(folder, 'roll', names[0] ?? '')).mode & 0o077).toBe(0);
  const large = createNoiseBitmap(4_000, 8_000);
  for (let i = 0; i < 3; i += 1) roll.add(large, { counter: 36 + i, whole: true });
  expect(readdirSync(join(folder, 'roll')).length).toBeLessThanOrEqual(2);
  expect(roll.getCounter()).toBe(38);
});

it('answers in parts when there is much, and with one piece however large it is', () => {
  const roll = openRollStore(folder, 203);
  for (let counter = 1; counter <= 3; counter += 1)
    roll.add(createNoiseBitmap(1_200, 1_600), { counter, whole: true });
  const sumPngSizes = (labels: { png: string }[]): number =>
    labels.reduce((sum, { png }) => sum + png.length, 0);
  const first = roll.listAfter(0);
  expect([first.labels.length, first.more]).toEqual([1, true]);
  expect(sumPngSizes(first.labels)).toBeLessThanOrEqual(ROLL_REPLY_SIZE);
  expect(roll.listAfter(2).more).toBe(false);
  roll.add(createNoiseBitmap(4_000, 4_000), { counter: 4, whole: true });
  expect(roll.listAfter(3).labels).toHaveLength(1);
});

it('keeps to its length after a kill between a label and the end of an old one', () => {
  for (let number = 1; number <= MAX_ROLL_LABELS + 1; number += 1) {
    const name = `${String(number).padStart(6, '0')}-${number}.png`;
    writeFileSync(join(folder, name), Buffer.alloc(64));
  }
  const roll = openRollStore(folder, 203);
  expect(roll.listAfter(0).labels).toHaveLength(MAX_ROLL_LABELS);
  expect(roll.getNewestNumber()).toBe(MAX_ROLL_LABELS + 1);
  expect(readdirSync(folder)).toHaveLength(MAX_ROLL_LABELS);
});
