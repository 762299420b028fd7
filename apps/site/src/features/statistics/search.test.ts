import { describe, expect, it } from 'vitest';
import { formatDayInZone, formatLongDay } from '../../kit/table/days.ts';
import {
  toBatchInput,
  toDetailInput,
  buildDetailSearch,
  hasStatFilter,
  getPeriod,
  readDetailSearch,
  readStatSearch,
  toDaySearch,
  toStatInput,
} from './search.ts';

const TODAY = '2026-11-21';

describe('filters of the statistics', () => {
  it('cover the last 30 days when the address says nothing', () =>
    expect(getPeriod(readStatSearch({}), TODAY)).toEqual({ from: '2026-10-23', to: TODAY }));
  it('know today and a week', () => {
    expect(getPeriod(readStatSearch({ range: 'today' }), TODAY)).toEqual({
      from: TODAY,
      to: TODAY,
    });
    expect(getPeriod(readStatSearch({ range: '7' }), TODAY).from).toBe('2026-11-15');
  });
  it('prefer two good dates to a range, in either order', () => {
    const search = readStatSearch({ range: '7', from: '2026-03-05', to: '2026-02-27' });
    expect(search).toEqual({ from: '2026-02-27', to: '2026-03-05' });
    expect(getPeriod(search, TODAY)).toEqual({ from: '2026-02-27', to: '2026-03-05' });
  });
  it('keep in the address what moves on with the calendar by its name', () => {
    const readSearch = (from: string, to: string) =>
      readStatSearch({ ...toDaySearch({ from, to }, TODAY) });
    expect(readSearch(TODAY, TODAY)).toEqual({ range: 'today' });
    expect(readSearch('2026-11-15', TODAY)).toEqual({ range: '7' });
    expect(readSearch('2026-10-23', TODAY)).toEqual({});
    expect(readSearch('2026-11-20', '2026-11-20')).toEqual({
      from: '2026-11-20',
      to: '2026-11-20',
    });
    expect(readSearch('2026-11-01', TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
  });
  it('leave out what is not in order', () =>
    expect(
      readStatSearch({
        range: '99',
        from: '2026-02-30',
        to: 'x',
        printerId: "1' or 1",
        source: 'fax',
        page: '-2',
        q: '',
      }),
    ).toEqual({}));
  it('survive the address: reading what was read changes nothing', () => {
    const search = readStatSearch({
      range: '7',
      printerId: '12',
      source: 'api',
      q: '货位',
      page: '3',
    });
    expect(search).toEqual({ range: '7', printerId: '12', source: 'api', q: '货位', page: 3 });
    expect(
      readStatSearch(
        Object.fromEntries(
          new URLSearchParams(Object.entries(search).map(([k, v]) => [k, String(v)])),
        ),
      ),
    ).toEqual(search);
  });
  it('become the input of the calls; the search words are for the batches only', () => {
    const search = readStatSearch({ range: 'today', templateId: '4', q: '20261121' });
    const input = { from: TODAY, to: TODAY, tz: 'UTC', templateId: '4' };
    expect(toStatInput(search, TODAY, 'UTC')).toEqual(input);
    expect(toBatchInput(search, TODAY, 'UTC')).toEqual({ ...input, q: '20261121' });
  });
  it('lead to the labels behind a figure', () =>
    expect(
      buildDetailSearch(readStatSearch({ range: '7', clientId: '2', page: '5' }), TODAY, {
        state: 'uncertain',
      }),
    ).toEqual({
      from: '2026-11-15',
      to: TODAY,
      clientId: '2',
      state: 'uncertain',
    }));
});

describe('filters of the labels', () => {
  it('know states, evidence and colours, and nothing else', () => {
    expect(
      readDetailSearch({
        batchNo: '20261121-0007',
        state: 'uncertain',
        evidence: 'counter-moved',
        color: 'red',
        nope: '1',
      }),
    ).toEqual({
      batchNo: '20261121-0007',
      state: 'uncertain',
      evidence: 'counter-moved',
      color: 'red',
    });
    expect(readDetailSearch({ state: 'done', evidence: 'word' })).toEqual({});
  });
  it('may have one date only', () =>
    expect(toDetailInput(readDetailSearch({ from: '2026-11-01' }), 'UTC')).toEqual({
      from: '2026-11-01',
      tz: 'UTC',
    }));
  it('do not count the batch itself as a filter', () => {
    expect(hasStatFilter({ batchNo: 'B' })).toBe(false);
    expect(hasStatFilter({ batchNo: 'B', state: 'failed' })).toBe(true);
  });
});

describe('days', () => {
  it('are those of the zone', () => {
    const now = Date.parse('2026-11-20T17:00:00Z');
    expect(formatDayInZone('Asia/Shanghai', now)).toBe('2026-11-21');
    expect(formatDayInZone('America/New_York', now)).toBe('2026-11-20');
  });
  it('have a weekday', () => expect(formatLongDay('2026-11-17')).toBe('11 月 17 日 周二'));
});
