import { describe, expect, it } from 'vitest';
import { formatBadge } from './badge.tsx';

describe('a badge', () => {
  // @spec badge-limit
  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('shows %i as "%s"', (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });
});
