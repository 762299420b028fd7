/** Result for one cell: the same, an accepted difference (ours or LibreOffice's), or wrong. */
export type Verdict = 'same' | Excuse | 'wrong';
export type Excuse =
  /** Powers of ten, fractions and long numbers are written in full. */
  | 'written-out'
  /** A cell merged with the one above repeats its text. */
  | 'merged'
  /** Spaces that fill a column; useless on a label. */
  | 'padding'
  /**
   * Names of days and months, AM and PM: English in Chinese Excel when the format has no language.
   * Also the system's dates, 2026/11/23 and 2026年11月23日 on Chinese Windows.
   */
  | 'excel-words'
  /** Booleans of formulas and formatted cells, which LibreOffice shows as 1 and 0. */
  | 'booleans'
  /** Excel rounds to the second, LibreOffice truncates. */
  | 'seconds'
  /** Conditional formats for which LibreOffice drops the sign. */
  | 'signs'
  /** LibreOffice shows the unformatted number: too many formats, or an unknown one. */
  | 'format-left-out'
  /** LibreOffice shows nothing for the sheet, or for texts stored elsewhere in the file. */
  | 'nothing-shown'
  /** 1 January to 28 February 1900, where LibreOffice is one day off. */
  | 'days-of-1900'
  /** Formulas that LibreOffice recalculates despite its settings, or does not support. */
  | 'recalculated';

const MONTHS =
  'January February March April May June July August September October November December';
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday';
const CHINESE_MONTHS = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ');
const CHINESE_DAYS = '日一二三四五六';

const clean = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();
const strip = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, '');

/** Translates English format words to LibreOffice's Chinese ones. */
const translate = (text: string): string => {
  // The full name May equals its abbreviation, which is the common use.
  let out = text.replaceAll(/\bMay\b/g, '5月');
  for (const [at, name] of MONTHS.split(' ').entries())
    out = out
      .replaceAll(name, `${CHINESE_MONTHS[at] ?? ''}月`)
      .replaceAll(name.slice(0, 3), `${at + 1}月`);
  for (const [at, name] of DAYS.split(' ').entries())
    out = out
      .replaceAll(name, `星期${CHINESE_DAYS[at] ?? ''}`)
      .replaceAll(name.slice(0, 3), CHINESE_DAYS[at] ?? '');
  return out.replaceAll(/\bAM\b/g, '上午').replaceAll(/\bPM\b/g, '下午');
};

/** A month by its first letter, which is a single numeral in Chinese. */
const isLetterOfMonth = (ours: string, shown: string): boolean =>
  /[JFMASOND]/.test(ours) &&
  ours.replace(/[JFMASOND]/, '') === shown.replace(/[一二三四五六七八九十]/, '');

