import { describe, expect, it } from 'vitest';
import { amended, done, getHistory, redone, undone } from './history.ts';
import { kbText, getLimit } from './limit.ts';
import { leftText, secondsLeft } from './progress.ts';

describe('what can be undone', () => {
  it('goes back and forth, and forgets what was undone once something else is done', () => {
    const history = done(done(getHistory('a'), 'b'), 'c');
    expect(undone(history).now).toBe('b');
    expect(undone(undone(undone(history))).now).toBe('a');
    expect(redone(undone(history)).now).toBe('c');
    expect(redone(done(undone(history), 'd')).now).toBe('d');
  });

  it('has no step for what is only amended', () => {
    expect(undone(amended(done(getHistory('a'), 'b'), 'B')).now).toBe('a');
  });

  it('goes a hundred steps back', () => {
    let history = getHistory(0);
    for (let step = 1; step <= 150; step += 1) history = done(history, step);
    for (let step = 0; step < 150; step += 1) history = undone(history);
    expect(history.now).toBe(50);
  });
});

describe('a limit of size', () => {
  it('is read in thousands of bytes', () => {
    expect(['500', '1２', '', '4', '99999999', 'x'].map(getLimit)).toEqual([
      500_000,
      12_000,
      null,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is never shown smaller than it is', () => {
    expect([1234, 499_001, 12_340_000].map(kbText)).toEqual(['1.2 KB', '500 KB', '12.3 MB']);
  });
});

describe('time left', () => {
  it('is what the rest takes at the same pace', () => {
    expect(secondsLeft(0.25, 2000)).toBe(6);
    expect(secondsLeft(0.01, 2000)).toBeNull();
    expect(secondsLeft(0.5, 100)).toBeNull();
    expect([leftText(null), leftText(8), leftText(90)]).toEqual([
      '正在算要多久',
      '还要 8 秒',
      '还要 2 分钟',
    ]);
  });
});
