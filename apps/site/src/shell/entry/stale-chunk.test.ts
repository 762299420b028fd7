import { describe, expect, it } from 'vitest';
import { canReload } from './stale-chunk.ts';

describe('what is gone after a deploy', () => {
  it('reloads it, however young, when no reload has brought it', () => {
    for (const type of ['navigate', 'back_forward', ''])
      expect(canReload({ type, ageMs: 50 })).toBe(true);
  });

  // @spec stale-page-reloads-once
  it('reloads the page once within 10000 ms', () => {
    expect(canReload({ type: 'reload', ageMs: 9_999 })).toBe(false);
    expect(canReload({ type: 'reload', ageMs: 10_000 })).toBe(true);
  });
});
