import type { Civil } from '../civil.ts';
import type { Decimal } from '../decimal.ts';
import type { Value } from '../value.ts';

/** What a function is given. Each input is worked out when it is first asked for, so that 如果 leaves one aside. */
export type Inputs = {
  readonly count: number;
  value: (index: number) => Value;
  text: (index: number) => string;
  /** Undefined for a blank. @throws ExpressionError for anything else that is no number */
  number: (index: number) => Decimal | undefined;
  /** Undefined for a blank. @throws ExpressionError for anything else that is no date */
  date: (index: number) => Civil | undefined;
  condition: (index: number) => boolean;
  /** A whole number; `otherwise` where the input is left out or blank. @throws ExpressionError out of bounds */
  integer: (index: number, bounds: { min: number; max: number; otherwise: number }) => number;
  /** When the batch was submitted, by the clock of the member's zone. @throws ExpressionError where nobody said */
  now: () => Civil;
};

export type FunctionDefinition = {
  name: string;
  /** What spreadsheets call it, or near. */
  english: string;
  group: '条件' | '文字' | '数字' | '日期';
  /** How it is written, its inputs named: `左(文字, 个数)`. */
  usage: string;
  /** In a sentence, for whoever writes a formula. */
  says: string;
  /** A formula without fields and what it prints; the tests work it out. */
  example: readonly [formula: string, printed: string];
  /** Fewest and most inputs. */
  inputs: readonly [number, number];
  run: (inputs: Inputs) => Value;
};

/** Longest text any step of a formula may make, in UTF-16 units: as long as a field's value may be. */
export const MAX_TEXT = 4000;
/** Inputs of a function that takes any number. */
export const MANY = 50;
