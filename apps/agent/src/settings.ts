import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '@yunbiao/contract/evidence';
import type { ZplGraphics } from '@yunbiao/label';
import { getErrorCode, toUserErrorOrNull, UserError } from './errors.ts';
import { place } from './places.ts';

/** Graphics encodings of ZPL printers. Other languages have one encoding. */
export const GRAPHICS = ['z64', 'ascii'] as const satisfies readonly ZplGraphics[];

/** Migrates old settings, in which a printer had `host` and `port`. */
const migratePlace = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'at' in value) return value;
  if (!('host' in value) || !('port' in value)) return value;
  const { host, port, ...rest } = value;
  return { ...rest, at: { kind: 'tcp', host, port } };
};

const printerFields = z.object({
  localId: z.string(),
  name: z.string(),
  at: place,
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  graphics: z.enum(GRAPHICS).default('z64'),
  /** Only this client prints on the printer. */
  exclusive: z.boolean(),
  /** The printer reports no status and closes a connection after reading its data. */
  closeAfter: z.boolean(),
  /**
   * The printer's counter counts completely printed labels and nothing else. Only the member can
   * know.
   */
  wholeCounter: z.boolean().default(false),
  /**
   * A virtual printer of the page. A refused connection means that its simulated cable is pulled.
   */
  isVirtual: z.boolean().optional(),
  /** SHA-256 fingerprint of the accepted certificate; without it, the first one is pinned. */
  certificate: z.string().optional(),
  /** Whether it counts labels; missing while unknown. */
  counts: z.boolean().optional(),
});
const printerSettings = z.preprocess(migratePlace, printerFields);
export type PrinterSettings = z.output<typeof printerFields>;

/** Content of `config.json` in the client's folder. */
export const settingsSchema = z.object({
  server: z.string(),
  clientId: z.string(),
  printers: z.array(printerSettings),
});
export type Settings = z.output<typeof settingsSchema>;

const EMPTY_SETTINGS: Settings = { server: '', clientId: '', printers: [] };

export const getSettingsPath = (home: string): string => join(home, 'config.json');
const getKeyPath = (home: string): string => join(home, 'key');

/** Writes a file atomically: readers see the old or the new text, never a part. */
export const writeAtomically = (path: string, text: string): void => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw toUserErrorOrNull(error, path) ?? error;
  }
};

const readTextOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
};

export const readSettings = (home: string): Settings => {
  const text = readTextOrNull(getSettingsPath(home));
  if (text === null) return EMPTY_SETTINGS;
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(`读不懂 ${getSettingsPath(home)}`, '修正它，或者删除它再重新配对');
  }
};

export const writeSettings = (home: string, value: Settings): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeAtomically(getSettingsPath(home), `${JSON.stringify(value, null, 2)}\n`);
};

/**
 * Throws when the folder is not writable. The site provides the key only once, so it must be
 * storable.
 */
export const requireWritableHome = (home: string): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const probe = join(home, 'probe');
  writeAtomically(probe, 'x'.repeat(4096));
  rmSync(probe, { force: true });
};

/** Reads the client key; null before pairing. */
export const readClientKey = (home: string): string | null =>
  readTextOrNull(getKeyPath(home))?.trim() || null;

export const writeClientKey = (home: string, key: string): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeAtomically(getKeyPath(home), `${key}\n`);
};

export const deleteClientKey = (home: string): void => rmSync(getKeyPath(home), { force: true });
