/** What stands for parts of a date in a format, longest first; `m` is the month or the minute. */
const PARTS =
  /yyyy|yy|y|e|mmmmm|mmmm|mmm|mm|m|dddd|ddd|dd|d|aaaa|aaa|hh|h|ss|s|am\/pm|a\/p|上午\/下午/gi;

const DAY_MS = 86_400_000;
/** Day 0 of workbooks that count from 1900: from 1 March 1900 on, before which Excel has a leap day that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999. */
const LAST_DAY = 2_958_465;

const WEEK = '日一二三四五六';
const MONTHS =
  'January February March April May June July August September October November December';

/** The day and time a workbook's number means, by the clock; null when it means none. */
const dateOf = (serial: number, is1904: boolean): Date | null => {
  if (serial < 0 || serial > LAST_DAY + 1) return null;
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((days * DAY_MS) / 1000);
  return new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1000);
};

type Piece = { text: string } | { part: string };

const piecesOf = (section: string): Piece[] => {
  const pieces: Piece[] = [];
  const literal = /"([^"]*)"|\\(.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]/gis;
  let from = 0;
  const plain = (text: string): void => {
    let at = 0;
    for (const found of text.matchAll(PARTS)) {
      pieces.push({ text: text.slice(at, found.index) }, { part: found[0].toLowerCase() });
      at = found.index + found[0].length;
    }
    pieces.push({ text: text.slice(at) });
  };
  for (const found of section.matchAll(literal)) {
    plain(section.slice(from, found.index));
    const elapsed = found[3]?.toLowerCase();
    pieces.push(elapsed ? { part: `[${elapsed[0] ?? ''}]` } : { text: found[1] ?? found[2] ?? '' });
    from = found.index + found[0].length;
  }
  plain(section.slice(from));
  return pieces.filter((piece) => !('text' in piece) || piece.text !== '');
};

const isMonth = (part: string): boolean => part === 'm' || part === 'mm';

/** `m` after hours or before seconds is minutes. */
const withMinutes = (pieces: readonly Piece[]): Piece[] => {
  const parts = pieces.map((piece) => ('part' in piece ? piece.part : ''));
  const near = (at: number, by: number): string => {
    for (let i = at + by; i >= 0 && i < parts.length; i += by) if (parts[i]) return parts[i] ?? '';
    return '';
  };
  return pieces.map((piece, at) =>
    'part' in piece &&
    isMonth(piece.part) &&
    (/^\[?h/.test(near(at, -1)) || /^\[?s/.test(near(at, 1)))
      ? { part: piece.part === 'mm' ? 'nn' : 'n' }
      : piece,
  );
};

const two = (value: number): string => String(value).padStart(2, '0');

const hourOf = (date: Date, isHalf: boolean): number =>
  isHalf ? date.getUTCHours() % 12 || 12 : date.getUTCHours();

const partText = (part: string, date: Date, isHalf: boolean, serial: number): string => {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const monthName = MONTHS.split(' ')[month - 1] ?? '';
  const weekday = WEEK[date.getUTCDay()] ?? '';
  const isMorning = date.getUTCHours() < 12;
  const words: Readonly<Record<string, () => string>> = {
    yyyy: () => String(year),
    e: () => String(year),
    yy: () => two(year % 100),
    y: () => two(year % 100),
    mmmmm: () => monthName.slice(0, 1),
    mmmm: () => monthName,
    mmm: () => monthName.slice(0, 3),
    mm: () => two(month),
    m: () => String(month),
    dddd: () => `星期${weekday}`,
    aaaa: () => `星期${weekday}`,
    ddd: () => `周${weekday}`,
    aaa: () => weekday,
    dd: () => two(day),
    d: () => String(day),
    hh: () => two(hourOf(date, isHalf)),
    h: () => String(hourOf(date, isHalf)),
    nn: () => two(date.getUTCMinutes()),
    n: () => String(date.getUTCMinutes()),
    ss: () => two(date.getUTCSeconds()),
    s: () => String(date.getUTCSeconds()),
    'am/pm': () => (isMorning ? 'AM' : 'PM'),
    'a/p': () => (isMorning ? 'A' : 'P'),
    '上午/下午': () => (isMorning ? '上午' : '下午'),
    '[h]': () => String(Math.floor(Math.round(serial * 86_400) / 3600)),
    '[m]': () => String(Math.floor(Math.round(serial * 86_400) / 60)),
    '[s]': () => String(Math.round(serial * 86_400)),
  };
  return words[part]?.() ?? '';
};

/** A number as a format of dates shows it; null when the format has nothing of a date, or the number means none. */
export const dateText = (section: string, serial: number, is1904: boolean): string | null => {
  const pieces = withMinutes(piecesOf(section));
  if (!pieces.some((piece) => 'part' in piece)) return null;
  const date = dateOf(serial, is1904);
  if (!date) return null;
  const isHalf = pieces.some((piece) => 'part' in piece && /\//.test(piece.part));
  return pieces
    .map((piece) =>
      'text' in piece
        ? // Fractions of a second, and the marks around the places of digits.
          piece.text.replace(/\.0+/g, '').replace(/[#?@]/g, '')
        : partText(piece.part, date, isHalf, serial),
    )
    .join('');
};
