import { writeHex } from '../label.ts';
import { measureCode } from './code.ts';

export const [ESC, GS, FS, DLE, NUL] = [0x1b, 0x1d, 0x1c, 0x10, 0x00];

/**
 * How many bytes belong to a command behind its name, from those that are there, NaN beyond the end; null: they are out of the
 * range of the manual, where printers take what follows for text and commands.
 */
type Length = (at: (offset: number) => number) => number | null;

const defineFixed =
  (count: number): Length =>
  () =>
    count;
/** Two bytes of length (`pL pH`), then that many. */
const measureCounted: Length = (at) => 2 + at(0) + at(1) * 256;

/** The same, where the length is within these. */
const defineCounted =
  (min: number, max: number): Length =>
  (at) => {
    const count = at(0) + at(1) * 256;
    return count >= min && count <= max ? 2 + count : null;
  };

/** One byte, of a few values: printers take another for text, or for the beginning of a command. */
const defineByte = (ranges: string): Length => {
  const bounds = ranges.split(' ').map((range) => range.split('-').map(Number));
  return (at) =>
    bounds.some(([first = 0, last = first]) => at(0) >= first && at(0) <= last) ? 1 : null;
};

const MAX_TABS = 32;

/** Columns of tabs, ascending: a printer ends the list at one that is not. */
const measureTabs: Length = (at) => {
  let length = 0;
  while (at(length) > (length === 0 ? NUL : at(length - 1)) && length < MAX_TABS) length += 1;
  return at(length) === NUL ? length + 1 : null;
};

/** Column dots (`ESC *`): one or three bytes a column. */
const measureColumns: Length = (at) => {
  const count = at(1) + at(2) * 256;
  if (![0, 1, 32, 33].includes(at(0)) || !(count >= 1 && count <= 1_023)) return null;
  return 3 + count * (at(0) >= 32 ? 3 : 1);
};

const SCALES = new Set([0, 1, 2, 3, 48, 49, 50, 51]);
const MAX_RASTER = { bytes: 128, rows: 4_095 };

/** Rows of dots (`GS v 0`). */
const measureRaster: Length = (at) => {
  const [width, rows] = [at(2) + at(3) * 256, at(4) + at(5) * 256];
  const isInRange = width >= 1 && width <= MAX_RASTER.bytes && rows >= 1 && rows <= MAX_RASTER.rows;
  return at(0) === 0x30 && SCALES.has(at(1)) && isInRange ? 6 + width * rows : null;
};

/** Large graphics (`GS 8 L`): four bytes of length. */
const measureLarge: Length = (at) => {
  const count = at(1) + at(2) * 2 ** 8 + at(3) * 2 ** 16 + at(4) * 2 ** 24;
  return at(0) === 0x4c && !(count < 2) ? 5 + count : null;
};

/** A picture that stands in the printer (`FS p n m`). */
const measureStoredPicture: Length = (at) => (at(0) >= 1 && SCALES.has(at(1)) ? 2 : null);

const MAX_AREA = { across: 1_024, down: 8_192 };
/** FF, DLE, CAN, ESC, FS and GS do something where the area is none and its bytes are read as text. */
const HARMFUL = new Set([0x0c, 0x10, 0x18, 0x1b, 0x1c, 0x1d]);

/** The area of page mode (`ESC W`): x, y, width, height. */
const measureArea: Length = (at) => {
  const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((n) => at(n) + at(n + 1) * 256);
  const isOnPaper = x + width <= MAX_AREA.across && y + height <= MAX_AREA.down;
  const isHarmful = [0, 1, 2, 3, 4, 5, 6, 7].some((n) => HARMFUL.has(at(n)));
  return isOnPaper && width >= 1 && height >= 1 && !isHarmful ? 8 : null;
};

/** `GS V m`, or with how far to feed. */
const CUTS = new Map([0, 1, 48, 49].map((mode) => [mode, 1]));
for (const mode of [65, 66]) CUTS.set(mode, 2);
const measureCut: Length = (at) => CUTS.get(at(0)) ?? null;

const listLengths = (lead: string, names: string, length: Length): [string, Length][] =>
  names.split(' ').map((name) => [`${lead} ${name}`, length]);

const LENGTHS: ReadonlyMap<string, Length> = new Map([
  ...listLengths('ESC', '2 < @ L S i m', defineFixed(0)),
  ...listLengths('ESC', '! % 3 E G J K R U d e SP { t', defineFixed(1)),
  ...listLengths('ESC', '- V a', defineByte('0-2 48-50')),
  ...listLengths('ESC', 'M', defineByte('0-4 48-52 97-98')),
  ...listLengths('ESC', 'T', defineByte('0-3 48-51')),
  ...listLengths('ESC', 'r', defineByte('0-1 48-49')),
  ...listLengths('ESC', '$ \\', defineFixed(2)),
  ...listLengths('ESC', 'W', measureArea),
  ...listLengths('ESC', 'D', measureTabs),
  ...listLengths('ESC', '*', measureColumns),
  ...listLengths('GS', 'c', defineFixed(0)),
  ...listLengths('GS', '! B b', defineFixed(1)),
  ...listLengths('GS', 'H', defineByte('0-3 48-51')),
  ...listLengths('GS', 'T', defineByte('0-1 48-49')),
  ...listLengths('GS', 'f', defineByte('0-4 48-52 97-98')),
  ...listLengths('GS', 'h', defineByte('1-255')),
  ...listLengths('GS', 'w', defineByte('1-6 68-76')),
  ...listLengths('GS', '$ L P W \\', defineFixed(2)),
  ...listLengths('GS', 'V', measureCut),
  ...listLengths('GS', 'k', measureCode),
  ...listLengths('GS', 'v', measureRaster),
  ...listLengths('GS', '8', measureLarge),
  ...listLengths('GS', '(K', measureCounted),
  ...listLengths('GS', '(L', defineCounted(2, 65_535)),
  ...listLengths('GS', '(N', defineCounted(2, 3)),
  ...listLengths('GS', '(P', defineCounted(8, 8)),
  ...listLengths('GS', '(Q', defineCounted(12, 12)),
  ...listLengths('GS', '(k', defineCounted(3, 7_095)),
  ...listLengths('FS', '& .', defineFixed(0)),
  ...listLengths('FS', '! W', defineFixed(1)),
  ...listLengths('FS', '-', defineByte('0-2 48-50')),
  ...listLengths('FS', 'C', defineByte('0-1 48-49')),
  ...listLengths('FS', 'S', defineFixed(2)),
  ...listLengths('FS', 'p', measureStoredPicture),
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
const isQuestion = (name: string, data: Uint8Array): boolean => name === 'GS (k' && data[3] === 82;

/** What the command is that begins here; why it is none, in Chinese. */
export function readCommand(bytes: Uint8Array, at: number): Command | string {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  const shown = `${writeHex(first)} ${writeHex(second)}`;
  const lead = LEADS.get(first);
  const name = lead === undefined ? '' : joinName(lead, bytes, at);
  const from = at + (second === 0x28 ? 3 : 2);
  const length = LENGTHS.get(name)?.((offset) => bytes[from + offset] ?? Number.NaN);
  const isKnown = typeof length === 'number';
  const end = from + (length ?? 0);
  if (isKnown && !(end <= bytes.length)) return `${shown} 后面的数据不够长，会吞掉下一张标签`;
  const data = bytes.subarray(from, end);
  if (!isKnown || isStored(name, data) || isQuestion(name, data))
    return `${shown} 不是画标签的命令（查询、存储、设置或钱箱），这里不收`;
  return { name, at, data: bytes.subarray(at, end) };
}
