import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { parseGs1 } from './parse.ts';
import type { Gs1Message } from './parse.ts';
import { element, KNOWN, formatTyped } from './testing/elements.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/**
 * Predefined element lengths including the identifier, by its first two digits, as published by
 * GS1.
 */
const LENGTHS = new Map<string, number>([
  ...(['01', '02', '03', '41'] as const).map((two): [string, number] => [two, 16]),
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((two): [string, number] => [
    two,
    8,
  ]),
  ...['31', '32', '33', '34', '35', '36'].map((two): [string, number] => [two, 10]),
  ['00', 20],
  ['04', 18],
  ['20', 4],
]);

/** Splits a message as a reader without the table of identifiers does. */
function split(message: string): { ai: string; value: string }[] {
  const elements: { ai: string; value: string }[] = [];
  for (let rest = message; rest !== '';) {
    const two = rest.slice(0, 2);
    const separator = rest.indexOf('\u001D');
    const end = LENGTHS.get(two) ?? (separator < 0 ? rest.length : separator);
    const digits = /^(?:[029]|1|30|37)/.test(two) && !/^2[3-5]/.test(two) ? 2 : 4;
    const length = /^(?:2[345]|4[012]|71)/.test(two) ? 3 : digits;
    elements.push({ ai: rest.slice(0, length), value: rest.slice(length, end) });
    rest = rest.slice(end).replace(/^\u001D/, '');
  }
  return elements;
}

/** Undefined when the elements must not be combined: random elements may violate that rule. */
function tryParse(content: string): Gs1Message | undefined {
  try {
    return parseGs1(content);
  } catch (error) {
    const apart = /不能在同一个码里$|放在同一个码里$|是同一个量，只能有一个$|出现了两次，内容不同$/;
    if (error instanceof LabelError && apart.test(error.message)) return undefined;
    throw error;
  }
}

describe('GS1 messages', () => {
  it('are split again into what was typed', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 5 }), (elements) => {
        const result = tryParse(formatTyped(elements));
        fc.pre(result !== undefined);
        expect(result.elements).toEqual(elements);
        expect(split(result.message)).toEqual(elements);
        for (const { ai } of elements) seen.add(ai);
      }),
      { numRuns: rounds(800) },
    );
    expect(seen.size).toBeGreaterThan(Math.min(KNOWN.length / 2, rounds(800)));
  });

  it('end in no separator', () => {
    fc.assert(
      fc.property(element, (item) => {
        const result = tryParse(formatTyped([item]));
        fc.pre(result !== undefined);
        expect(result.message).toBe(item.ai + item.value);
        expect(result.text).toBe(`(${item.ai})${item.value}`);
      }),
    );
  });
});
