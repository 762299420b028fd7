import { hexByte } from '../label.ts';

export const [ESC, GS, FS, DLE, NUL] = [0x1b, 0x1d, 0x1c, 0x10, 0x00];

/**
 * How many bytes belong to a command behind its name, from those that are there, NaN beyond the end; null: they say nothing
 * readable.
 */
type Length = (at: (offset: number) => number) => number | null;

const fixed =
  (count: number): Length =>
  () =>
    count;
/** Two bytes of length (`pL pH`), then that many. */
const counted: Length = (at) => 2 + at(0) + at(1) * 256;

const MAX_CODE_BYTES = 300;
const MAX_TABS = 32;

/** Codes written with an end or a length (`GS k`). */
const code: Length = (at) => {
  if (at(0) >= 65 && at(0) <= 79) return 2 + at(1);
  if (at(0) > 6) return null;
  let length = 1;
  while (at(length) > NUL && length < MAX_CODE_BYTES) length += 1;
  return at(length) === NUL ? length + 1 : null;
};

const tabs: Length = (at) => {
  let length = 0;
  while (at(length) > NUL && length < MAX_TABS) length += 1;
  return at(length) === NUL ? length + 1 : null;
};

/** Column dots (`ESC *`): one or three bytes a column. */
const columns: Length = (at) => {
  if (![0, 1, 32, 33].includes(at(0)) || at(2) > 3) return null;
  return 3 + (at(1) + at(2) * 256) * (at(0) >= 32 ? 3 : 1);
};

const SCALES = new Set([0, 1, 2, 3, 48, 49, 50, 51]);

/** Rows of dots (`GS v 0`). */
const raster: Length = (at) =>
  at(0) === 0x30 && SCALES.has(at(1)) ? 6 + (at(2) + at(3) * 256) * (at(4) + at(5) * 256) : null;

/** Large graphics (`GS 8 L`): four bytes of length. */
const large: Length = (at) =>
  at(0) === 0x4c ? 5 + at(1) + at(2) * 2 ** 8 + at(3) * 2 ** 16 + at(4) * 2 ** 24 : null;

/** `GS V m`, or with how far to feed. */
const CUTS = new Map([0, 1, 48, 49].map((mode) => [mode, 1]));
for (const mode of [65, 66]) CUTS.set(mode, 2);
const cut: Length = (at) => CUTS.get(at(0)) ?? null;

const listLengths = (lead: string, names: string, length: Length): [string, Length][] =>
  names.split(' ').map((name) => [`${lead} ${name}`, length]);

const LENGTHS: ReadonlyMap<string, Length> = new Map([
  ...listLengths('ESC', '2 < @ L S i m', fixed(0)),
  ...listLengths('ESC', '! % - 3 E G J K M R T U V a d e SP r { t', fixed(1)),
  ...listLengths('ESC', '$ \\', fixed(2)),
  ...listLengths('ESC', 'W', fixed(8)),
  ...listLengths('ESC', 'D', tabs),
  ...listLengths('ESC', '*', columns),
  ...listLengths('GS', 'c', fixed(0)),
  ...listLengths('GS', '! / B H T b f h w', fixed(1)),
  ...listLengths('GS', '$ L P W \\', fixed(2)),
  ...listLengths('GS', 'V', cut),
  ...listLengths('GS', 'k', code),
  ...listLengths('GS', 'v', raster),
  ...listLengths('GS', '8', large),
  ...listLengths('GS', '(K (L (N (P (Q (k', counted),
  ...listLengths('FS', '& .', fixed(0)),
  ...listLengths('FS', '! - C W', fixed(1)),
  ...listLengths('FS', 'S p', fixed(2)),
]);

const LEADS: ReadonlyMap<number, string> = new Map([
  [ESC, 'ESC'],
  [GS, 'GS'],
  [FS, 'FS'],
]);

/** A command as it stands in the stream. */
export type Command = { name: string; at: number; data: Uint8Array };

const joinName = (lead: string, bytes: Uint8Array, at: number): string => {
  const second = bytes[at + 1] ?? 0;
  if (second === 0x28) return `${lead} (${String.fromCharCode(bytes[at + 2] ?? 0)}`;
  return `${lead} ${second === 0x20 ? 'SP' : String.fromCharCode(second)}`;
};

/** `GS ( L` and `GS 8 L`: function 112 and 113 bring dots, 2 and 50 print them; the rest stores in the printer or asks it. */
const isStored = (name: string, data: Uint8Array): boolean =>
  (name === 'GS (L' || name === 'GS 8') &&
  ![2, 50, 112, 113].includes(data[name === 'GS 8' ? 6 : 3] ?? 0);

/** Codes of two dimensions: what they are, what they say, and that they are printed; 82 asks how large they come out. */
const asks = (name: string, data: Uint8Array): boolean => name === 'GS (k' && data[3] === 82;

/** What the command is that begins here; why it is none, in Chinese. */
export function readCommand(bytes: Uint8Array, at: number): Command | string {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  const shown = `${hexByte(first)} ${hexByte(second)}`;
  const lead = LEADS.get(first);
  const name = lead === undefined ? '' : joinName(lead, bytes, at);
  const from = at + (second === 0x28 ? 3 : 2);
  const length = LENGTHS.get(name)?.((offset) => bytes[from + offset] ?? Number.NaN);
  const isKnown = typeof length === 'number';
  const end = from + (length ?? 0);
  if (isKnown && !(end <= bytes.length)) return `${shown} 后面的数据不够长，会吞掉下一张标签`;
  const data = bytes.subarray(from, end);
  if (!isKnown || isStored(name, data) || asks(name, data))
    return `${shown} 不是画标签的命令（查询、存储、设置或钱箱），这里不收`;
  return { name, at, data: bytes.subarray(at, end) };
}
