import type { Draw } from './kinds.ts';
import { withCheckDigit } from './own/gtin.ts';

const drawDigits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => draw(10)).join('');
const drawText = (draw: Draw, characters: string, max: number): string =>
  Array.from({ length: 1 + draw(max) }, () => characters[draw(characters.length)]).join('');

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Characters of GS1's character set 82 without parentheses, which would read as identifiers. */
const CHARACTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz!"%&'*+,-./:;<=>?_`;

/** A GTIN and a lot. */
export const gtinAndLot = (draw: Draw): string =>
  `(01)${withCheckDigit(`0${drawDigits(draw, 12)}`)}(10)${drawText(draw, CAPITALS, 8)}`;

const drawGtin = (draw: Draw): string => `(01)${withCheckDigit(drawDigits(draw, 13))}`;
/** The GTIN of a variable measure trade item. */
const drawVariableGtin = (draw: Draw): string =>
  `(01)${withCheckDigit(`9${drawDigits(draw, 12)}`)}`;
const padTwoDigits = (number: number): string => String(number).padStart(2, '0');
const drawDate = (draw: Draw): string =>
  [draw(100), 1 + draw(12), 1 + draw(28)].map(padTwoDigits).join('');
const drawWeight = (draw: Draw, below: number): string => String(draw(below)).padStart(6, '0');

/** GS1 DataBar Expanded encodes each of these differently. */
const WAYS: readonly ((draw: Draw) => string)[] = [
  gtinAndLot,
  (draw) => `${drawVariableGtin(draw)}(3103)${drawWeight(draw, 32_768)}`,
  (draw) => `${drawVariableGtin(draw)}(3202)${drawWeight(draw, 10_000)}`,
  (draw) => `${drawVariableGtin(draw)}(3203)${drawWeight(draw, 22_768)}`,
  (draw) =>
    `${drawVariableGtin(draw)}(3${1 + draw(2)}0${draw(6)})${drawWeight(draw, 100_000)}(1${'1357'[draw(4)]})${drawDate(draw)}`,
  (draw) =>
    `${drawVariableGtin(draw)}(392${draw(4)})${drawDigits(draw, 1 + draw(6))}(3103)${drawWeight(draw, 100_000)}`,
  (draw) =>
    `${drawVariableGtin(draw)}(393${draw(4)})156${drawDigits(draw, 1 + draw(6))}(3103)${drawWeight(draw, 100_000)}`,
  (draw) => `${drawGtin(draw)}(17)${drawDate(draw)}(10)${drawText(draw, CHARACTERS, 8)}`,
  (draw) =>
    `${drawGtin(draw)}(10)${drawText(draw, CHARACTERS, 6)}(21)${drawDigits(draw, 1 + draw(8))}`,
  (draw) => `(00)${withCheckDigit(drawDigits(draw, 17))}`,
  (draw) => `(8006)${withCheckDigit(drawDigits(draw, 13))}0102(10)${drawText(draw, CAPITALS, 8)}`,
];
export const elementStrings = (draw: Draw): string => WAYS[draw(WAYS.length)]?.(draw) ?? '';

/**
 * Identifiers whose elements end without a separator (GS1 General Specifications, predefined
 * lengths).
 */
const PREDEFINED = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** Element strings as scanners transmit them. */
export function toScannedText(content: string): string {
  const elements = content.split('(').slice(1);
  return elements
    .map((element, i) => {
      const isEnded = PREDEFINED.test(element) || i === elements.length - 1;
      return element.replace(')', '') + (isEnded ? '' : '\u001d');
    })
    .join('');
}
