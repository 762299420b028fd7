import { describe, expect, it } from 'vitest';
import { formatLabelPlaces, formatSheetRows } from './label-places.ts';

const places = new Map(Array.from({ length: 100 }, (_, place) => [String(place + 1), place]));
const formatPlaces = (...numbers: number[]) =>
  formatLabelPlaces(
    numbers.map((number) => ({ id: String(number), sequence: 1 })),
    places,
  );

describe('the places of labels', () => {
  it('are told in runs, as one counts on the roll', () => {
    expect(formatPlaces(17)).toBe('第 17 张');
    expect(formatPlaces(18, 17)).toBe('第 17–18 张');
    expect(formatPlaces(3, 4, 5, 9)).toBe('第 3–5、9 张');
    expect(formatPlaces(1, 3, 5, 7, 9)).toBe('第 1、3、5、7 等 张');
  });
  it('are the rows of labels that came since the map was drawn', () =>
    expect(formatLabelPlaces([{ id: '900', sequence: 12 }], places)).toBe('第 12 张'));
  it('are rows of the spreadsheet, where the labels have some', () => {
    const format = (...rows: (number | null)[]) =>
      formatSheetRows(rows.map((sheetRow) => ({ sheetRow })));
    expect(format(1017, 1018, 1018, null, 1040)).toBe('表格第 1017–1018、1040 行');
    expect(format(null)).toBe('');
  });
});
