import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftPermission, readDraft, storeDraft } from '../form/drafts.ts';
import {
  storeRowsForDesigner,
  storeRowsForPrintPage,
  splitRowsToPrintAndSent,
  getPrintDraftName,
  parseLabelRows,
  parseSentRows,
} from './row-transfer.ts';
import { getSheetRowNumber, copyRowWithSheetRowNumber } from './sheet-rows.ts';
import {
  getDataDraftName,
  parseStoredSheetData,
  MAX_STORED_CHARACTERS,
  NO_DATA,
  packSheetData,
} from './stored-data.ts';

const standIn = (held: Map<string, string>): Storage => ({
  get length() {
    return held.size;
  },
  key: (n) => [...held.keys()][n] ?? null,
  getItem: (key) => held.get(key) ?? null,
  setItem: (key, value) => void held.set(key, value),
  removeItem: (key) => void held.delete(key),
  clear: () => held.clear(),
});

beforeEach(() => {
  vi.stubGlobal('localStorage', standIn(new Map()));
  vi.stubGlobal('sessionStorage', standIn(new Map()));
});

const ROWS = [{ 品名: '苹果', 货号: '0012' }];
const TEMPLATE = {
  fields: [
    { name: '品名', label: '商品', sample: '' },
    { name: '货号', label: '货号', sample: '' },
    { name: '号', label: '号', sample: '', formula: '1+1' },
  ],
};
const rows = { alias: 'yunbiao', templateId: '7', rows: ROWS };

describe('rows that are handed over', () => {
  it('are what 立即打印 begins with, beside the printer chosen there', () => {
    storeRowsForPrintPage({ owner: '9', ...rows, rows: [] });
    expect(storeRowsForPrintPage({ owner: '9', ...rows })).toBe(true);
    expect(readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value).toMatchObject({
      templateId: '7',
      mode: 'many',
      rows: ROWS,
    });
  });

  it('are not in the table again when they were sent since the designer was left', () => {
    const [apple, pear, plum] = ['苹果', '梨', '李'].map((name) => ({ 品名: name, 货号: '' }));
    const list = [apple, pear, plum].filter((row) => row !== undefined);
    const draftNow = () => readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value;
    const sent = [
      { at: 0, row: { 品名: '苹果' } },
      { at: 1, row: { 品名: '梨' } },
    ];
    storeRowsForPrintPage({ owner: '9', ...rows, rows: [{ 品名: '李' }] }, { taken: sent });
    // Back to the designer and to printing again: the designer passes its rows as before.
    storeRowsForPrintPage({ owner: '9', ...rows, rows: list });
    expect(draftNow()).toMatchObject({
      rows: [plum],
      taken: [
        { at: 0, row: apple },
        { at: 1, row: pear },
      ],
    });
    // A row that the designer reports as sent is recorded once.
    storeRowsForPrintPage(
      { owner: '9', ...rows, rows: list.slice(1) },
      { taken: sent.slice(0, 1) },
    );
    expect(draftNow()).toMatchObject({ rows: [plum], taken: [{ at: 0 }, { at: 1, row: pear }] });
    // Sent rows of another template do not count.
    storeRowsForPrintPage({ owner: '9', ...rows, templateId: '8', rows: list });
    expect(draftNow()).toMatchObject({ rows: list, taken: [] });
  });

  it('are in the table again when they were picked, and known to have been sent', () => {
    const draftNow = () => readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value;
    const [apple, pear, plum] = ['苹果', '梨', '李'].map((name) => ({ 品名: name }));
    const list = [apple, pear].filter((row) => row !== undefined);
    const taken = [apple, plum].flatMap((row, at) => (row ? [{ at, row }] : []));
    storeRowsForPrintPage({ owner: '9', ...rows, rows: [] }, { taken });
    // Covers sent rows that the designer knows and rows sent since.
    storeRowsForPrintPage(
      { owner: '9', ...rows, rows: list },
      { isPicked: true, again: list.slice(0, 1) },
    );
    expect(draftNow()).toMatchObject({ rows: list, taken: [], again: [apple] });
    storeRowsForPrintPage({ owner: '9', ...rows, rows: list }, { isPicked: true });
    expect(draftNow()).toMatchObject({ rows: list, taken: [], again: [apple] });
    // Without a selection they count as sent.
    storeRowsForPrintPage({ owner: '9', ...rows, rows: list });
    expect(draftNow()).toMatchObject({ rows: [pear], taken: [{ row: apple }], again: [] });
  });

  it('keep their numbers in the sheet, and equal rows are told apart by them', () => {
    const draftNow = () => readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value;
    const list = [3, 7, 9].map((sheetRow) => copyRowWithSheetRowNumber({ 品名: '苹果' }, sheetRow));
    const [, second] = list;
    storeRowsForPrintPage(
      { owner: '9', ...rows, rows: [] },
      { taken: [{ at: 0, row: second ?? {} }] },
    );
    storeRowsForPrintPage({ owner: '9', ...rows, rows: list });
    const stored = draftNow() as Record<string, unknown>;
    expect(parseLabelRows(stored['rows']).map(getSheetRowNumber)).toEqual([3, 9]);
    expect(parseSentRows(stored['taken']).map(({ row }) => getSheetRowNumber(row))).toEqual([7]);
    storeRowsForDesigner({ owner: '9', ...rows, rows: list }, TEMPLATE);
    const sheet = readDraft('9', getDataDraftName('yunbiao', '7'), 'tab')?.value;
    expect(parseStoredSheetData(sheet)?.rowNumbers).toEqual([null, 3, 7, 9]);
  });

  it('come before a paste whose columns are still to be mapped', () => {
    const name = getPrintDraftName('yunbiao');
    storeDraft(createDraftPermission('9'), name, { waiting: { text: 'a,b', at: 7 } }, 'tab');
    storeRowsForPrintPage({ owner: '9', ...rows });
    expect(readDraft('9', name, 'tab')?.value).toMatchObject({ waiting: { text: 'a,b', at: 1 } });
  });

  it('go along with who signs in on the way', () => {
    storeRowsForPrintPage({ owner: '', ...rows });
    expect(readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value).toMatchObject({
      rows: ROWS,
    });
    expect(readDraft('', getPrintDraftName('yunbiao'), 'tab')).toBeNull();
    expect(readDraft('8', getPrintDraftName('yunbiao'), 'tab')).toBeNull();
  });

  it('are columns of the designer, named as their fields are', () => {
    expect(storeRowsForDesigner({ owner: '9', ...rows }, TEMPLATE)).toBe(true);
    expect(
      parseStoredSheetData(readDraft('9', getDataDraftName('yunbiao', '7'), 'tab')?.value),
    ).toMatchObject({
      cells: [
        ['商品', '货号'],
        ['苹果', '0012'],
      ],
      shape: { headerRows: [0], excludedRows: [] },
      guessed: { headerRows: [0], excludedRows: [] },
      columns: ['品名', '货号'],
    });
  });

  it('are all in the designer, with those picked that are still to be printed', () => {
    const two = [...ROWS, { 品名: '梨', 货号: '0013' }];
    const sent = new Set(ROWS);
    expect(storeRowsForDesigner({ owner: '9', ...rows, rows: two }, TEMPLATE, sent)).toBe(true);
    const stored = parseStoredSheetData(
      readDraft('9', getDataDraftName('yunbiao', '7'), 'tab')?.value,
    );
    expect(stored?.cells).toHaveLength(3);
    expect(stored?.picked).toEqual([1]);
    expect(stored?.sent).toEqual([['苹果', '0012']]);
  });

  it('are stored beside those that were sent', () => {
    const taken = [{ at: 1, row: { 品名: '梨' } }];
    expect(storeRowsForPrintPage({ owner: '9', ...rows }, { taken })).toBe(true);
    expect(readDraft('9', getPrintDraftName('yunbiao'), 'tab')?.value).toMatchObject({
      rows: ROWS,
      taken,
    });
  });

  it('are not kept when they are more than a browser has room for', () => {
    const cells = [['字'.repeat(MAX_STORED_CHARACTERS / 2 + 1)]];
    expect(packSheetData({ ...NO_DATA, cells })).not.toBeNull();
    expect(packSheetData({ ...NO_DATA, cells, sent: cells })).toBeNull();
    expect(parseStoredSheetData({ packed: 3 })).toBeNull();
    // Stored before a sheet could have its names in another row.
    expect(parseStoredSheetData({ packed: '品名', hasHeader: true })).toMatchObject({
      shape: { headerRows: [0], excludedRows: [] },
      rowNumbers: [],
    });
  });
});

