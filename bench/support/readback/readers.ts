import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecodeHintDictionary, DecodeHintTypes, decode_barcode_with_hints } from 'rxing-wasm';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Print } from '@yunbiao/label/scan';

const ZBARIMG = '/usr/bin/zbarimg';
const DMTXREAD = '/usr/bin/dmtxread';
export const hasZbarimg = existsSync(ZBARIMG);
export const hasDmtxread = existsSync(DMTXREAD);

let isPrepared = false;

function prepareZxing(): void {
  if (isPrepared) return;
  const wasm = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  );
  // Without the binary it would be fetched from a CDN.
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  isPrepared = true;
}

/** How it looks first: upright, dark on light, as large as it is. */
const PLAIN: ReaderOptions = { tryRotate: false, tryInvert: false, tryDownscale: false };

/** What ZXing reads, each text once; with everything it can try where a plain look tells nothing. */
export async function readWithZxing(print: Print, options: ReaderOptions): Promise<string[]> {
  prepareZxing();
  const picture = toPgm(print);
  for (const trying of [PLAIN, {}]) {
    const found = await readBarcodes(picture, {
      tryHarder: true,
      textMode: 'Plain',
      ...options,
      ...trying,
    });
    if (found.length > 0) return [...new Set(found.map(({ text }) => text))];
  }
  return [];
}

/** What rxing reads: a port of ZXing's Java to Rust, apart from the C++ above but for Micro QR. */
export function readWithRxing({ grey, width, height }: Print, format: string): string[] {
  const hints = new DecodeHintDictionary();
  hints.set_hint(DecodeHintTypes.PossibleFormats, format);
  hints.set_hint(DecodeHintTypes.TryHarder, 'true');
  try {
    // It takes the hints with it.
    return [decode_barcode_with_hints(grey, width, height, hints).text()];
  } catch (error) {
    // The one word it throws where there is nothing to read.
    if (error === 'not found') return [];
    throw error;
  }
}

/** A picture whose text no other has: it stands between the pictures that are read at once. */
export type Divider = { print: Print; text: string };

/** What zbarimg is told of a symbology: its names, and whether it is read across alone, as a scanner of bars does. */
export type ZbarKinds = { names: readonly string[]; isLinear: boolean };

/**
 * What zbarimg reads of each; contents have no line breaks. All in one call. It does not tell which is which (its XML does,
 * and spoils bytes above 127): where it tells other lines than `wanted`, a divider is read between any two.
 */
export async function readWithZbarimg(
  prints: readonly Print[],
  wanted: readonly string[],
  { names, isLinear, divider }: ZbarKinds & { divider: Divider },
): Promise<string[][]> {
  return inFolder(async (folder) => {
    const options = ['-q', '--raw', '-Sdisable', ...names.map((name) => `-S${name}.enable`)];
    if (isLinear) options.push('-Sx-density=0');
    const files = prints.map((print, i) => writePicture(join(folder, `${i}.pgm`), print));
    const lines = await listLines(ZBARIMG, [...options, ...files]);
    if (lines.length === wanted.length && lines.every((line, i) => line === wanted[i]))
      return lines.map((line) => [line]);
    const between = writePicture(join(folder, 'divider.pgm'), divider.print);
    const divided = files.flatMap((file, i) => (i > 0 ? [between, file] : [file]));
    const told: string[][] = [[]];
    for (const line of await listLines(ZBARIMG, [...options, ...divided])) {
      if (line === divider.text) told.push([]);
      else told.at(-1)?.push(line);
    }
    if (told.length !== prints.length)
      throw new Error(`zbarimg read ${told.length - 1} dividers of ${prints.length - 1}`);
    return told.map((texts) => [...new Set(texts)]);
  });
}

/** Of one picture: more than the slowest takes. */
const DMTX_MS = 2000;

/**
 * What dmtxread reads of each, one at most. All in one call while each is read, since it does not tell which is which; at half
 * the size first, which is soon done.
 */
export async function readWithDmtxread(prints: readonly Print[]): Promise<string[][]> {
  return inFolder(async (folder) => {
    const files = prints.map((print, i) => writePicture(join(folder, `${i}.pgm`), print));
    const options = ['--newline', '--stop-after=1', '--gs1=29', `--milliseconds=${DMTX_MS}`];
    const lines = await listLines(DMTXREAD, [...options, '--shrink=2', ...files]);
    if (lines.length === files.length) return lines.map((line) => [line]);
    const each: string[][] = [];
    for (const file of files) each.push(await listLines(DMTXREAD, [...options, file]));
    return each;
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'readback-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePicture(file: string, print: Print): string {
  writeFileSync(file, toPgm(print));
  return file;
}

/** Its greys as a file. */
function toPgm({ width, height, grey }: Print): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]);
}

/** ImageMagick, which opens zbarimg's pictures, else has all cores wait for each other. */
const ONE_CORE = { OMP_NUM_THREADS: '1', MAGICK_THREAD_LIMIT: '1' };

/** How they end when there was nothing to read in one of them. */
const NOTHING_READ: Readonly<Record<string, number>> = { [ZBARIMG]: 4, [DMTXREAD]: 1 };
/** All it may say. */
const MAX_BYTES = 2 ** 24;

function listLines(program: string, args: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: MAX_BYTES, env: ONE_CORE }, (error, stdout, stderr) => {
      if (error === null || error.code === NOTHING_READ[program])
        resolve(stdout.split('\n').filter((line) => line !== ''));
      else reject(new Error(`${program} ended with ${error.code}: ${stderr.slice(0, 500)}`));
    });
  });
}
