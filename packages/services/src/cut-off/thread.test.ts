import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TEST_TEMPLATE } from '../testing.ts';
import { firstCut, type CutLabel, type Looked } from './first-cut.ts';
import { lookForCut } from './thread.ts';

const BOX = { xMm: 3, yMm: 2, widthMm: 46, heightMm: 12, rotation: 0 };
const TEXT = { type: 'text', id: 't', sizeMm: 8, weight: 400, align: 'center', fit: 'shrink' };
const text = {
  ...TEXT,
  ...BOX,
  content: '{{品名}}',
};
const looked = {
  template: { ...TEST_TEMPLATE, elements: [text] },
  places: [{ name: '前台', media: { dpi: 203, offsetXMm: -18 }, meant: { dpi: 203 } }],
} as unknown as Looked;
const labels = (count: number, last: string): CutLabel[] =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    data: { 品名: index === count - 1 ? last : String(index % 100) },
  }));

it('finds the same in a thread of its own as here, several at a time', async () => {
  const found = await Promise.all([
    lookForCut(looked, labels(600, 'ABCDEFGH')),
    lookForCut(looked, labels(450, '1')),
    lookForCut(looked, labels(2, 'ABCDEFGH')),
  ]);
  expect(found).toEqual([
    { name: '前台', row: 600, lost: expect.any(String) },
    null,
    { name: '前台', row: 2, lost: expect.any(String) },
  ]);
});

it('lays many labels out where nobody waits for it', async () => {
  const many = labels(2_000, 'ABCDEFGH').map(({ row, data }) => ({
    row,
    data: row < 2_000 ? { 品名: String(row % 100), 备注: String(row) } : data,
  }));
  let isFound = false;
  const finding = lookForCut(looked, many).finally(() => (isFound = true));
  let turns = 0;
  while (!isFound) {
    await setImmediate();
    turns += 1;
  }
  expect(await finding).toMatchObject({ row: 2_000 });
  // Ten parts were handed over; all other turns were anybody's.
  expect(turns).toBeGreaterThan(100);
});

it('gives up, and says so, when there is more than one answer is worth', async () => {
  expect(await firstCut(looked, labels(50, '1'), { laidOut: 10, ms: 1_000 })).toBe('too-many');
  expect(await firstCut(looked, labels(50, '1'), { laidOut: 1_000, ms: 0 })).toBe('too-many');
});
