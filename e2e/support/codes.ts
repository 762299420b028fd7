import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findProgram } from '../../scripts/lib/programs.mjs';

const run = promisify(execFile);

let prepared: Promise<unknown> | null = null;

const prepareReaders = async (): Promise<unknown> => {
  const require = createRequire(import.meta.url);
  const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  // Passes the WASM file, because the library would download it otherwise.
  return prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer as ArrayBuffer },
    fireImmediately: true,
  });
};

/** Texts of every code ZXing finds in a picture. */
export const readWithZxing = async (picture: string): Promise<string[]> => {
  await (prepared ??= prepareReaders());
  const found = await readBarcodes(new Uint8Array(await readFile(picture)), { tryHarder: true });
  return found.map(({ text }) => text);
};

const zbarimg = findProgram('zbarimg');

/** Why zbarimg cannot be used here; null when it can. */
export const noZbar = zbarimg === null ? 'zbarimg：没有安装，条码未用它复读' : null;

/** Texts of every code zbarimg finds in a picture. */
export const readWithZbar = async (picture: string): Promise<string[]> => {
  const { stdout } = await run(zbarimg ?? 'zbarimg', ['--quiet', '--raw', picture]);
  return stdout.trim().split('\n');
};
