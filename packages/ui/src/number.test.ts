import { describe, expect, it } from 'vitest';
import { parseNumber, stepNumber } from './number.ts';

describe('numbers people type', () => {
  it('reads full-width digits, a typographic minus and a comma', () => {
    expect(parseNumber('４０')).toBe(40);
    expect(parseNumber('−1.0')).toBe(-1);
    expect(parseNumber('+0.5')).toBe(0.5);
    expect(parseNumber('2,5')).toBe(2.5);
  });
  it('is nothing when it is not a number', () => {
    for (const text of ['', '-', '1.2.3', '0x10', '1e3', 'abc'])
      expect(parseNumber(text)).toBeNull();
  });
  it('steps without losing decimals, and stops at the ends', () => {
    const range = { min: -30, max: 30, step: 0.1 };
    expect(stepNumber('0.2', 0.1, range)).toBe('0.3');
    expect(stepNumber('29.95', 0.1, range)).toBe('30');
    expect(stepNumber('', 0.1, range)).toBe('-29.9');
  });
});
