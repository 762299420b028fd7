import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { getErrorMessage, UserError } from '../errors.ts';

/** Parses the arguments of one command. Throws UserError for an unknown option. */
export const parseOptions = <const O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UserError(
      `看不懂的参数：${getErrorMessage(error).split('. ')[0]}`,
      '查看用法：npm run agent -- help',
    );
  }
};

/** Parses an integer in a range. Throws UserError with `label` in its message. */
export const parseInteger = (text: string, label: string, min: number, max: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UserError(`${label}要填 ${min} 到 ${max} 的整数，收到的是 “${text}”`);
};
