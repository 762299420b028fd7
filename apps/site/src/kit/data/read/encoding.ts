import { FileError } from './file-error.ts';

/** Supported text encodings: names of the WHATWG Encoding Standard, and labels for members. */
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

/** Ranks encodings by probability, most probable first. Implemented by a detection library. */
export type RankEncodings = (bytes: Uint8Array) => readonly string[];

/** Detected encoding, and other encodings that decode the file without an error. */
export type DetectedEncoding = { encoding: Encoding; others: readonly Encoding[] };

/** Number of bytes that are inspected to detect UTF-16 without a byte order mark. */
const UTF16_SAMPLE_BYTES = 2_000;
/** Number of bytes that are inspected to rank encodings. */
const RANKED_BYTES = 20_000;

/** Encodings without a byte order mark, with the names that detection libraries use. */
const LEGACY_ENCODINGS: readonly (readonly [Encoding, RegExp])[] = [
  ['gb18030', /^(?:gb|cp936|hz)/i],
  ['big5', /^(?:big5|cp950)/i],
  ['shift_jis', /^(?:shift|cp932|sjis)/i],
  ['windows-1252', /^(?:windows-?1252|cp1252|iso-?8859-?15?$)/i],
];

const detectByteOrderMark = ([a, b, c]: Uint8Array): Encoding | null => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
};

/**
 * Detects UTF-16 by its zero bytes: the high bytes of separators and digits. Null without any.
 * @throws {FileError} if zero bytes occur in any other pattern: the file is not text
 */
const detectUtf16 = (bytes: Uint8Array): Encoding | null => {
  const looked = bytes.subarray(0, UTF16_SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [evenZeros = 0, oddZeros = 0] = zeros;
  if (evenZeros + oddZeros === 0) return null;
  const min = looked.length / 20;
  if (oddZeros > min && evenZeros * 4 < oddZeros) return 'utf-16le';
  if (evenZeros > min && oddZeros * 4 < evenZeros) return 'utf-16be';
  throw new FileError('这不是文字文件，也不是表格。能打开的是 Excel、.ods 和 CSV');
};

const canDecode = (bytes: Uint8Array, encoding: Encoding): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * True when bytes have no byte order mark and are not valid UTF-8, so that ranking is necessary.
 * @throws {FileError} if the bytes are not text
 */
export const needsEncodingRanking = (bytes: Uint8Array): boolean =>
  detectByteOrderMark(bytes) === null && detectUtf16(bytes) === null && !canDecode(bytes, 'utf-8');

/**
 * Detects the encoding: by byte order mark, by zero bytes (UTF-16), as valid UTF-8, otherwise the
 * most probable encoding that decodes without an error.
 * @throws {FileError} if the bytes are not text
 */
export const detectEncoding = (bytes: Uint8Array, rank: RankEncodings): DetectedEncoding => {
  const detected = detectByteOrderMark(bytes) ?? detectUtf16(bytes);
  if (detected !== null) return { encoding: detected, others: [] };
  if (canDecode(bytes, 'utf-8')) return { encoding: 'utf-8', others: [] };
  const decoding = LEGACY_ENCODINGS.filter(([encoding]) => canDecode(bytes, encoding));
  const ranked = rank(bytes.subarray(0, RANKED_BYTES)).flatMap((name) =>
    decoding.flatMap(([encoding, pattern]) => (pattern.test(name) ? [encoding] : [])),
  );
  // Without a ranking, all of them are possible.
  const possible = ranked.length > 0 ? ranked : decoding.map(([encoding]) => encoding);
  const [first, ...rest] = new Set(possible);
  // Windows-1252 decodes every file without an error. It is not an alternative when other encodings
  // are more probable.
  const otherEncodings = rest.filter((encoding) => encoding !== 'windows-1252');
  return { encoding: first ?? 'gb18030', others: otherEncodings };
};
