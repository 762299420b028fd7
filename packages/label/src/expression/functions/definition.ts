import type { CivilDate } from '../civil.ts';
import type { Decimal } from '../decimal.ts';
import type { Value } from '../value.ts';

/**
 * Arguments of a function. Each is evaluated on first access, so that 如果 evaluates only one branch.
 */
export type FunctionInputs = {
  readonly count: number;
  getValue: (index: number) => Value;
  getText: (index: number) => string;
  /** Undefined for a blank. @throws ExpressionError if the value is not a number */
  getNumber: (index: number) => Decimal | undefined;
  /** Undefined for a blank. @throws ExpressionError if the value is not a date */
  getDate: (index: number) => CivilDate | undefined;
  getCondition: (index: number) => boolean;
  /**
   * An integer; `otherwise` if the argument is omitted or blank. @throws ExpressionError out of
   * bounds
   */
  getInteger: (index: number, bounds: { min: number; max: number; otherwise: number }) => number;
  /**
   * Submission time of the batch in the member's time zone. @throws ExpressionError if the caller
   * passed none
   */
  getNow: () => CivilDate;
};

export type FunctionDefinition = {
  name: string;
  /** Name of the same or a similar function in spreadsheets. */
  english: string;
  group: '条件' | '文字' | '数字' | '日期';
  /** Syntax with named arguments: `左(文字, 个数)`. */
  usage: string;
  /** One-sentence description for formula authors. */
  says: string;
  /** A formula without fields and its printed result; the tests evaluate it. */
  example: readonly [formula: string, printed: string];
  /** Minimum and maximum number of arguments. */
  inputs: readonly [number, number];
  run: (inputs: FunctionInputs) => Value;
};

/** Maximum text of any step of a formula, in UTF-16 units; equals the limit of a field value. */
export const MAX_TEXT_LENGTH = 4000;
/** Argument limit of variadic functions. */
export const MAX_INPUTS = 50;
