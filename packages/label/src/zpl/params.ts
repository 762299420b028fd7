import { decodeLatin1 } from './lexer.ts';
import type { Command } from './lexer.ts';
import type { Rotation } from '../template.ts';

/** Maximum bytes of parsed parameters; data follows shorter ones. */
const MAX_BYTES = 2000;

const ROTATIONS: Readonly<Record<string, Rotation>> = { N: 0, R: 90, I: 180, B: 270 };

/** Parameters of a command. A missing or invalid one gets the guide's default, as in printers. */
export type Params = {
  /** Trimmed and in capitals. */
  readText: (index: number) => string;
  /** Number within the range; undefined when missing, invalid or out of range. */
  readNumber: (index: number, min: number, max: number) => number | undefined;
  isYes: (index: number, otherwise: boolean) => boolean;
  readRotation: (index: number, otherwise: Rotation) => Rotation;
};

/** Rotation of N, R, I and B; undefined for any other letter. */
export const parseRotationLetter = (letter: string): Rotation | undefined =>
  Object.hasOwn(ROTATIONS, letter) ? ROTATIONS[letter] : undefined;

const NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d{1,6})?|\.\d{1,6})/;

export function parseCommandParams(
  { data, delimiter }: Pick<Command, 'data' | 'delimiter'>,
  /** Called for an invalid or out-of-range number; the first parameter is 1. */
  onWrong: (parameter: number, text: string) => void,
): Params {
  const parts = decodeLatin1(data.subarray(0, MAX_BYTES))
    .replaceAll(/[\r\n\t]/g, '')
    .split(String.fromCharCode(delimiter));
  const readText = (index: number): string => (parts[index] ?? '').trim().toUpperCase();
  return {
    readText,
    readNumber: (index, min, max) => {
      const match = NUMBER.exec(readText(index));
      const value = match === null ? Number.NaN : Number(match[0]);
      if (value >= min && value <= max) return value;
      if (readText(index) !== '') onWrong(index + 1, readText(index).slice(0, 12));
      return undefined;
    },
    isYes: (index, otherwise) => {
      const value = readText(index);
      return value === 'Y' || (value !== 'N' && otherwise);
    },
    readRotation: (index, otherwise) => parseRotationLetter(readText(index).charAt(0)) ?? otherwise,
  };
}
