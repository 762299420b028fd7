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

/** What ZXing reads, each text once. */
export async function readWithZxing(print: Print, options: ReaderOptions): Promise<string[]> {
  prepareZxing();
  const { width, height, grey } = print;
  const data = new Uint8ClampedArray(width * height * 4);
  const pixels = new Uint32Array(data.buffer);
  // Opaque, and the same in red, green and blue.
  for (let i = 0; i < grey.length; i += 1)
    pixels[i] = 0xff00_0000 | ((grey[i] ?? 255) * 0x01_01_01);
  const image = { data, width, height, colorSpace: 'srgb' as const } as ImageData;
  const found = await readBarcodes(image, { tryHarder: true, textMode: 'Plain', ...options });
  return [...new Set(found.map(({ text }) => text))];
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

/**
 * What zbarimg reads of each; `kinds` are its names of symbologies. Contents have no line breaks. All in one call: its XML,
 * which alone says which is which, spoils bytes above 127, so that a divider is read between any two.
 */
export async function readWithZbarimg(
  prints: readonly Print[],
  kinds: readonly string[],
  divider: Divider,
): Promise<string[][]> {
  return inFolder(async (folder) => {
    const between = writePicture(join(folder, 'divider.pgm'), divider.print);
    const files = prints.flatMap((print, i) => [
      ...(i > 0 ? [between] : []),
      writePicture(join(folder, `${i}.pgm`), print),
    ]);
    const options = ['-q', '--raw', '-Sdisable', ...kinds.map((kind) => `-S${kind}.enable`)];
    const told: string[][] = [[]];
    for (const line of await linesOf(ZBARIMG, [...options, ...files])) {
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

/** What dmtxread reads of each, one at most. All in one call while each is read, since it does not tell which is which. */
export async function readWithDmtxread(prints: readonly Print[]): Promise<string[][]> {
  return inFolder(async (folder) => {
    const files = prints.map((print, i) => writePicture(join(folder, `${i}.pgm`), print));
    const options = ['--newline', '--stop-after=1', '--gs1=29', `--milliseconds=${DMTX_MS}`];
    const lines = await linesOf(DMTXREAD, [...options, ...files]);
    if (lines.length === files.length) return lines.map((line) => [line]);
    const each: string[][] = [];
    for (const file of files) each.push(await linesOf(DMTXREAD, [...options, file]));
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

function writePicture(file: string, { width, height, grey }: Print): string {
  writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
  return file;
}

/** How they end when there was nothing to read in one of them. */
const NOTHING_READ: Readonly<Record<string, number>> = { [ZBARIMG]: 4, [DMTXREAD]: 1 };
/** All it may say. */
const MAX_BYTES = 2 ** 24;

function linesOf(program: string, args: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: MAX_BYTES }, (error, stdout, stderr) => {
      if (error === null || error.code === NOTHING_READ[program])
        resolve(stdout.split('\n').filter((line) => line !== ''));
      else reject(new Error(`${program} ended with ${error.code}: ${stderr.slice(0, 500)}`));
    });
  });
}
