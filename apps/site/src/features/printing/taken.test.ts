import type { LabelData } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { rowsSent } from './left-out.ts';
import { placesLeft, putBack, takeOut } from './taken.ts';

const rowOf = (name: string): LabelData => ({ 品名: name });
const rows = ['甲', '乙', '丙', '丁', '戊'].map(rowOf);
const [first = {}, second = {}, third = {}, fourth = {}, fifth = {}] = rows;
const table = { rows, taken: [] };

describe('rows that were sent', () => {
  it('are all but those left out and those with nothing in them', () => {
    const empty = rowOf('');
    const fields = [{ name: '品名', label: '品名', sample: '' }];
    const leftOut = [{ row: 1, reason: '条码放不下' }];
    expect([...rowsSent([first, second, empty, third], leftOut, fields)]).toEqual([first, third]);
  });

  it('leave the table and nothing else does, whatever was typed and pasted meanwhile', () => {
    const mended = rowOf('乙，改好的');
    const pasted = rowOf('己');
    const now = { rows: [first, mended, third, fourth, fifth, pasted], taken: [] };
    const after = takeOut(now, new Set([first, third, fourth, fifth]));
    expect(after.rows).toEqual([mended, pasted]);
    expect(putBack(after)).toEqual(now.rows);
  });

  it('come back in their places, of one batch and of several', () => {
    const once = takeOut(table, new Set([first, third, fourth]));
    expect(once.rows).toEqual([second, fifth]);
    expect(putBack(once)).toEqual(rows);
    const twice = takeOut(once, new Set([fifth]));
    expect(twice.rows).toEqual([second]);
    expect(twice.taken.map(({ at }) => at)).toEqual([0, 2, 3, 4]);
    expect(putBack(twice)).toEqual(rows);
  });

  it('come back as well where other rows have gone or come', () => {
    const { taken } = takeOut(table, new Set([first, fourth]));
    expect(putBack({ rows: [], taken })).toEqual([first, fourth]);
    expect(putBack({ rows: [second], taken })).toEqual([first, second, fourth]);
  });

  it('are told from those that are still to be sent', () =>
    expect(placesLeft(takeOut(table, new Set([first, third, fourth])))).toEqual([1, 4]));
});
