import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Print } from '@yunbiao/label/scan';

const ZBARIMG = '/usr/bin/zbarimg';
export const hasZbarimg = existsSync(ZBARIMG);

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
  const folder = mkdtempSync(join(tmpdir(), 'readback-'));
  try {
    const between = writePicture(join(folder, 'divider.pgm'), divider.print);
    const files = prints.flatMap((print, i) => [
      ...(i > 0 ? [between] : []),
      writePicture(join(folder, `${i}.pgm`), print),
    ]);
    const options = ['-q', '--raw', '-Sdisable', ...kinds.map((kind) => `-S${kind}.enable`)];
    const lines = (await outputOf([...options, ...files]))
      .split('\n')
      .filter((line) => line !== '');
    const told: string[][] = [[]];
    for (const line of lines) {
      if (line === divider.text) told.push([]);
      else told.at(-1)?.push(line);
    }
    if (told.length !== prints.length)
      throw new Error(`zbarimg read ${told.length - 1} dividers of ${prints.length - 1}`);
    return told.map((texts) => [...new Set(texts)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePicture(file: string, { width, height, grey }: Print): string {
  writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
  return file;
}

/** It ends with 4 when there was nothing to read in one of them. */
const NOTHING_READ = 4;
/** All it may say. */
const MAX_BYTES = 2 ** 24;

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(ZBARIMG, args, { maxBuffer: MAX_BYTES }, (error, stdout, stderr) => {
      if (error === null || error.code === NOTHING_READ) resolve(stdout);
      else reject(new Error(`zbarimg ended with ${error.code}: ${stderr.slice(0, 500)}`));
    });
  });
}
