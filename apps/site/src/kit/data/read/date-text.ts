import { type NumeralKind, replaceDigitsWithNumerals, spellDatePart } from './numerals.ts';

/** Date tokens of a format, longest first; `m` means month or minute. */
const PARTS =
  /y{3,}|yy|y|e+|g+|mmmmm|mmmm|mmm|mm|m|dddd|ddd|dd|d|aaaa|aaa|hh|h|ss|s|am\/pm|a\/p|上午\/下午/gi;

const DAY_SECONDS = 86_400;
/**
 * Day 0 of the 1900 date system for dates from 1 March 1900. Before that date Excel counts a leap
 * day that did not exist.
 */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Serial number of 31 December 9999, the last day Excel knows. */
const LAST_DAY = 2_958_465;
/** Reliable decimals of a second in a serial date number. */
const MAX_SECOND_DECIMALS = 3;
/**
 * Tolerance that is added before a time is truncated to the minute, in seconds. 12:00 can be stored
 * as 11:59:59.999.
 */
const CUT_SLACK = 0.02;

const WEEK = '日一二三四五六';
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const CHINESE_MONTHS = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ');

type DateLook = {
  serial: number;
  is1904: boolean;
  numerals: NumeralKind | undefined;
  isChinese: boolean;
};
type Piece = { text: string } | { part: string; decimals?: number };
type Clock = { date: Date; seconds: number; isHalf: boolean; isChinese: boolean };

/**
 * Converts a serial number to date and time, rounded to `decimals` of a second. Returns null when
 * the number is out of range.
 */
const convertSerialToDate = (serial: number, is1904: boolean, decimals: number | null) => {
  if (serial < 0 || serial > LAST_DAY + 1) return null;
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  const step = 10 ** (decimals ?? 0);
  const roundSeconds = (seconds: number): number =>
    decimals === null
      ? Math.floor((seconds + CUT_SLACK) / 60) * 60
      : Math.round(seconds * step) / step;
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const seconds = roundSeconds(days * DAY_SECONDS);
  return {
    date: new Date(epoch + Math.round(seconds * 1000)),
    seconds: roundSeconds(serial * DAY_SECONDS),
  };
};

/** Merges `.000` after seconds into one token for decimals of a second. */
const mergeDecimals = (pieces: Piece[]): Piece[] =>
  pieces.flatMap((piece, at): Piece[] => {
    const pieceBefore = pieces[at - 1];
    if (
      !('text' in piece) ||
      !pieceBefore ||
      !('part' in pieceBefore) ||
      !/s/.test(pieceBefore.part)
    )
      return [piece];
    const [zeros = ''] = /^\.0+/.exec(piece.text) ?? [];
    if (zeros === '') return [piece];
    pieceBefore.decimals = Math.min(MAX_SECOND_DECIMALS, zeros.length - 1);
    return [{ text: piece.text.slice(zeros.length) }];
  });

