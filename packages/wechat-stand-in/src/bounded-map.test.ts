import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';
import { MAX_ENTRIES } from './options.ts';

it('forgets the oldest instead of growing', () => {
  const kept = new BoundedMap<number>();
  for (let at = 0; at < MAX_ENTRIES + 2; at += 1) kept.set(String(at), at);
  expect(kept.values()).toHaveLength(MAX_ENTRIES);
  expect(kept.get('1')).toBeUndefined();
  expect(kept.get('2')).toBe(2);
});
