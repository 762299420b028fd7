import { describe, expect, it } from 'vitest';
import { reloadOnce } from './stale-chunk.ts';

const browser = () => {
  const kept = new Map<string, string>();
  const state = { time: 1_000_000, reloads: 0 };
  const reloads = {
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    now: () => state.time,
    reload: () => void state.reloads++,
  };
  return { state, reloads };
};

describe('a chunk that is gone after a deploy', () => {
  it('reloads the page once within 10000 ms', () => {
    const { state, reloads } = browser();
    expect(reloadOnce(reloads)).toBe(true);
    state.time += 9999;
    expect(reloadOnce(reloads)).toBe(false);
    expect(state.reloads).toBe(1);
  });

  it('may reload again for the next deploy', () => {
    const { state, reloads } = browser();
    reloadOnce(reloads);
    state.time += 10_000;
    expect(reloadOnce(reloads)).toBe(true);
    expect(state.reloads).toBe(2);
  });
});