const splitDateFormat = (section: string): Piece[] => {
  const pieces: Piece[] = [];
  const literal = /"([^"]*)"|[\\!](.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]/gis;
  let from = 0;
  const addUnquotedText = (text: string): void => {
    let at = 0;
    for (const partMatch of text.matchAll(PARTS)) {
      pieces.push({ text: text.slice(at, partMatch.index) }, { part: partMatch[0].toLowerCase() });
      at = partMatch.index + partMatch[0].length;
    }
    // Digit placeholders have no meaning in a date format.
    pieces.push({ text: text.slice(at).replaceAll(/[#?@]/g, '') });
  };
  for (const literalMatch of section.matchAll(literal)) {
    addUnquotedText(section.slice(from, literalMatch.index));
    const elapsed = literalMatch[3]?.toLowerCase();
    pieces.push(
      elapsed ? { part: `[${elapsed}]` } : { text: literalMatch[1] ?? literalMatch[2] ?? '' },
    );
    from = literalMatch.index + literalMatch[0].length;
  }
  addUnquotedText(section.slice(from));
  return mergeDecimals(pieces.filter((piece) => !('text' in piece) || piece.text !== ''));
};

/** Marks which `m` mean minutes: those after hours or before seconds. */
const markMinuteParts = (pieces: readonly Piece[]): Piece[] => {
  const parts = pieces.map((piece) => ('part' in piece ? piece.part : ''));
  const findNearestPart = (at: number, by: number): string => {
    for (let i = at + by; i >= 0 && i < parts.length; i += by) if (parts[i]) return parts[i] ?? '';
    return '';
  };
  return pieces.map((piece, at) =>
    'part' in piece &&
    /^mm?$/.test(piece.part) &&
    (/^\[?h/.test(findNearestPart(at, -1)) || /^\[?s/.test(findNearestPart(at, 1)))
      ? { part: piece.part === 'mm' ? 'nn' : 'n' }
      : piece,
  );
};

const padWithZeros = (value: number, length = 2): string => String(value).padStart(length, '0');

const NAMES: Readonly<Record<string, (clock: Clock) => string>> = {
  mmmmm: ({ date }) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 1),
  mmmm: ({ date, isChinese }) =>
    isChinese
      ? `${CHINESE_MONTHS[date.getUTCMonth()] ?? ''}月`
      : (MONTHS[date.getUTCMonth()] ?? ''),
  mmm: ({ date, isChinese }) =>
    isChinese ? `${date.getUTCMonth() + 1}月` : (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  dddd: ({ date, isChinese }) =>
    isChinese ? `星期${WEEK[date.getUTCDay()] ?? ''}` : (WEEKDAYS[date.getUTCDay()] ?? ''),
  ddd: ({ date, isChinese }) =>
    isChinese
      ? `周${WEEK[date.getUTCDay()] ?? ''}`
      : (WEEKDAYS[date.getUTCDay()] ?? '').slice(0, 3),
  aaaa: ({ date }) => `星期${WEEK[date.getUTCDay()] ?? ''}`,
  aaa: ({ date }) => WEEK[date.getUTCDay()] ?? '',
  'am/pm': ({ date, isChinese }) => {
    const isMorning = date.getUTCHours() < 12;
    if (isChinese) return isMorning ? '上午' : '下午';
    return isMorning ? 'AM' : 'PM';
  },
  'a/p': ({ date }) => (date.getUTCHours() < 12 ? 'A' : 'P'),
  '上午/下午': ({ date }) => (date.getUTCHours() < 12 ? '上午' : '下午'),
};

const NUMBERS: Readonly<Record<string, (clock: Clock) => number>> = {
  m: ({ date }) => date.getUTCMonth() + 1,
  d: ({ date }) => date.getUTCDate(),
  h: ({ date, isHalf }) => (isHalf ? date.getUTCHours() % 12 || 12 : date.getUTCHours()),
  n: ({ date }) => date.getUTCMinutes(),
  s: ({ date }) => date.getUTCSeconds(),
  '[h': ({ seconds }) => Math.floor(seconds / 3600),
  '[m': ({ seconds }) => Math.floor(seconds / 60),
  '[s': ({ seconds }) => Math.floor(seconds),
};

const formatDatePart = (
  piece: Extract<Piece, { part: string }>,
  clock: Clock,
  numerals: NumeralKind | undefined,
): string => {
  const { part, decimals = 0 } = piece;
  const name = NAMES[part];
  if (name) return name(clock);
  const localizeDigits = (digits: string): string =>
    numerals ? replaceDigitsWithNumerals(digits, numerals) : digits;
  const year = clock.date.getUTCFullYear();
  if (part.startsWith('y'))
    return localizeDigits(part.length > 2 ? padWithZeros(year, 4) : padWithZeros(year % 100));
  if (part.startsWith('e')) return localizeDigits(String(year));
  const read = NUMBERS[part.slice(0, part.startsWith('[') ? 2 : 1)];
  if (!read) return '';
  const digits = padWithZeros(read(clock), part.replaceAll(/[[\]]/g, '').length);
  const text = numerals ? spellDatePart(digits, numerals) : digits;
  const fraction = clock.seconds - Math.floor(clock.seconds);
  return decimals > 0 ? `${text}.${localizeDigits(fraction.toFixed(decimals).slice(2))}` : text;
};

/**
 * Formats a number with a date section. Returns null when the section contains no date token or the
 * number is not a valid date.
 */
export const formatSerialDate = (
  section: string,
  { serial, is1904, numerals, isChinese }: DateLook,
): string | null => {
  const pieces = markMinuteParts(splitDateFormat(section));
  const parts = pieces.flatMap((piece) => ('part' in piece ? [piece] : []));
  if (parts.length === 0) return null;
  const seconds = parts.filter(({ part }) => /s/.test(part));
  const decimals =
    seconds.length === 0 ? null : Math.max(...seconds.map((second) => second.decimals ?? 0));
  const clock = convertSerialToDate(serial, is1904, decimals);
  if (!clock) return null;
  const isHalf = parts.some(({ part }) => part.includes('/'));
  return pieces
    .map((piece) =>
      'text' in piece
        ? piece.text
        : formatDatePart(piece, { ...clock, isHalf, isChinese }, numerals),
    )
    .join('')
    .trim();
};
