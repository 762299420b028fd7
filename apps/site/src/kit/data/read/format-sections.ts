import type { NumeralKind } from './numerals.ts';

/** A section of a number format (ECMA-376 part 1, 18.8.31), with its bracket options. */
export type FormatSection = {
  /** The section without condition and numeral system. */
  text: string;
  /**
   * Condition for the numbers the section applies to; undefined when its position determines them.
   */
  condition?: Condition;
  numerals?: NumeralKind;
  /** True when names of days and months, 上午 and 下午 are Chinese. */
  isChinese: boolean;
};
type Condition = { sign: string; limit: number };

/** Maximum length of a format, in characters. Excel allows 255. */
const MAX_FORMAT_LENGTH = 500;

const CONDITION = /\[(<=|>=|<>|<|>|=)\s*([+-]?[\d.]+(?:E[+-]?\d+)?)\s*\]/i;
const NUMERALS = /\[dbnum([123])\]/i;
const CHINESE = /\[\$[^[\]]{0,30}-(?:x?[\da-f]{0,8}(?:804|404)|zh\b)[^[\]]{0,30}\]/i;

/** Splits a format at semicolons. Ignores semicolons in quotes, in brackets and after an escape. */
const splitFormatSections = (format: string): string[] =>
  Array.from(
    format
      .slice(0, MAX_FORMAT_LENGTH)
      .matchAll(/(?:"[^"]*"|[\\!].|\[[^\]]*\]|[^;"\\![]|["\\![])+|(?<=;)(?=;|$)|^(?=;)/gs),
    ([section]) => section,
  );

export const parseFormatSections = (format: string): FormatSection[] =>
  splitFormatSections(format).map((section) => {
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

const isGeneralFormat = ({ text }: FormatSection): boolean =>
  /^(?:\[[^\]]*\]|\\? )*general(?:\\? )*$/i.test(text);

const matchesCondition = (value: number, { sign, limit }: Condition): boolean => {
  if (sign === '=') return value === limit;
  if (sign === '<>') return value !== limit;
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  return sign === '>' ? value > limit : value >= limit;
};

/** True when only negative numbers match the condition, so that the sign is omitted. */
const matchesOnlyNegativeNumbers = ({ sign, limit }: Condition): boolean =>
  (sign === '<' && limit <= 0) || (/^(?:<=|=)$/.test(sign) && limit < 0);

/** True when only negative numbers or zero remain for the next section. */
const leavesOnlyNegativeNumbers = ({ sign, limit }: Condition): boolean =>
  sign.startsWith('>') && limit <= 0;

/**
 * Selects the section for a number; `isUnsigned` omits the sign. Returns undefined when no section
 * matches: Excel then fills the cell with #, and a label gets the plain number.
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
  if (matchesCondition(value, condition))
    return {
      section: first,
      isUnsigned: matchesOnlyNegativeNumbers(condition) && !isGeneralFormat(first),
    };
  if (!second) return undefined;
  if (!second.condition && (!third || value < 0))
    return {
      section: second,
      isUnsigned:
        (leavesOnlyNegativeNumbers(condition) || third !== undefined) && !isGeneralFormat(second),
    };
  if (second.condition && matchesCondition(value, second.condition))
    return {
      section: second,
      isUnsigned: matchesOnlyNegativeNumbers(second.condition) && !isGeneralFormat(second),
    };
  return third && { section: third, isUnsigned: false };
};
