import { toLatin1 } from './lexer.ts';
import type { Command } from './lexer.ts';
import type { Rotation } from '../template.ts';

/** Longest list of parameters that is taken apart; data comes behind shorter ones. */
const MAX_BYTES = 2000;

const ROTATIONS: Readonly<Record<string, Rotation>> = { N: 0, R: 90, I: 180, B: 270 };

/** The parameters of a command; one that is missing or wrong is taken as the guide's default, as printers do. */
export type Params = {
  /** In capitals, without spaces around it. */
  text: (index: number) => string;
  /** A number in its range; undefined when missing, wrong or outside. */
  number: (index: number, least: number, most: number) => number | undefined;
  isYes: (index: number, otherwise: boolean) => boolean;
  rotation: (index: number, otherwise: Rotation) => Rotation;
};

/** Which way N, R, I and B turn; undefined for any other letter. */
export const getRotation = (letter: string): Rotation | undefined =>
  Object.hasOwn(ROTATIONS, letter) ? ROTATIONS[letter] : undefined;

const NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d{1,6})?|\.\d{1,6})/;

export function getParams(
  { data, delimiter }: Pick<Command, 'data' | 'delimiter'>,
  /** Told of a number that is none, or out of its range; the first parameter is 1. */
  onWrong: (parameter: number, text: string) => void,
): Params {
  const parts = toLatin1(data.subarray(0, MAX_BYTES))
    .replaceAll(/[\r\n\t]/g, '')
    .split(String.fromCharCode(delimiter));
  const text = (index: number): string => (parts[index] ?? '').trim().toUpperCase();
  return {
    text,
    number: (index, least, most) => {
      const match = NUMBER.exec(text(index));
      const value = match === null ? Number.NaN : Number(match[0]);
      if (value >= least && value <= most) return value;
      if (text(index) !== '') onWrong(index + 1, text(index).slice(0, 12));
      return undefined;
    },
    isYes: (index, otherwise) => {
      const value = text(index);
      return value === 'Y' || (value !== 'N' && otherwise);
    },
    rotation: (index, otherwise) => getRotation(text(index).charAt(0)) ?? otherwise,
  };
}
