import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { selectPrintableRows } from './skipped-rows.ts';
import {
  restoreSubmittedRows,
  countResubmittedRows,
  moveRowsToSent,
  removeSubmittedRows,
  dropSentRowsAboveLimit,
} from './sent-rows.ts';

const getRow = (name: string): LabelData => ({ 品名: name });
const rows = ['甲', '乙', '丙', '丁', '戊'].map(getRow);
const [first = {}, second = {}, third = {}, fourth = {}, fifth = {}] = rows;
const table = { rows, taken: [] };

describe('rows that were sent', () => {
  it('are all but those left out and those with nothing in them', () => {
    const empty = getRow('');
    const fields = [{ name: '品名', label: '品名', sample: '' }];
    const leftOut = [{ row: 1, reason: '条码放不下' }];
    expect([...selectPrintableRows([first, second, empty, third], leftOut, fields)]).toEqual([
      first,
      third,
    ]);
  });

  it('leave the table and nothing else does', () => {
    const mended = getRow('乙，改好的');
    const pasted = getRow('己');
    const now = { rows: [first, mended, third, fourth, fifth, pasted], taken: [] };
    const after = removeSubmittedRows(now, new Set([first, third, fourth, fifth]));
    expect(after.rows).toEqual([mended, pasted]);
    expect(restoreSubmittedRows(after)).toEqual(now.rows);
  });

  it('are known when they stand in the table again, whatever is blank', () => {
    const { taken } = removeSubmittedRows(table, new Set([first, third]));
    const again = [{ 规格: '', ...getRow('甲') }, getRow('乙'), getRow('丙，改好的')];
    expect(countResubmittedRows(again, { taken, again: [] })).toBe(1);
    expect(countResubmittedRows([second], { taken, again: [] })).toBe(0);
  });

  it('are asked about where they are in the table again, until they are sent again', () => {
    const picked = { rows: [first, second], taken: [], again: [first] };
    expect(countResubmittedRows(picked.rows, picked)).toBe(1);
    const left = moveRowsToSent(picked, new Set([second]));
    expect(left).toMatchObject({ rows: [first], taken: [{ at: 1 }], again: [first] });
    expect(moveRowsToSent(picked, new Set([first]))).toMatchObject({
      rows: [second],
      again: [],
    });
  });

  it('come back in their places, of one batch and of several', () => {
    const once = removeSubmittedRows(table, new Set([first, third, fourth]));
    expect(once.rows).toEqual([second, fifth]);
    expect(restoreSubmittedRows(once)).toEqual(rows);
    const twice = removeSubmittedRows(once, new Set([fifth]));
    expect(twice.rows).toEqual([second]);
    expect(restoreSubmittedRows(twice)).toEqual(rows);
  });

  it('come back as well where other rows have gone or come', () => {
    const { taken } = removeSubmittedRows(table, new Set([first, fourth]));
    expect(restoreSubmittedRows({ rows: [], taken })).toEqual([first, fourth]);
    expect(restoreSubmittedRows({ rows: [second], taken })).toEqual([first, second, fourth]);
  });

  it('are all out once the last was mended and printed, and all come back', () => {
    const once = removeSubmittedRows(table, new Set([first, third, fourth, fifth]));
    const mended = getRow('乙，改好的');
    const all = removeSubmittedRows({ ...once, rows: [mended] }, new Set([mended]));
    expect(all.rows).toEqual([]);
    expect(restoreSubmittedRows(all)).toEqual([first, mended, third, fourth, fifth]);
  });

  it('are no more than a batch has room for beside the others: those sent first are forgotten', () => {
    const many = Array.from({ length: MAX_ROWS - 2 }, (_, n) => getRow(String(n)));
    const once = removeSubmittedRows(table, new Set([fourth]));
    const { taken } = removeSubmittedRows(once, new Set([first, second, third]));
    const after = dropSentRowsAboveLimit({ rows: many, taken });
    expect(after.taken.map(({ row }) => row)).toEqual([second, third]);
    expect(after.rows).toEqual(many);
    expect(restoreSubmittedRows(after)).toHaveLength(MAX_ROWS);
    const more = [...many, getRow('己'), getRow('庚')];
    expect(restoreSubmittedRows(removeSubmittedRows({ rows: more, taken }, new Set(many)))).toEqual(
      more,
    );
    const few = { rows: [first], taken: once.taken };
    expect(dropSentRowsAboveLimit(few)).toEqual(few);
  });
});
