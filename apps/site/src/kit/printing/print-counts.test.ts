import { describe, expect, it } from 'vitest';
import { createZeroBatchCounts, updateRecallProgress, describeRecall } from './print-counts.ts';

const batch = (counts: Partial<ReturnType<typeof createZeroBatchCounts>>, cancellable = 0) => ({
  counts: { ...createZeroBatchCounts(), ...counts },
  cancellable,
});

describe('a cancel', () => {
  const asked = { asked: 30, before: 1, recalled: 4, open: 26 };
  const after = (...now: Parameters<typeof batch>): string =>
    describeRecall(updateRecallProgress(asked, batch(...now)));

  it('says what is not answered yet', () => {
    expect(after({ sending: 26, cancelled: 5 })).toBe('已撤回 4 张，26 张等客户端回答');
    // The reply arrived before the batch was reloaded.
    expect(after({ queued: 4, sending: 26, cancelled: 1 }, 30)).toBe(
      '已撤回 4 张，26 张等客户端回答',
    );
    expect(after({ sending: 1, cancelled: 29, printed: 1 })).toBe(
      '已撤回 28 张，1 张已经发给打印机，没拦住，1 张等客户端回答',
    );
  });
  it('says how many were taken back and how many had gone out', () => {
    expect(after({ cancelled: 29, printed: 2 })).toBe('撤回 28 张，2 张已经发给打印机，没拦住');
    expect(after({ cancelled: 31 })).toBe('撤回 30 张');
    expect(after({ cancelled: 1, printed: 30 })).toBe('撤回 4 张，26 张已经发给打印机，没拦住');
  });
  it('is over while labels printed again wait, which can be cancelled by themselves', () => {
    expect(after({ queued: 3, cancelled: 26, printed: 2 }, 3)).toBe(
      '撤回 25 张，5 张已经发给打印机，没拦住',
    );
  });
  it('stays as it was settled when labels are printed again', () => {
    const settled = updateRecallProgress(asked, batch({ cancelled: 29, printed: 2 }));
    expect(updateRecallProgress(settled, batch({ queued: 28, cancelled: 1, printed: 2 }, 28))).toBe(
      settled,
    );
  });
});
