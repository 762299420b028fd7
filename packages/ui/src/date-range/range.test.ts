import { describe, expect, it } from 'vitest';
import {
  createOrderedRange,
  findInvalidField,
  listDateRangePresets,
  parseDayRange,
} from './range.ts';

const TODAY = '2026-03-05';

describe('presets', () => {
  const getPreset = (label: string) =>
    listDateRangePresets(TODAY, true).find((dateRangePreset) => dateRangePreset.label === label)
      ?.range;
  it.each([
    ['全部时间', '', ''],
    ['今天', TODAY, TODAY],
    ['昨天', '2026-03-04', '2026-03-04'],
    ['近 7 天', '2026-02-27', TODAY],
    ['近 30 天', '2026-02-04', TODAY],
    ['本月', '2026-03-01', TODAY],
    ['上月', '2026-02-01', '2026-02-28'],
  ])('%s is from %s to %s', (label, from, to) => expect(getPreset(label)).toEqual({ from, to }));
  it('leave the days open only where they may be', () =>
    expect(listDateRangePresets(TODAY, false)[0]?.label).toBe('今天'));
});

describe('typed days', () => {
  const read = (from: string, to: string) =>
    parseDayRange({ from, to }, { max: TODAY, maxDays: 31 });
  it('become a range', () =>
    expect(read('2026/2/3', '20260305')).toEqual({
      ok: true,
      range: { from: '2026-02-03', to: TODAY },
    }));
  it.each([
    ['x', TODAY, 'from', '开始日期写成 2026-03-05 这样'],
    [TODAY, '2026-02-30', 'to', '结束日期写成 2026-03-05 这样'],
    [TODAY, '2026-03-06', 'to', '结束日期最晚是 2026 年 3 月 5 日'],
    [TODAY, '2026-03-01', 'from', '开始日期不能晚于结束日期'],
    ['2026-02-01', TODAY, 'from', '一次最多看 31 天'],
    ['', 'x', 'to', '结束日期写成 2026-03-05 这样'],
  ])('%s to %s: %s is named, and why', (from, to, field, message) =>
    expect(read(from, to)).toEqual({ ok: false, field, message }),
  );
});

it('a field is wrong only when something was typed in it', () => {
  const findWrongField = (from: string, to: string) =>
    findInvalidField({ from, to }, parseDayRange({ from, to }, { max: TODAY }));
  expect([findWrongField('', ''), findWrongField(TODAY, ''), findWrongField('', TODAY)]).toEqual([
    null,
    null,
    null,
  ]);
  expect([findWrongField('x', ''), findWrongField('', 'x'), findWrongField(TODAY, 'x')]).toEqual([
    'from',
    'to',
    'to',
  ]);
  expect(findWrongField('2026-02-03', TODAY)).toBeNull();
});

it('two presses make a range in either order', () =>
  expect(createOrderedRange('2026-03-04', '2026-03-01')).toEqual({
    from: '2026-03-01',
    to: '2026-03-04',
  }));
