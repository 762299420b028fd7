import { describe, expect, it } from 'vitest';
import { badgeText } from './badge.tsx';

describe('a badge', () => {
  // @spec badge-limit
  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('shows %i as "%s"', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });
});
