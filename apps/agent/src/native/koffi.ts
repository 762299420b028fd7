import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readAgentConfig } from '../config.ts';
import { IS_PROGRAM, readProgramAsset } from '../self.ts';

/**
 * A function of a system library. `async` runs it off the main thread and calls back in Node style.
 */
export type NativeFunction = ((...args: unknown[]) => unknown) & {
  async: (...args: unknown[]) => void;
};

export type NativeType = { readonly name: string };

/** The used part of koffi, https://koffi.dev/reference: calls system libraries from JavaScript. */
export type Koffi = {
  version: string;
  /**
   * Loads a library such as `winspool.drv`. `func` takes a C prototype with `_In_`, `_Out_`,
   * `_Inout_`.
   */
  load: (library: string) => { func: (prototype: string) => NativeFunction; unload: () => void };
  struct: (name: string, fields: Readonly<Record<string, string | NativeType>>) => NativeType;
  opaque: (name: string) => NativeType;
  pointer: (name: string, type: string | NativeType) => NativeType;
  array: (type: string | NativeType, length: number, hint?: 'Array' | 'String') => NativeType;
  sizeof: (type: string | NativeType) => number;
  decode: (from: unknown, ...offsetTypeLength: unknown[]) => unknown;
  encode: (to: unknown, ...offsetTypeValue: unknown[]) => void;
  address: (pointer: unknown) => bigint;
};

const PACKAGE_FILE = '@koromix/koffi-win32-x64/win32_x64/koffi.node';

/**
 * Writes the native addon to a file named by its hash, atomically and writable by this user only.
 * Reuses an existing file when its content has that hash.
 */
export const ensurePrivateFile = (folder: string, name: string, bytes: Uint8Array): string => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = join(folder, `${hash.slice(0, 32)}-${name}`);
  try {
    if (createHash('sha256').update(readFileSync(path)).digest('hex') === hash) return path;
  } catch {
    // Missing or unreadable: write it again.
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o700, flag: 'wx' });
    chmodSync(temporary, 0o700);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return path;
};

const resolveKoffiPath = (): string =>
  IS_PROGRAM
    ? ensurePrivateFile(
        join(readAgentConfig().home, 'native'),
        'koffi.node',
        readProgramAsset('koffi.node'),
      )
    : createRequire(import.meta.url).resolve(PACKAGE_FILE);

let koffi: Koffi | null = null;

/**
 * Returns koffi, loaded at the first call from the program's assets or from node_modules. Only
 * available on Windows x64. Throws when it cannot be loaded.
 */
export const loadKoffi = (): Koffi => {
  if (koffi) return koffi;
  // Module object that process.dlopen fills.
  const holder: { exports: unknown } = { exports: {} };
  process.dlopen(holder, resolveKoffiPath());
  koffi = holder.exports as Koffi;
  return koffi;
};
