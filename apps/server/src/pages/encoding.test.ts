import { describe, expect, it } from 'vitest';
import { negotiateContentEncoding } from './encoding.ts';

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['identity', 'identity'],
    ['gzip;q=0', 'identity'],
    [undefined, 'identity'],
  ] as const)('%s is answered with %s', (header, encoding) => {
    expect(negotiateContentEncoding(header)).toBe(encoding);
  });
});
