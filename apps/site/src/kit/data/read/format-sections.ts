import type { NumeralKind } from './numerals.ts';

/** A section of a number format (ECMA-376 part 1, 18.8.31), with what its brackets say. */
export type FormatSection = {
  /** The section without its condition and its kind of numerals. */
  text: string;
  /** Which numbers it is for; undefined where its place among the sections tells. */
  condition?: Condition;
  numerals?: NumeralKind;
  /** Whether names of days and months, 上午 and 下午 are Chinese. */
  isChinese: boolean;
};
type Condition = { sign: string; limit: number };

/** Longest format that is looked at, characters: Excel takes 255. */
const MAX_FORMAT_LENGTH = 500;

const CONDITION = /\[(<=|>=|<>|<|>|=)\s*([+-]?[\d.]+(?:E[+-]?\d+)?)\s*\]/i;
const NUMERALS = /\[dbnum([123])\]/i;
const CHINESE = /\[\$[^[\]]{0,30}-(?:x?[\da-f]{0,8}(?:804|404)|zh\b)[^[\]]{0,30}\]/i;

/** Sections by their semicolons; those in quotes, brackets and after an escape part nothing. */
const splitSections = (format: string): string[] =>
  Array.from(
    format
      .slice(0, MAX_FORMAT_LENGTH)
      .matchAll(/(?:"[^"]*"|[\\!].|\[[^\]]*\]|[^;"\\![]|["\\![])+|(?<=;)(?=;|$)|^(?=;)/gs),
    ([section]) => section,
  );

export const parseSections = (format: string): FormatSection[] =>
  splitSections(format).map((section) => {
    const condition = CONDITION.exec(section);
    const numerals = NUMERALS.exec(section)?.[1];
    return {
      text: section.replace(CONDITION, '').replace(NUMERALS, ''),
      ...(condition && {
        condition: { sign: condition[1] ?? '', limit: Number(condition[2]) },
      }),
      ...(numerals && { numerals: Number(numerals) as NumeralKind }),
      isChinese: CHINESE.test(section),
    };
  });

const isGeneral = ({ text }: FormatSection): boolean =>
  /^(?:\[[^\]]*\]|\\? )*general(?:\\? )*$/i.test(text);

const meets = (value: number, { sign, limit }: Condition): boolean => {
  if (sign === '=') return value === limit;
  if (sign === '<>') return value !== limit;
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  return sign === '>' ? value > limit : value >= limit;
};

/** Whether a condition is met by negative numbers only, so that their sign goes without saying. */
const isNegativeOnly = ({ sign, limit }: Condition): boolean =>
  (sign === '<' && limit <= 0) || (/^(?:<=|=)$/.test(sign) && limit < 0);

/** Whether what a condition leaves is negative numbers, or zero. */
const leavesNegative = ({ sign, limit }: Condition): boolean => sign.startsWith('>') && limit <= 0;

/**
 * The section a number is shown in, and whether it shows the number without its sign. Undefined where no section is for
 * it: Excel then fills the cell with #, and a label gets the number.
 */
export const chooseSection = (
  sections: readonly FormatSection[],
  value: number,
): { section: FormatSection; isUnsigned: boolean } | undefined => {
  const [first, second, third] = sections;
  if (!first) return undefined;
  const isConditional = first.condition !== undefined || second?.condition !== undefined;
  if (!isConditional) {
    if (value < 0 && second) return { section: second, isUnsigned: true };
    return { section: value === 0 && third ? third : first, isUnsigned: false };
  }
  const condition = first.condition ?? { sign: '>', limit: 0 };
  if (meets(value, condition))
    return { section: first, isUnsigned: isNegativeOnly(condition) && !isGeneral(first) };
  if (!second) return undefined;
  if (!second.condition && (!third || value < 0))
    return {
      section: second,
      isUnsigned: (leavesNegative(condition) || third !== undefined) && !isGeneral(second),
    };
  if (second.condition && meets(value, second.condition))
    return {
      section: second,
      isUnsigned: isNegativeOnly(second.condition) && !isGeneral(second),
    };
  return third && { section: third, isUnsigned: false };
};
