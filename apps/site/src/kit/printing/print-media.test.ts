import { expect, it } from 'vitest';
import { formatRollRowCount, formatStock } from './print-media.ts';

it.each([
  [7, 1, ''],
  [0, 3, ''],
  [1, 3, '一排 3 张，打印 1 排，最后一排空 2 格'],
  [6, 3, '一排 3 张，打印 2 排'],
  [7, 3, '一排 3 张，打印 3 排，最后一排空 2 格'],
  [4000, 3, '一排 3 张，打印 1,334 排，最后一排空 2 格'],
])('says what %i labels come to with %i across', (labels, columns, words) => {
  expect(formatRollRowCount(labels, columns)).toBe(words);
});

it('names the columns of a roll that has several', () => {
  const size = { widthMm: 30, heightMm: 20 };
  expect(formatStock({ ...size, columns: 1 })).toBe('30 × 20\u00A0mm');
  expect(formatStock({ ...size, columns: 3 })).toBe('30 × 20\u00A0mm ×\u00A03\u00A0列');
});
