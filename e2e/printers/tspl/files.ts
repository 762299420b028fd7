import { createHash } from 'node:crypto';
import type { Line } from './lines.ts';

/** Stored files by memory and name: `D:` is volatile, `F:` and `E:` are not. */
export type Files = ReadonlyMap<string, Buffer>;

const MAX_FILES = 256;

const readPlace = (rest: string): { pattern: string; names: string[] } => {
  const names = [...rest.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name.toUpperCase());
  const memory = /^\s*([FE])\s*,/i.exec(rest)?.[1]?.toUpperCase() ?? 'D';
  return { pattern: `${memory}:${names[0] ?? ''}`, names };
};

export const storeFile = (files: Files, rest: string, bytes: Buffer): Files => {
  const { pattern } = readPlace(rest);
  if (files.size >= MAX_FILES && !files.has(pattern)) return files;
  return new Map([...files, [pattern, bytes]]);
};

/** `KILL "X"`, `KILL "*"`, `KILL F,"*.BAS"`. */
const killFiles = (files: Files, rest: string): Files => {
  const { pattern } = readPlace(rest);
  const source = pattern
    .replace(/[^*]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('*', '.*');
  const matches = new RegExp(`^${source}$`);
  return new Map([...files].filter(([name]) => !matches.test(name)));
};

export const findFile = (files: Files, name: string): Buffer | null => {
  const wanted = name.toUpperCase();
  for (const memory of ['D', 'F', 'E'])
    for (const ending of ['', '.BAS']) {
      const found = files.get(`${memory}:${wanted}${ending}`);
      if (found) return found;
    }
  return null;
};

/** The files after KILL, MOVE or COPY; null for other commands. */
export const manageFiles = (files: Files, { name, rest }: Line): Files | null => {
  if (name === 'KILL') return killFiles(files, rest);
  if (name === 'MOVE')
    return new Map([...files].map(([key, bytes]) => [key.replace(/^D:/, 'F:'), bytes]));
  if (name !== 'COPY') return null;
  const { names } = readPlace(rest);
  const bytes = findFile(files, names[0] ?? '');
  return bytes ? new Map([...files, [`D:${names[1] ?? ''}`, bytes]]) : files;
};

export const forgetAtPowerOff = (files: Files): Files =>
  new Map([...files].filter(([name]) => !name.startsWith('D:')));

export const describeFiles = (files: Files): Record<string, string> =>
  Object.fromEntries(
    [...files].map(([name, bytes]) => [
      name,
      createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    ]),
  );
