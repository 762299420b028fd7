import { isRealTime } from '../language/real-time.ts';

const [ESC, GS, FS, DLE, NUL] = [0x1b, 0x1d, 0x1c, 0x10, 0x00];

/**
 * How many bytes belong to a command behind its two, from those that are there, NaN beyond the end; null: they say nothing
 * readable.
 */
type Length = (at: (offset: number) => number) => number | null;

const fixed =
  (count: number): Length =>
  () =>
    count;
/** Two bytes of length (`pL pH`), then that many. */
const counted: Length = (at) => 3 + at(1) + at(2) * 256;

/** Codes written with an end or a length (`GS k`). */
const code: Length = (at) => {
  if (at(0) >= 65 && at(0) <= 79) return 2 + at(1);
  if (at(0) > 6) return null;
  let length = 1;
  while (at(length) > NUL && length < 300) length += 1;
  return at(length) === NUL ? length + 1 : null;
};

const tabs: Length = (at) => {
  let length = 0;
  while (at(length) > NUL && length < 32) length += 1;
  return length + 1;
};

/** Column dots (`ESC *`): one or three bytes a column. */
const columns: Length = (at) => {
  if (![0, 1, 32, 33].includes(at(0))) return null;
  return 3 + (at(1) + at(2) * 256) * (at(0) >= 32 ? 3 : 1);
};

/** Rows of dots (`GS v 0`). */
const raster: Length = (at) =>
  at(0) === 0x30 ? 6 + (at(2) + at(3) * 256) * (at(4) + at(5) * 256) : null;

/** Large graphics (`GS 8 L`): four bytes of length. */
const large: Length = (at) =>
  at(0) === 0x4c ? 5 + at(1) + at(2) * 2 ** 8 + at(3) * 2 ** 16 + at(4) * 2 ** 24 : null;

const cut: Length = (at) => ([0, 1, 48, 49].includes(at(0)) ? 1 : at(0) < 128 ? 2 : null);

const lengths = (table: Readonly<Record<string, Length>>): ReadonlyMap<number, Length> =>
  new Map(
    Object.entries(table).flatMap(([signs, length]) =>
      [...signs].map((sign) => [sign.charCodeAt(0), length] as const),
    ),
  );

/** Commands that draw, by their second byte; whoever is not here talks, stores, sets up or resets. */
const KNOWN: ReadonlyMap<number, ReadonlyMap<number, Length>> = new Map([
  [
    ESC,
    lengths({
      '2<@LSim': fixed(0),
      '!%-3EGJKMRTVade r{t': fixed(1),
      '$\\': fixed(2),
      W: fixed(8),
      D: tabs,
      '*': columns,
    }),
  ],
  [
    GS,
    lengths({
      c: fixed(0),
      '!/BHTbfhw': fixed(1),
      '$LPW\\': fixed(2),
      V: cut,
      k: code,
      v: raster,
      8: large,
      '(': (at) => ('KLNPQk'.includes(String.fromCharCode(at(0))) ? counted(at) : null),
    }),
  ],
  [FS, lengths({ '&.': fixed(0), '!-CW': fixed(1), Sp: fixed(2) })],
]);

/** Single bytes that are printed as characters or move the paper. */
const isText = (byte: number): boolean =>
  byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d;

const hex = (...bytes: number[]): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** Images and codes. */
const isDrawing = (first: number, second: number): boolean =>
  (first === GS && [0x6b, 0x76, 0x38, 0x28, 0x2f].includes(second)) ||
  (first === ESC && second === 0x2a) ||
  (first === FS && second === 0x70);

const isCut = (first: number, second: number): boolean =>
  (first === GS && second === 0x56) || (first === ESC && (second === 0x69 || second === 0x6d));

/** `GS ( L` and `GS 8 L`: function 112 and 113 bring dots, 50 prints them; the rest stores in the printer or asks it. */
const isStored = (bytes: Uint8Array, at: number): boolean => {
  const second = bytes[at + 1];
  if (second !== 0x38 && bytes[at + 2] !== 0x4c) return false;
  if (second !== 0x38 && second !== 0x28) return false;
  const fn = bytes[at + (second === 0x38 ? 8 : 6)] ?? 0;
  return ![2, 50, 112, 113].includes(fn);
};

function realTimeAt(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(DLE); at >= 0; at = bytes.indexOf(DLE, at + 1))
    if (isRealTime(bytes[at], bytes[at + 1])) return at;
  return -1;
}

/** Where the command that begins here ends, or what is wrong with it. */
function commandEnd(bytes: Uint8Array, at: number): number | string {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  const length = KNOWN.get(first)?.get(second)?.((offset) => bytes[at + 2 + offset] ?? Number.NaN);
  if (length === undefined || length === null || isStored(bytes, at))
    return `${hex(first, second)} 不是画标签的命令（查询、存储、设置或钱箱），这里不收`;
  const end = at + 2 + length;
  if (!(end <= bytes.length)) return `${hex(first, second)} 后面的数据不够长，会吞掉下一张标签`;
  return end;
}

/**
 * What is wrong with ESC/POS that is to be printed as one label between others, '' when nothing is: at most one cut, nothing
 * left open that would swallow the next one, and nothing but what draws. In linear time.
 */
export function rawEscposTrouble(bytes: Uint8Array): string {
  const realTime = realTimeAt(bytes);
  if (realTime >= 0)
    return `第 ${realTime + 1} 个字节：${hex(DLE, bytes[realTime + 1] ?? 0)} 会当场执行（查询、清空或关机），数据里也不行`;
  let cuts = 0;
  let isDrawn = false;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (isText(byte)) {
      isDrawn ||= byte >= 0x20;
      at += 1;
      continue;
    }
    if (byte === NUL) {
      at += 1;
      continue;
    }
    const end = commandEnd(bytes, at);
    if (typeof end === 'string') return `第 ${at + 1} 个字节：${end}`;
    cuts += isCut(byte, bytes[at + 1] ?? 0) ? 1 : 0;
    isDrawn ||= isDrawing(byte, bytes[at + 1] ?? 0);
    at = end;
  }
  if (!isDrawn) return '没有要印的内容';
  return cuts > 1 ? `一次只印一张，这里切 ${cuts} 次纸：分几次提交` : '';
}
