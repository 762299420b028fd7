import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '@yunbiao/contract/evidence';
import type { ZplGraphics } from '@yunbiao/label';
import { getCode, explain, UserError } from './errors.ts';
import { place } from './places.ts';

/** How graphics are written for a printer that speaks ZPL; the others have one way. */
export const GRAPHICS = ['z64', 'ascii'] as const satisfies readonly ZplGraphics[];

/** Until there were other places, a printer had `host` and `port`. */
const withPlace = (stored: unknown): unknown => {
  if (typeof stored !== 'object' || stored === null || 'at' in stored) return stored;
  if (!('host' in stored) || !('port' in stored)) return stored;
  const { host, port, ...rest } = stored;
  return { ...rest, at: { kind: 'tcp', host, port } };
};

const printerFields = z.object({
  localId: z.string(),
  name: z.string(),
  at: place,
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  graphics: z.enum(GRAPHICS).default('z64'),
  /** Nobody else prints here. */
  exclusive: z.boolean(),
  /** It answers nothing, and closes a connection after reading it. */
  closeAfter: z.boolean(),
  /** Its counter counts labels printed to their end and nothing else; only the member can know. */
  wholeCounter: z.boolean().default(false),
  /** The site's own, on the page: what refuses a connection is its pulled cable. */
  isVirtual: z.boolean().optional(),
  /** SHA-256 of the certificate the member accepts of it; where there is none, the first one it shows. */
  certificate: z.string().optional(),
  /** Whether it counts its labels, as far as known. */
  counts: z.boolean().optional(),
});
const printerSettings = z.preprocess(withPlace, printerFields);
export type PrinterSettings = z.output<typeof printerFields>;

/** What `config.json` in the client's folder holds. */
export const settingsSchema = z.object({
  server: z.string(),
  clientId: z.string(),
  printers: z.array(printerSettings),
});
export type Settings = z.output<typeof settingsSchema>;

const EMPTY: Settings = { server: '', clientId: '', printers: [] };

export const settingsFile = (home: string): string => join(home, 'config.json');
const keyFile = (home: string): string => join(home, 'key');

/** Writes a file so that readers see the old text or the new one, never a part. */
export const writeWhole = (path: string, text: string): void => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw explain(error, path) ?? error;
  }
};

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (getCode(error) === 'ENOENT') return null;
    throw error;
  }
};

export const readSettings = (home: string): Settings => {
  const text = readText(settingsFile(home));
  if (text === null) return EMPTY;
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(`读不懂 ${settingsFile(home)}`, '改正它，或者删掉它再重新配对');
  }
};

export const writeSettings = (home: string, value: Settings): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeWhole(settingsFile(home), `${JSON.stringify(value, null, 2)}\n`);
};

/** Throws why nothing can be written there: the key is handed over once, and must find a place. */
export const requireRoom = (home: string): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const probe = join(home, 'probe');
  writeWhole(probe, 'x'.repeat(4096));
  rmSync(probe, { force: true });
};

/** The client key, or null before pairing. */
export const readKey = (home: string): string | null => readText(keyFile(home))?.trim() || null;

export const writeKey = (home: string, key: string): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeWhole(keyFile(home), `${key}\n`);
};

export const forgetKey = (home: string): void => rmSync(keyFile(home), { force: true });
