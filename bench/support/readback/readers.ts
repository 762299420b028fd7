import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Print } from '@yunbiao/label/scan';

const run = promisify(execFile);
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
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < grey.length; i += 1) data.fill(grey[i] ?? 255, i * 4, i * 4 + 3);
  const image = { data, width, height, colorSpace: 'srgb' as const } as ImageData;
  const found = await readBarcodes(image, { tryHarder: true, textMode: 'Plain', ...options });
  return [...new Set(found.map(({ text }) => text))];
}

/** What zbarimg reads of each; `kinds` are its names of symbologies. Contents have no line breaks. */
export async function readWithZbarimg(
  prints: readonly Print[],
  kinds: readonly string[],
): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'readback-'));
  const options = ['-q', '--raw', '-Sdisable', ...kinds.map((kind) => `-S${kind}.enable`)];
  try {
    const told: string[][] = [];
    for (const { width, height, grey } of prints) {
      // One at a time: of several its XML alone says which is which, and spoils bytes above 127.
      const file = join(folder, 'print.pgm');
      writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
      // It ends with 4 when there was nothing to read.
      const { stdout } = await run(ZBARIMG, [...options, file]).catch(() => ({ stdout: '' }));
      told.push([...new Set(stdout.split('\n').filter((line) => line !== ''))]);
    }
    return told;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
