import { createHash } from 'node:crypto';
import { decodeGraphic, type Graphic } from './graphic.ts';

/** An object in the printer's memory. */
export type StoredObject =
  | { kind: 'format'; bytes: Buffer }
  | { kind: 'graphic'; graphic: Graphic }
  | { kind: 'other'; bytes: Buffer };

/** By device, name and extension, e.g. `R:LOGO.GRF`. */
export type Memory = ReadonlyMap<string, StoredObject>;

const MAX_OBJECTS = 1000;

/** The memory behind each drive letter: ^CM. */
export type Drives = Readonly<Record<string, string>>;
export const STANDARD_DRIVES: Drives = { B: 'B', E: 'E', R: 'R', A: 'A' };

/** Completes the missing parts of `d:o.x`; the device after ^CM's mapping. */
export const readName = (text: string, extension: string, drives: Drives): string => {
  const [, letter = 'R', name = 'UNKNOWN', ending = extension] =
    /^(?:([A-Z]):)?([^.]*)?(?:\.(.*))?$/.exec(text.trim().toUpperCase()) ?? [];
  return `${drives[letter] ?? letter}:${name === '' ? 'UNKNOWN' : name}.${ending}`;
};

export const keepObject = (memory: Memory, name: string, stored: StoredObject): Memory => {
  if (memory.size >= MAX_OBJECTS && !memory.has(name)) return memory;
  return new Map([...memory, [name, stored]]);
};

/** Deletes by pattern: `*` is any text, `?` any letter. */
export const discardObjects = (memory: Memory, pattern: string): Memory => {
  const source = pattern
    .replace(/[^*?]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const matches = new RegExp(`^${source}$`);
  return new Map([...memory].filter(([name]) => !matches.test(name)));
};

/** The memory after power off: R: is volatile. */
export const forgetAtPowerOff = (memory: Memory): Memory =>
  new Map([...memory].filter(([name]) => !name.startsWith('R:')));

const readHexGraphic = (parameters: readonly string[], data: Buffer): StoredObject | null => {
  const [, total = '', perRow = ''] = parameters;
  const field = Buffer.concat([Buffer.from(`A,${total},${total},${perRow},`), data]);
  const result = decodeGraphic(field, true);
  return 'graphic' in result ? { kind: 'graphic', graphic: result.graphic } : null;
};

/** A graphic of ~DY: hexadecimal, binary, or in another format, which is stored as received. */
const packGraphic = (parameters: readonly string[], data: Buffer): StoredObject | null => {
  const [, kind = '', extension = '', total = '', perRow = ''] = parameters;
  if (extension.toUpperCase() !== 'G') return { kind: 'other', bytes: data };
  if (kind.toUpperCase() === 'A') return readHexGraphic(['', total, perRow], data);
  const bytesPerRow = Number.parseInt(perRow, 10) || 0;
  if (kind.toUpperCase() !== 'B' || bytesPerRow === 0) return { kind: 'other', bytes: data };
  return { kind: 'graphic', graphic: { rows: Uint8Array.from(data), bytesPerRow } };
};

const ENDINGS: Readonly<Record<string, string>> = {
  DG: 'GRF',
  DB: 'FNT',
  DE: 'DAT',
  DS: 'FNT',
  DT: 'DAT',
  DU: 'FNT',
};
const DY_ENDINGS: Readonly<Record<string, string>> = {
  B: 'BMP',
  E: 'TTE',
  G: 'GRF',
  P: 'PNG',
  T: 'TTF',
  X: 'PCX',
};

/** The memory after a ~D command. */
export const downloadObject = (
  memory: Memory,
  drives: Drives,
  name: string,
  parameters: readonly string[],
  data: Buffer,
): Memory => {
  const [place = '', , extension = ''] = parameters;
  const ending = name === 'DY' ? DY_ENDINGS[extension.toUpperCase()] : ENDINGS[name];
  const stored =
    name === 'DG'
      ? readHexGraphic(parameters, data)
      : name === 'DY'
        ? packGraphic(parameters, data)
        : ({ kind: 'other', bytes: data } as const);
  return stored ? keepObject(memory, readName(place, ending ?? 'DAT', drives), stored) : memory;
};

/** Names and hashes of the objects, for comparison. */
export const describeMemory = (memory: Memory): Record<string, string> =>
  Object.fromEntries(
    [...memory].map(([name, stored]) => {
      const bytes = stored.kind === 'graphic' ? stored.graphic.rows : stored.bytes;
      return [name, createHash('sha256').update(bytes).digest('hex').slice(0, 16)];
    }),
  );
