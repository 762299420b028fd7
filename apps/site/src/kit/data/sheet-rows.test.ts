import { describe, expect, it } from 'vitest';
import {
  createRowNamesForMessages,
  getNumberOfRow,
  getSheetRowNumber,
  listSheetRowNumbers,
  copyRowWithSheetRowNumber,
} from './sheet-rows.ts';

const apple = copyRowWithSheetRowNumber({ 品名: '苹果' }, 17);
const pear = { 品名: '梨' };

describe('the row of a sheet', () => {
  it('stays with an edited row, and is none of its fields', () => {
    const edited = { ...apple, 品名: '青苹果' };
    expect(getSheetRowNumber(edited)).toBe(17);
    expect(Object.keys(edited)).toEqual(['品名']);
    expect(getSheetRowNumber(pear)).toBe(null);
    expect(copyRowWithSheetRowNumber(pear, null)).toBe(pear);
  });
  it('is sent for all rows, or for none', () => {
    expect(listSheetRowNumbers([apple, pear])).toEqual([17, null]);
    expect(listSheetRowNumbers([pear])).toBe(undefined);
  });
  it('is a row that Excel has', () => {
    const values = [1, 1_048_576, 0, 1_048_577, 1.5, '3', null];
    expect(
      values.map((value) => getSheetRowNumber(copyRowWithSheetRowNumber(pear, value))),
    ).toEqual([1, 1_048_576, null, null, null, null, null]);
  });
  it('is counted only where no row has a number', () => {
    expect([0, 1].map((at) => getNumberOfRow([], at))).toEqual([1, 2]);
    expect([0, 1, 2].map((at) => getNumberOfRow([null, 17, null], at))).toEqual([null, 17, null]);
  });
  it('names rows in messages, and those that were added', () => {
    const names = createRowNamesForMessages([apple, pear, copyRowWithSheetRowNumber(pear, 20)]);
    expect(names.nameRow(0)).toBe('表格第 17 行');
    expect(names.nameRows([2, 0, 1])).toBe('表格第 20、17 行、新加的第 1 行');
    expect([0, 1, 2].map(names.getRowMark)).toEqual(['17', '新 1', '20']);
    const plain = createRowNamesForMessages([pear, pear]);
    expect(plain.nameRows([0, 1])).toBe('第 1、2 行');
    expect(plain.getRowMark(1)).toBe('2');
  });
});
