import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { isListedCode } from './codes.ts';
import { parseGs1 } from './parse.ts';
import type { Gs1Message } from './parse.ts';
import { element, KNOWN, formatTyped } from './testing/elements.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

type Symbol = [{ sbs: number[] }];
type Elements = readonly { ai: string; value: string }[];

const bracketElements = (elements: Elements): string =>
  elements
    .map(({ ai, value }) => `(${ai})${value.replaceAll('(', '^040').replaceAll(')', '^041')}`)
    .join('');

/** The bars from another encoder, or its error message. */
function parseWithOracle(elements: Elements, lintreqs = false): number[] | string {
  try {
    const options = { parse: true, lintreqs } as object;
    return (bwipjs.raw('gs1-128', bracketElements(elements), options) as unknown as Symbol)[0].sbs;
  } catch (error) {
    return String(error);
  }
}

/** The bars of a message, with FNC1 for each separator. */
function encodeWithBwip(message: string): number[] {
  const text = `^FNC1${message.replaceAll('\u001D', '^FNC1')}`;
  return (bwipjs.raw('code128', text, { parsefnc: true }) as unknown as Symbol)[0].sbs;
}

function parseOwn(elements: Elements): Gs1Message | string {
  try {
    return parseGs1(formatTyped(elements));
  } catch (error) {
    if (error instanceof LabelError) return error.message;
    throw error;
  }
}

/**
 * Errors of the other encoder that are stricter than GS1: the package types of UN/CEFACT and the
 * contents of American coupons, which are not GS1's own lists, and base64 padded to four characters
 * (RFC 4648), where it expects three.
 */
const MORE_LENIENT = /AI (?:7041: Unknown package type|811[02]:|8030: Invalid CSET 64 padding)/;
/**
 * Withdrawn currencies that it accepts (HRK, SLL, CUC, ZWL), and new ones that it lacks (ZWG, VED).
 */
const CURRENCIES_APART = ['191', '694', '924', '926', '931', '932'];
/** Rules of GS1 that the other encoder does not check, or only on request. */
const STRICTER = /前 4 位要是数字|放在同一个码里$/;

function compare(elements: Elements): void {
  const result = parseOwn(elements);
  if (typeof result !== 'string') {
    // The input may lack a check digit, which only our encoder adds.
    const same = parseWithOracle(result.elements);
    if (typeof same === 'string' && MORE_LENIENT.test(same)) return;
    expect(same, result.text).toEqual(encodeWithBwip(result.message));
  } else if (result.endsWith('放在同一个码里') && !result.includes('不能')) {
    expect(parseWithOracle(elements, true), result).toBeTypeOf('string');
  } else if (!STRICTER.test(result)) {
    expect(parseWithOracle(elements), result).toBeTypeOf('string');
  }
}

/** Valid elements with one character of one value dropped, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.array(element, { minLength: 1, maxLength: 2 }),
    fc.nat(),
    fc.constantFrom('', '0', '1', '9', 'A', 'z', '%', '-', '=', '/', '#', '~', ' x', '00'),
  )
  .map(([elements, place, into]) =>
    elements.map(({ ai, value }, index) => {
      const at = place % value.length;
      return index === 0
        ? { ai, value: value.slice(0, at) + into + value.slice(at + 1) }
        : { ai, value };
    }),
  )
  .filter(([first]) => first?.value !== '');

describe('compared with another encoder', () => {
  it('has the same application identifiers', () => {
    const known = new Set(KNOWN);
    const few = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));
    const beside = KNOWN.filter((ai) => ai.length === 4).flatMap((ai) => [+ai - 1, +ai, +ai + 1]);
    const asked = new Set([...few, ...few.map((ai) => ai.slice(1)), ...beside.map(String)]);
    const apart = [...asked].filter(
      (ai) =>
        known.has(ai) === String(parseWithOracle([{ ai, value: '' }])).includes('GS1unknownAI'),
    );
    expect(apart).toEqual([]);
  });

  it('draws the same bars for right elements', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 4 }), (elements) =>
        compare(elements),
      ),
      { numRuns: rounds(300) },
    );
  });

  it('refuses the same damaged elements', () => {
    fc.assert(
      fc.property(damaged, (elements) => compare(elements)),
      { numRuns: rounds(800) },
    );
  });

  it('has the same codes of countries and currencies', () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));
    const isInOracle = (ai: string, value: string): boolean =>
      Array.isArray(parseWithOracle([{ ai, value }]));
    expect(
      numbers.filter((code) => isListedCode('country', code) !== isInOracle('422', code)),
    ).toEqual([]);
    expect(
      numbers.filter((code) => isListedCode('currency', code) !== isInOracle('3910', `${code}1`)),
    ).toEqual(CURRENCIES_APART);
    const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const pairs = alphabet.flatMap((item) => alphabet.map((two) => item + two));
    expect(
      pairs.filter((code) => isListedCode('letters', code) !== isInOracle('4307', code)),
    ).toEqual([]);
  });
});