describe('rows of the designer on their way back', () => {
  const body = [['甲'], ['乙'], ['甲'], ['丙']];
  const all = body.map(([name = '']) => ({ 品名: name }));
  const listNames = (picked: readonly number[], sent: readonly string[][]) => {
    const { rows: table, taken } = splitRowsToPrintAndSent({ body, rows: all, picked, sent });
    return [table.map(({ 品名 }) => 品名), taken.map(({ at, row }) => [at, row['品名']])];
  };

  it('are all printed where none was sent and none is picked, else those picked', () => {
    expect(listNames([], [])).toEqual([['甲', '乙', '甲', '丙'], []]);
    expect(listNames([1], [])).toEqual([['乙'], []]);
  });

  it('are not printed again where they were sent, each once, whatever became of the choice', () => {
    const sent = [['甲'], ['丙']];
    expect(listNames([], sent)).toEqual([
      ['乙', '甲'],
      [
        [0, '甲'],
        [3, '丙'],
      ],
    ]);
    expect(listNames([1, 2], sent)).toEqual([
      ['乙', '甲'],
      [
        [0, '甲'],
        [3, '丙'],
      ],
    ]);
  });

  it('are printed again where they are picked, and known to be', () => {
    const findAgain = (picked: readonly number[], sent: readonly string[][]) =>
      splitRowsToPrintAndSent({ body, rows: all, picked, sent }).again.map(({ 品名 }) => 品名);
    expect(listNames([3], [['甲'], ['丙']])).toEqual([['丙'], [[0, '甲']]]);
    expect(findAgain([3], [['甲'], ['丙']])).toEqual(['丙']);
    // One of two equal rows was sent: this is the other one.
    expect(findAgain([2], [['甲']])).toEqual([]);
    expect(findAgain([0, 2], [['甲']])).toEqual(['甲']);
  });
});
