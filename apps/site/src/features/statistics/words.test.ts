import { describe, expect, it } from 'vitest';
import { createZeroBatchCounts, computeSuccessRate } from '../../kit/printing/print-counts.ts';
import { listCountsByCellKind, formatCellCounts } from '../../kit/printing/cell-counts.ts';
import { BATCH_WORDS } from '../../kit/printing/print-status.ts';
import {
  describeBatch,
  describeChange,
  buildFilterOptions,
  describeEvidenceOfLabel,
  listPagesAround,
  formatPercent,
} from './words.ts';

const counts = createZeroBatchCounts();

describe('a batch in words', () => {
  it('says first what waits for someone', () => {
    expect(
      describeBatch({
        state: 'partly',
        total: 12,
        counts: { ...counts, printed: 10, uncertain: 1, failed: 1 },
      }),
    ).toEqual({ kind: 'uncertain', text: '1 张待确认' });
    expect(
      describeBatch({ state: 'partly', total: 8, counts: { ...counts, printed: 5, failed: 3 } })
        .text,
    ).toBe('3 张失败');
  });
  it('counts what is through while it prints', () =>
    expect(
      describeBatch({
        state: 'sending',
        total: 240,
        counts: { ...counts, printed: 126, sent: 18, uncertain: 1, sending: 1, queued: 94 },
      }).text,
    ).toBe('145 / 240'));
  it('never calls printed what was only sent', () =>
    expect(describeBatch({ state: 'done', total: 3, counts: { ...counts, sent: 3 } }).text).toBe(
      '已送达',
    ));
  it('never calls printing what a client has only fetched, for a printer may be dead', () => {
    expect(
      formatCellCounts(
        listCountsByCellKind({ ...counts, printed: 13, sending: 49, queued: 338 }, true),
      ),
    ).toBe('已打印 13，正在处理 1，等待打印 386');
    expect(BATCH_WORDS.sending.text).toBe('进行中');
  });
});

describe('evidence in words', () => {
  const none = {
    state: 'printed',
    evidence: 'none',
    reason: '',
    counterFrom: null,
    counterTo: null,
  } as const;
  it('shows the counter that moved', () =>
    expect(
      describeEvidenceOfLabel({
        ...none,
        evidence: 'counter-moved',
        counterFrom: 128_406,
        counterTo: 128_407,
      }),
    ).toBe('计数器 128,406 → 128,407'));
  it('gives the reason of a failure', () =>
    expect(describeEvidenceOfLabel({ ...none, state: 'failed', reason: '条码编不出' })).toBe(
      '条码编不出',
    ));
});

describe('choices of a filter', () => {
  const words = { designer: '网页', excel: 'Excel', api: '接口' };
  it('are what can occur', () =>
    expect(buildFilterOptions(['designer'], undefined, words)).toEqual([
      { value: 'designer', label: '网页' },
    ]));
  it('have in them what an address asks for, in words', () =>
    expect(buildFilterOptions(['designer'], 'api', words).at(-1)).toEqual({
      value: 'api',
      label: '接口',
    }));
});

describe('figures', () => {
  it('compare with the period before, if there was one', () => {
    expect(describeChange(116.2, 100)).toEqual({ text: '+16.2\u00A0%', up: true });
    expect(describeChange(50, 100)?.text).toBe('−50\u00A0%');
    expect(describeChange(5, 0)).toBeNull();
  });
  it('never round a missing label away', () => {
    expect(formatPercent(0.99999)).toBe('99.9');
    expect(formatPercent(1)).toBe('100');
  });
  it('count success among labels that ended by themselves', () => {
    expect(
      computeSuccessRate({ ...counts, printed: 98, sent: 1, failed: 1, cancelled: 50, queued: 9 }),
    ).toBe(0.99);
    expect(computeSuccessRate({ ...counts, queued: 9, cancelled: 1 })).toBeNull();
  });
});

describe('page numbers', () => {
  it('show both ends and the neighbours', () => {
    expect(listPagesAround(1, 11)).toEqual([1, 2, 0, 11]);
    expect(listPagesAround(6, 11)).toEqual([1, 0, 5, 6, 7, 0, 11]);
    expect(listPagesAround(3, 4)).toEqual([1, 2, 3, 4]);
    expect(listPagesAround(1, 1)).toEqual([1]);
  });
});
