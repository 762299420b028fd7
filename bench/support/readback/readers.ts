import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecodeHintDictionary, DecodeHintTypes, decode_barcode_with_hints } from 'rxing-wasm';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { SimulatedPrint } from '@yunbiao/label/scan';

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
  // Without the binary the library would fetch it from a CDN.
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  isPrepared = true;
}

/** First attempt: upright, dark on light, original size. */
const PLAIN: ReaderOptions = { tryRotate: false, tryInvert: false, tryDownscale: false };

/**
 * Texts that ZXing reads, each once; tries all its options when the first attempt reads nothing.
 */
export async function readWithZxing(
  print: SimulatedPrint,
  options: ReaderOptions,
): Promise<string[]> {
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

/**
 * Texts that rxing reads. It is a Rust port of ZXing's Java code, independent of the C++ code above
 * except for Micro QR.
 */
export function readWithRxing({ grey, width, height }: SimulatedPrint, format: string): string[] {
  const hints = new DecodeHintDictionary();
  hints.set_hint(DecodeHintTypes.PossibleFormats, format);
  hints.set_hint(DecodeHintTypes.TryHarder, 'true');
  try {
    // The call consumes the hints.
    return [decode_barcode_with_hints(grey, width, height, hints).text()];
  } catch (error) {
    // The error it throws when there is nothing to read.
    if (error === 'not found') return [];
    throw error;
  }
}

/** A picture with a unique text, placed between pictures that are read in one call. */
export type Divider = { print: SimulatedPrint; text: string };

/**
 * zbarimg's settings for a symbology: its names, and whether it is scanned horizontally only, as
 * linear scanners do.
 */
export type ZbarKinds = { names: readonly string[]; isLinear: boolean };

/**
 * Texts that zbarimg reads from each picture, in one call; contents contain no line breaks. The
 * output does not identify the picture (the XML output does, but it corrupts bytes above 127). When
 * the lines differ from `wanted`, a divider is read between any two pictures.
 */
export async function readWithZbarimg(
  prints: readonly SimulatedPrint[],
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

/** Time per picture, ms: above the slowest. */
const DMTX_MS = 2000;

/**
 * Texts that dmtxread reads from each picture, at most one each. All in one call while every
 * picture is read, because the output does not identify the picture. Tries half the size first,
 * which is fast.
 */
export async function readWithDmtxread(prints: readonly SimulatedPrint[]): Promise<string[][]> {
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

function writePicture(file: string, print: SimulatedPrint): string {
  writeFileSync(file, toPgm(print));
  return file;
}

/** The grey values as a PGM file. */
function toPgm({ width, height, grey }: SimulatedPrint): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]);
}

/** ImageMagick, which opens zbarimg's pictures, otherwise makes all cores wait for each other. */
const ONE_CORE = { OMP_NUM_THREADS: '1', MAGICK_THREAD_LIMIT: '1' };

/** Exit codes when one of the pictures had nothing to read. */
const NOTHING_READ: Readonly<Record<string, number>> = { [ZBARIMG]: 4, [DMTXREAD]: 1 };
/** Maximum output size. */
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