const readNumber = (text: string): number | null => {
  const plain = text.replaceAll(/[,\s]/g, '');
  return /^[+-]?\d*\.?\d+(?:E[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
};

const readFraction = (text: string): { value: number; step: number } | null => {
  const found = /^(-?)(?:(\d+)\s+)?(\d+)\s*\/\s*(\d+)$/.exec(text);
  if (!found) return null;
  const [, sign, whole = '0', above, below] = found;
  const value = Number(whole) + Number(above) / Number(below);
  return { value: sign === '-' ? -value : value, step: 1 / Number(below) };
};

/** Whether LibreOffice shows the start of our number. */
const isWrittenOut = (ours: string, theirs: string): boolean => {
  const [mine, shown] = [readNumber(ours), readNumber(theirs)];
  if (mine === null) return false;
  const fraction = readFraction(theirs);
  if (fraction) return Math.abs(fraction.value - mine) <= fraction.step;
  if (shown === null) return /^#+$/.test(theirs);
  const power = /E([+-]?\d+)$/i.exec(theirs)?.[1];
  const decimals = (/\.(\d+)/.exec(theirs)?.[1] ?? '').length;
  if (power !== undefined)
    return Math.abs(mine - shown) <= 0.5001 * 10 ** (Number(power) - decimals);
  if (mine !== 0 && Math.abs(mine - shown) <= 1e-14 * Math.abs(mine)) return true;
  const digits = theirs.replaceAll(/\D/g, '').replace(/^0+/, '').length;
  return (decimals >= 8 || digits >= 9) && Math.abs(mine - shown) <= 0.5001 * 10 ** -decimals;
};

const NUMERIC_DATE = /(\d{4})-(\d{1,2})-(\d{1,2})/g;
const isSystemDate = (ours: string, shown: string): boolean =>
  shown.replaceAll(NUMERIC_DATE, '$1/$2/$3') === ours || shown.replace(/　星期.$/, '') === ours;

const CLOCK = /\d{1,2}:\d{2}(?::\d{2})?/;
const readSeconds = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = (CLOCK.exec(text)?.[0] ?? '')
    .split(':')
    .map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
};
const isSecondOff = (ours: string, shown: string): boolean =>
  (CLOCK.test(ours) &&
    ours.replace(CLOCK, '') === shown.replace(CLOCK, '') &&
    // Two parts may be minutes and seconds.
    [1, 60].includes(Math.abs(readSeconds(ours) - readSeconds(shown)))) ||
  (/^\d{4}\.\d$/.test(ours) && Math.abs(Number(ours) - Number(shown)) < 0.11);

const isBoolean = (ours: string, shown: string): boolean =>
  (ours === 'TRUE' && shown === '1') || (ours === 'FALSE' && shown === '0');

/**
 * Whether LibreOffice shows a number that ours starts with, ignoring surrounding text and signs.
 */
const isLeftOut = (ours: string, shown: string): boolean => {
  const plain = readNumber(shown);
  if (plain === null || !/[^\d.,+-]/.test(ours)) return false;
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(ours)?.[0];
  if (digits === undefined) return plain === 0 && /^\D*-\D*$/.test(ours);
  const decimals = (/\.(\d+)/.exec(digits)?.[1] ?? '').length;
  return (
    Math.abs(Math.abs(plain) - Number(digits.replaceAll(',', ''))) <= 0.51 * 10 ** -decimals &&
    decimals > 0
  );
};

const isEarly = (text: string): boolean => /1899|1900|\b(?:99|00)\b/.test(text);

export const compareCell = (mine: string, theirs: string, above: string): Verdict => {
  const [ours, shown] = [clean(mine), clean(theirs)];
  if (ours === shown) return 'same';
  if (isWrittenOut(ours, shown)) return 'written-out';
  if (shown === '' && ours === clean(above)) return 'merged';
  if (strip(ours) === strip(shown) && /[\d-]/.test(ours)) return 'padding';
  if (strip(translate(ours)) === strip(shown)) return 'excel-words';
  if (isLetterOfMonth(ours, shown)) return 'excel-words';
  if (isSystemDate(ours, shown)) return 'excel-words';
  if (isBoolean(ours, shown)) return 'booleans';
  if (isSecondOff(translate(ours), shown)) return 'seconds';
  if (`-${shown}` === ours || (`(${shown})` === ours && !/[1-9]/.test(ours))) return 'signs';
  if (isLeftOut(ours, shown)) return 'format-left-out';
  if (isEarly(ours) && isEarly(shown) && /^[\d/:. 年月日-]+$/.test(shown)) return 'days-of-1900';
  if (/^(?:Err:\d+|#(?:NAME|VALUE|REF|N\/A|NUM|DIV\/0|NULL|MACRO)[!?]?)$/.test(shown))
    return 'recalculated';
  return 'wrong';
};

/** Cells of a CSV file in LibreOffice's format. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\n\r]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
};

/** Non-empty rows, up to the limit for labels. */
export const takeRows = (
  rows: readonly (readonly string[])[],
  room: { rows: number; columns: number },
): string[][] =>
  rows
    .map((row) => row.slice(0, room.columns))
    .filter((row) => row.some((text) => clean(text) !== ''))
    .slice(0, room.rows);
