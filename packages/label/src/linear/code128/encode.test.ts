import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../../errors.ts';
import { countModules } from '../widths.ts';
import { CODE128_MAX_LENGTH, encodeCode128 } from './encode.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

/** Decodes symbol characters by the standard's table, independently of the encoder. */
function decode(values: readonly number[]): string {
  let set = 'ABC'[(values[0] ?? 0) - 103] ?? '';
  let shift = false;
  let text = '';
  for (const value of values.slice(1, -1)) {
    const active = shift ? (set === 'A' ? 'B' : 'A') : set;
    shift = false;
    if (set === 'C' && value < 100) text += String(value).padStart(2, '0');
    else if (value === 102) text += '\u001d';
    else if (value === 98 && set !== 'C') shift = true;
    else if (value === 99) set = 'C';
    else if (value === 100) set = 'B';
    else if (value === 101) set = 'A';
    else text += String.fromCharCode(active === 'A' && value >= 64 ? value - 64 : value + 32);
  }
  return text;
}

function bwipWidths(text: string): number[] {
  const escaped = Array.from(text, (c) => `^${String(c.charCodeAt(0)).padStart(3, '0')}`).join('');
  const [symbol] = bwipjs.raw('code128', escaped, { parse: true }) as unknown as [
    { sbs: number[] },
  ];
  return symbol.sbs;
}

const ascii = fc.string({
  unit: fc.integer({ min: 0, max: 127 }).map((c) => String.fromCharCode(c)),
  minLength: 1,
  maxLength: 40,
});
const codes = fc.string({
  unit: fc.constantFrom(...'0123456789ABab-\t'),
  minLength: 1,
  maxLength: 24,
});

describe('encodeCode128', () => {
  it('encodes the example of even digits in set C alone', () => {
    expect(encodeCode128('12345678').values).toEqual([105, 12, 34, 56, 78, 47]);
  });

  it('shifts for one control character and latches for several', () => {
    expect(encodeCode128('ab\tcd').values.slice(0, -1)).toEqual([104, 65, 66, 98, 73, 67, 68]);
    expect(encodeCode128('ab\t\t\tA').values.slice(0, -1)).toEqual([
      104, 65, 66, 101, 73, 73, 73, 33,
    ]);
  });

  it('says the same as its input for any ASCII text', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(decode(encodeCode128(text).values)).toBe(text);
      }),
    );
  });

  it('has a check character that is the weighted sum modulo 103', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        const { values } = encodeCode128(text);
        const sum = values
          .slice(0, -1)
          .reduce((total, value, i) => total + value * Math.max(1, i), 0);
        expect(values.at(-1)).toBe(sum % 103);
      }),
    );
  });

  it('is never longer than bwip-js, and the same bars where both chose the same characters', () => {
    let same = 0;
    fc.assert(
      fc.property(fc.oneof(codes, ascii), (text) => {
        const ours = encodeCode128(text);
        const theirs = bwipWidths(text);
        expect(ours.widths.length).toBeLessThanOrEqual(theirs.length);
        if (ours.widths.join('') === theirs.join('')) same += 1;
      }),
      { numRuns: rounds(300) },
    );
    expect(same).toBeGreaterThan(rounds(300) / 3);
  });

  it.each(['AKS20260518', 'YT8836201947562', '6901234567892', 'A-03-12', 'hello', '00'])(
    'draws %s as bwip-js does',
    (text) => {
      expect([...encodeCode128(text).widths]).toEqual(bwipWidths(text));
    },
  );

  it('counts eleven modules a character and thirteen for the stop', () => {
    const { values, widths } = encodeCode128('AKS20260518');
    expect(countModules(widths)).toBe(values.length * 11 + 13);
  });

  it('puts FNC1 first and at separators for GS1', () => {
    const { values } = encodeCode128('10ABC\u001d21X', { gs1: true });
    expect(values.filter((value) => value === 102)).toHaveLength(2);
    expect(values[1]).toBe(102);
    expect(decode(values)).toBe('\u001d10ABC\u001d21X');
  });

  it.each(['苹果', 'é', 'A😀'])('refuses %s and names the character', (text) => {
    expect(() => encodeCode128(text)).toThrow(LabelError);
    expect(() => encodeCode128(text)).toThrow(/苹|é|😀/u);
  });

  it('refuses nothing at all and more than a scanner reads', () => {
    expect(() => encodeCode128('')).toThrow(LabelError);
    expect(() => encodeCode128('1'.repeat(CODE128_MAX_LENGTH + 1))).toThrow(LabelError);
  });
});
