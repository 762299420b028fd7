import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import { bitmapToPng } from '../output/png.ts';
import { bitmapToRgba } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { ReadImage } from '../scan/grade.ts';
import { deflate } from './fixtures.ts';

let isPrepared = false;

/** Initializes ZXing once per process, before the first read. */
export function prepareZxing(): void {
  if (isPrepared) return;
  const wasm = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  );
  // Without this binary, ZXing would download it from a CDN.
  prepareZXingModule({
    overrides: {
      wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
    },
  });
  isPrepared = true;
}

/**
 * Texts of the codes ZXing finds, sorted: Code 128 and QR unless `options` selects other formats.
 */
export async function readWithZxing(
  bitmap: Bitmap,
  options: ReaderOptions = { formats: ['Code128', 'QRCode'] },
): Promise<string[]> {
  prepareZxing();
  const image = {
    data: bitmapToRgba(bitmap),
    width: bitmap.width,
    height: bitmap.height,
    colorSpace: 'srgb' as const,
  };
  const found = await readBarcodes(image as ImageData, {
    tryHarder: true,
    tryInvert: false,
    textMode: 'Plain',
    ...options,
  });
  return found.map((code) => code.text).toSorted();
}

/** Percentage of a symbol used for error correction, as ZXing reports it. */
export async function readCorrection(
  bitmap: Bitmap,
  formats: NonNullable<ReaderOptions['formats']>,
): Promise<number[]> {
  prepareZxing();
  const { width, height } = bitmap;
  const image = { data: bitmapToRgba(bitmap), width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image as ImageData, { tryHarder: true, formats });
  return found.map(({ ecLevel }) => Number.parseInt(ecLevel, 10));
}

/** Reads images like the worker of the print page. */
export const readImage: ReadImage = async (image, options) => {
  prepareZxing();
  const found = await readBarcodes({ ...image, colorSpace: 'srgb' } as ImageData, {
    tryHarder: true,
    tryInvert: false,
    ...options,
  });
  return found.map(({ text }) => text);
};

export const ZBARIMG = '/usr/bin/zbarimg';
export const hasZbarimg = existsSync(ZBARIMG);

/** Texts of the codes zbarimg finds, sorted. `kinds`: zbarimg's names of symbologies. */
export function readWithZbarimg(
  bitmap: Bitmap,
  kinds: readonly string[] = ['code128', 'qrcode'],
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'label-'));
  try {
    const file = join(folder, 'label.png');
    writeFileSync(file, bitmapToPng(bitmap, deflate));
    const { stdout } = spawnSync(
      ZBARIMG,
      ['-q', '--raw', '-Sdisable', ...kinds.map((kind) => `-S${kind}.enable`), file],
      { encoding: 'utf8' },
    );
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
