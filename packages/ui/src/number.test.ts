import { describe, expect, it } from 'vitest';
import { readNumber, stepped } from './number.ts';

describe('numbers people type', () => {
  it('reads full-width digits, a typographic minus and a comma', () => {
    expect(readNumber('４０')).toBe(40);
    expect(readNumber('−1.0')).toBe(-1);
    expect(readNumber('+0.5')).toBe(0.5);
    expect(readNumber('2,5')).toBe(2.5);
  });
  it('is nothing when it is not a number', () => {
    for (const text of ['', '-', '1.2.3', '0x10', '1e3', 'abc'])
      expect(readNumber(text)).toBeNull();
  });
  it('steps without losing decimals, and stops at the ends', () => {
    const range = { min: -30, max: 30, step: 0.1 };
    expect(stepped('0.2', 0.1, range)).toBe('0.3');
    expect(stepped('29.95', 0.1, range)).toBe('30');
    expect(stepped('', 0.1, range)).toBe('-29.9');
  });
});
