import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { getMessage, UserError } from '../errors.ts';

/** Parses the arguments of one command; an unknown option is the user's error. */
export const parseOptions = <const O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UserError(
      `看不懂的参数：${getMessage(error).split('. ')[0]}`,
      '查看用法：npm run agent -- help',
    );
  }
};

/** A whole number in a range, or the user's error naming it. */
export const wholeNumber = (text: string, what: string, least: number, most: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UserError(`${what}要填 ${least} 到 ${most} 的整数，收到的是 “${text}”`);
};
