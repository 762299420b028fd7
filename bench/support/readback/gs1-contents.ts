import type { Draw } from './kinds.ts';
import { withCheckDigit } from './own/gtin.ts';

const digits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => draw(10)).join('');
const text = (draw: Draw, characters: string, most: number): string =>
  Array.from({ length: 1 + draw(most) }, () => characters[draw(characters.length)]).join('');

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Characters of GS1's character set 82 without parentheses, which would read as identifiers. */
const CHARACTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz!"%&'*+,-./:;<=>?_`;

/** A GTIN and a lot. */
export const gtinAndLot = (draw: Draw): string =>
  `(01)${withCheckDigit(`0${digits(draw, 12)}`)}(10)${text(draw, CAPITALS, 8)}`;

const gtin = (draw: Draw): string => `(01)${withCheckDigit(digits(draw, 13))}`;
/** The GTIN of a variable measure trade item. */
const variable = (draw: Draw): string => `(01)${withCheckDigit(`9${digits(draw, 12)}`)}`;
const two = (number: number): string => String(number).padStart(2, '0');
const date = (draw: Draw): string => [draw(100), 1 + draw(12), 1 + draw(28)].map(two).join('');
const weight = (draw: Draw, below: number): string => String(draw(below)).padStart(6, '0');

/** GS1 DataBar Expanded encodes each of these differently. */
const WAYS: readonly ((draw: Draw) => string)[] = [
  gtinAndLot,
  (draw) => `${variable(draw)}(3103)${weight(draw, 32_768)}`,
  (draw) => `${variable(draw)}(3202)${weight(draw, 10_000)}`,
  (draw) => `${variable(draw)}(3203)${weight(draw, 22_768)}`,
  (draw) =>
    `${variable(draw)}(3${1 + draw(2)}0${draw(6)})${weight(draw, 100_000)}(1${'1357'[draw(4)]})${date(draw)}`,
  (draw) =>
    `${variable(draw)}(392${draw(4)})${digits(draw, 1 + draw(6))}(3103)${weight(draw, 100_000)}`,
  (draw) =>
    `${variable(draw)}(393${draw(4)})156${digits(draw, 1 + draw(6))}(3103)${weight(draw, 100_000)}`,
  (draw) => `${gtin(draw)}(17)${date(draw)}(10)${text(draw, CHARACTERS, 8)}`,
  (draw) => `${gtin(draw)}(10)${text(draw, CHARACTERS, 6)}(21)${digits(draw, 1 + draw(8))}`,
  (draw) => `(00)${withCheckDigit(digits(draw, 17))}`,
  (draw) => `(8006)${withCheckDigit(digits(draw, 13))}0102(10)${text(draw, CAPITALS, 8)}`,
];
export const elementStrings = (draw: Draw): string => WAYS[draw(WAYS.length)]?.(draw) ?? '';

/**
 * Identifiers whose elements end without a separator (GS1 General Specifications, predefined
 * lengths).
 */
const PREDEFINED = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** Element strings as scanners transmit them. */
export function scanned(content: string): string {
  const elements = content.split('(').slice(1);
  return elements
    .map((element, i) => {
      const isEnded = PREDEFINED.test(element) || i === elements.length - 1;
      return element.replace(')', '') + (isEnded ? '' : '\u001d');
    })
    .join('');
}
