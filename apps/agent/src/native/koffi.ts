import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { IS_PROGRAM, programAsset } from '../self.ts';

/** A function of a system library; `async` runs it off the main thread, and ends with Node's usual call-back. */
export type NativeFunction = ((...args: unknown[]) => unknown) & {
  async: (...args: unknown[]) => void;
};

/** A type koffi knows. */
export type NativeType = { readonly name: string };

/** What is used here of koffi, https://koffi.dev/reference: system libraries called from JavaScript. */
export type Koffi = {
  version: string;
  /** Opens a library, e.g. `winspool.drv`. `func` takes a prototype as C writes it, with `_In_`, `_Out_`, `_Inout_`. */
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
 * The native part as a file that can be loaded, named by its hash: written once, whole, and only this user may change
 * it. What is there under that name is believed when it has that hash.
 */
export const privateFile = (folder: string, name: string, bytes: Uint8Array): string => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = join(folder, `${hash.slice(0, 32)}-${name}`);
  try {
    if (createHash('sha256').update(readFileSync(path)).digest('hex') === hash) return path;
  } catch {
    // Not there yet, or not readable: written anew.
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

const nativeFile = (): string =>
  IS_PROGRAM
    ? privateFile(join(readConfig().home, 'native'), 'koffi.node', programAsset('koffi.node'))
    : createRequire(import.meta.url).resolve(PACKAGE_FILE);

let loaded: Koffi | null = null;

/**
 * koffi, loaded when it is first asked for: from inside the program, or from node_modules. Only Windows on x64 has it;
 * elsewhere nothing needs it. @throws when it cannot be loaded
 */
export const koffi = (): Koffi => {
  if (loaded) return loaded;
  // Node's own shape of a module that a native part fills.
  const holder: { exports: unknown } = { exports: {} };
  process.dlopen(holder, nativeFile());
  loaded = holder.exports as Koffi;
  return loaded;
};
