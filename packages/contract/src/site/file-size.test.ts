import { describe, expect, it } from 'vitest';
import { formatBytes } from './file-size.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0\u00A0B'],
    [999, '999\u00A0B'],
    [1000, '1.0\u00A0kB'],
    [86_400_000, '86.4\u00A0MB'],
    [123_456_789, '123\u00A0MB'],
    [999_999, '1.0\u00A0MB'],
    [2_500_000_000, '2.5\u00A0GB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});
