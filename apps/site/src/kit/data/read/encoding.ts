import { FileRefused } from './refused.ts';

/** How the text of a file may be written, by the names of the WHATWG Encoding Standard, and what members call it. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  gb18030: '简体中文（GBK）',
  big5: '繁体中文（Big5）',
  shift_jis: '日文（Shift-JIS）',
  'windows-1252': '西欧（Windows-1252）',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16（高位在前）',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** Names of encodings by how likely they are, the likeliest first: what a library of detection makes of the bytes. */
export type RankEncodings = (bytes: Uint8Array) => readonly string[];

/** What a file is read in, and what else it may be in without an error. */
export type Detected = { encoding: Encoding; others: readonly Encoding[] };

/** Bytes looked at to tell UTF-16 without its mark. */
const LOOK = 2_000;
/** Bytes looked at to rank encodings. */
const RANKED_BYTES = 20_000;

/** Those without a mark of their own, by the names that detectors give them. */
const LEGACY: readonly (readonly [Encoding, RegExp])[] = [
  ['gb18030', /^(?:gb|cp936|hz)/i],
  ['big5', /^(?:big5|cp950)/i],
  ['shift_jis', /^(?:shift|cp932|sjis)/i],
  ['windows-1252', /^(?:windows-?1252|cp1252|iso-?8859-?15?$)/i],
];

const readMark = ([a, b, c]: Uint8Array): Encoding | null => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
};

/** Zeros at every other byte: separators and digits of UTF-16. */
const detectWide = (bytes: Uint8Array): Encoding | null => {
  const looked = bytes.subarray(0, LOOK);
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return null;
  const least = looked.length / 20;
  if (odd > least && even * 4 < odd) return 'utf-16le';
  if (even > least && odd * 4 < even) return 'utf-16be';
  throw new FileRefused('这不是文字文件，也不是表格。能打开的是 Excel、.ods 和 CSV');
};

const canDecode = (bytes: Uint8Array, encoding: Encoding): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Whether only a ranking tells what the bytes are: they have no mark, and are no UTF-8. */
export const needsRanking = (bytes: Uint8Array): boolean =>
  readMark(bytes) === null && detectWide(bytes) === null && !canDecode(bytes, 'utf-8');

/**
 * What the bytes are written in: by their mark, by zeros, UTF-8 where they are that, else the likeliest of those in which
 * they can be decoded without an error. Throws FileRefused for what is no text.
 */
export const detectEncoding = (bytes: Uint8Array, rank: RankEncodings): Detected => {
  const told = readMark(bytes) ?? detectWide(bytes);
  if (told !== null) return { encoding: told, others: [] };
  if (canDecode(bytes, 'utf-8')) return { encoding: 'utf-8', others: [] };
  const decoding = LEGACY.filter(([encoding]) => canDecode(bytes, encoding));
  const ranked = rank(bytes.subarray(0, RANKED_BYTES)).flatMap((name) =>
    decoding.flatMap(([encoding, pattern]) => (pattern.test(name) ? [encoding] : [])),
  );
  // Without a ranking each of them may be right.
  const possible = ranked.length > 0 ? ranked : decoding.map(([encoding]) => encoding);
  const [first, ...rest] = new Set(possible);
  // Every file is Windows-1252 to a decoder: it is none where other letters are likelier.
  const others = rest.filter((encoding) => encoding !== 'windows-1252');
  return { encoding: first ?? 'gb18030', others };
};
