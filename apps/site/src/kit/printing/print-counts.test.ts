import { describe, expect, it } from 'vitest';
import {
  createZeroBatchCounts,
  updateRecallProgress,
  describeRecalledCounts,
} from './print-counts.ts';

const createBatch = (
  counts: Partial<ReturnType<typeof createZeroBatchCounts>>,
  cancellable = 0,
) => ({
  counts: { ...createZeroBatchCounts(), ...counts },
  cancellable,
});

describe('a cancel', () => {
  const asked = { asked: 30, before: 1, recalled: 4, open: 26 };
  const describeAfter = (...now: Parameters<typeof createBatch>): string =>
    describeRecalledCounts(updateRecallProgress(asked, createBatch(...now)));

  it('says what is not answered yet', () => {
    expect(describeAfter({ sending: 26, cancelled: 5 })).toBe('已撤回 4 张，26 张等客户端回答');
    // The reply arrived before the batch was reloaded.
    expect(describeAfter({ queued: 4, sending: 26, cancelled: 1 }, 30)).toBe(
      '已撤回 4 张，26 张等客户端回答',
    );
    expect(describeAfter({ sending: 1, cancelled: 29, printed: 1 })).toBe(
      '已撤回 28 张，1 张已经发给打印机，没拦住，1 张等客户端回答',
    );
  });
  it('says how many were taken back and how many had gone out', () => {
    expect(describeAfter({ cancelled: 29, printed: 2 })).toBe(
      '撤回 28 张，2 张已经发给打印机，没拦住',
    );
    expect(describeAfter({ cancelled: 31 })).toBe('撤回 30 张');
    expect(describeAfter({ cancelled: 1, printed: 30 })).toBe(
      '撤回 4 张，26 张已经发给打印机，没拦住',
    );
  });
  it('is over while labels printed again wait, which can be cancelled by themselves', () => {
    expect(describeAfter({ queued: 3, cancelled: 26, printed: 2 }, 3)).toBe(
      '撤回 25 张，5 张已经发给打印机，没拦住',
    );
  });
  it('stays as it was settled when labels are printed again', () => {
    const settled = updateRecallProgress(asked, createBatch({ cancelled: 29, printed: 2 }));
    expect(
      updateRecallProgress(settled, createBatch({ queued: 28, cancelled: 1, printed: 2 }, 28)),
    ).toBe(settled);
  });
});
