import { type NumeralKind, replaceDigits, spellDatePart } from './numerals.ts';

/** What stands for parts of a date in a format, longest first; `m` is the month or the minute. */
const PARTS =
  /y{3,}|yy|y|e+|g+|mmmmm|mmmm|mmm|mm|m|dddd|ddd|dd|d|aaaa|aaa|hh|h|ss|s|am\/pm|a\/p|上午\/下午/gi;

const DAY_SECONDS = 86_400;
/** Day 0 of workbooks that count from 1900: from 1 March 1900 on, before which Excel has a leap day that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Decimals of a second that a number of days is good for. */
const MAX_SECOND_DECIMALS = 3;
/** Added before a time is cut to its minute, s: 11:59:59.999 was 12:00 before it was a number. */
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

/** Day and time by the clock, to so many decimals of a second; null when the number means none. */
const readClock = (serial: number, is1904: boolean, decimals: number | null) => {
  if (serial < 0 || serial > LAST_DAY + 1) return null;
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  const step = 10 ** (decimals ?? 0);
  const round = (seconds: number): number =>
    decimals === null
      ? Math.floor((seconds + CUT_SLACK) / 60) * 60
      : Math.round(seconds * step) / step;
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const seconds = round(days * DAY_SECONDS);
  return {
    date: new Date(epoch + Math.round(seconds * 1000)),
    seconds: round(serial * DAY_SECONDS),
  };
};

/** `.000` behind seconds is decimals of them. */
const takeDecimals = (pieces: Piece[]): Piece[] =>
  pieces.flatMap((piece, at): Piece[] => {
    const before = pieces[at - 1];
    if (!('text' in piece) || !before || !('part' in before) || !/s/.test(before.part))
      return [piece];
    const [zeros = ''] = /^\.0+/.exec(piece.text) ?? [];
    if (zeros === '') return [piece];
    before.decimals = Math.min(MAX_SECOND_DECIMALS, zeros.length - 1);
    return [{ text: piece.text.slice(zeros.length) }];
  });

const splitPieces = (section: string): Piece[] => {
  const pieces: Piece[] = [];
  const literal = /"([^"]*)"|[\\!](.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]/gis;
  let from = 0;
  const addPlain = (text: string): void => {
    let at = 0;
    for (const found of text.matchAll(PARTS)) {
      pieces.push({ text: text.slice(at, found.index) }, { part: found[0].toLowerCase() });
      at = found.index + found[0].length;
    }
    // Marks of the places of digits are none of a date's.
    pieces.push({ text: text.slice(at).replaceAll(/[#?@]/g, '') });
  };
  for (const found of section.matchAll(literal)) {
    addPlain(section.slice(from, found.index));
    const elapsed = found[3]?.toLowerCase();
    pieces.push(elapsed ? { part: `[${elapsed}]` } : { text: found[1] ?? found[2] ?? '' });
    from = found.index + found[0].length;
  }
  addPlain(section.slice(from));
  return takeDecimals(pieces.filter((piece) => !('text' in piece) || piece.text !== ''));
};

/** `m` after hours or before seconds is minutes. */
const markMinutes = (pieces: readonly Piece[]): Piece[] => {
  const parts = pieces.map((piece) => ('part' in piece ? piece.part : ''));
  const findNear = (at: number, by: number): string => {
    for (let i = at + by; i >= 0 && i < parts.length; i += by) if (parts[i]) return parts[i] ?? '';
    return '';
  };
  return pieces.map((piece, at) =>
    'part' in piece &&
    /^mm?$/.test(piece.part) &&
    (/^\[?h/.test(findNear(at, -1)) || /^\[?s/.test(findNear(at, 1)))
      ? { part: piece.part === 'mm' ? 'nn' : 'n' }
      : piece,
  );
};

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

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

const formatPart = (
  piece: Extract<Piece, { part: string }>,
  clock: Clock,
  numerals: NumeralKind | undefined,
): string => {
  const { part, decimals = 0 } = piece;
  const name = NAMES[part];
  if (name) return name(clock);
  const say = (digits: string): string => (numerals ? replaceDigits(digits, numerals) : digits);
  const year = clock.date.getUTCFullYear();
  if (part.startsWith('y')) return say(part.length > 2 ? pad(year, 4) : pad(year % 100));
  if (part.startsWith('e')) return say(String(year));
  const read = NUMBERS[part.slice(0, part.startsWith('[') ? 2 : 1)];
  if (!read) return '';
  const digits = pad(read(clock), part.replaceAll(/[[\]]/g, '').length);
  const text = numerals ? spellDatePart(digits, numerals) : digits;
  const fraction = clock.seconds - Math.floor(clock.seconds);
  return decimals > 0 ? `${text}.${say(fraction.toFixed(decimals).slice(2))}` : text;
};

/** A number as a section of dates shows it; null when the section has nothing of a date, or the number means none. */
export const formatDate = (
  section: string,
  { serial, is1904, numerals, isChinese }: DateLook,
): string | null => {
  const pieces = markMinutes(splitPieces(section));
  const parts = pieces.flatMap((piece) => ('part' in piece ? [piece] : []));
  if (parts.length === 0) return null;
  const seconds = parts.filter(({ part }) => /s/.test(part));
  const decimals =
    seconds.length === 0 ? null : Math.max(...seconds.map((one) => one.decimals ?? 0));
  const clock = readClock(serial, is1904, decimals);
  if (!clock) return null;
  const isHalf = parts.some(({ part }) => part.includes('/'));
  return pieces
    .map((piece) =>
      'text' in piece ? piece.text : formatPart(piece, { ...clock, isHalf, isChinese }, numerals),
    )
    .join('')
    .trim();
};
