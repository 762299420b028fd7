import { describe, expect, it } from 'vitest';
import { replaceCurrentState, recordUndoStep, createHistory, redo, undo } from './history.ts';
import { formatKb, parseFileSizeLimit } from './limit.ts';
import { describeTimeLeft, estimateSecondsLeft } from './progress.ts';

describe('what can be undone', () => {
  it('goes back and forth, and forgets what was undone once something else is done', () => {
    const history = recordUndoStep(recordUndoStep(createHistory('a'), 'b'), 'c');
    expect(undo(history).now).toBe('b');
    expect(undo(undo(undo(history))).now).toBe('a');
    expect(redo(undo(history)).now).toBe('c');
    expect(redo(recordUndoStep(undo(history), 'd')).now).toBe('d');
  });

  it('has no step for what is only amended', () => {
    expect(undo(replaceCurrentState(recordUndoStep(createHistory('a'), 'b'), 'B')).now).toBe('a');
  });

  it('goes a hundred steps back', () => {
    let history = createHistory(0);
    for (let step = 1; step <= 150; step += 1) history = recordUndoStep(history, step);
    for (let step = 0; step < 150; step += 1) history = undo(history);
    expect(history.now).toBe(50);
  });
});

describe('a limit of size', () => {
  it('is read in thousands of bytes', () => {
    expect(['500', '1２', '', '4', '99999999', 'x'].map(parseFileSizeLimit)).toEqual([
      500_000,
      12_000,
      null,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is never shown smaller than it is', () => {
    expect([1234, 499_001, 12_340_000].map(formatKb)).toEqual(['1.2 KB', '500 KB', '12.3 MB']);
  });
});

describe('time left', () => {
  it('is what the rest takes at the same pace', () => {
    expect(estimateSecondsLeft(0.25, 2000)).toBe(6);
    expect(estimateSecondsLeft(0.01, 2000)).toBeNull();
    expect(estimateSecondsLeft(0.5, 100)).toBeNull();
    expect([describeTimeLeft(null), describeTimeLeft(8), describeTimeLeft(90)]).toEqual([
      '正在算要多久',
      '还要 8 秒',
      '还要 2 分钟',
    ]);
  });
});
