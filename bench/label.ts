/**
 * Labels per second of CPU time for the reference label: 60 × 40 mm at 203 dpi, three lines of
 * Chinese and Latin, a Code 128 with its text, a version 4 QR, all data different. Alternates with
 * other implementations of parts of it: zlib of the same bitmaps, and bwip-js of the same two codes
 * without rendering. Codes alone: `bench/codes.ts`.
 *
 *   node bench/label.ts
 */
import { deflateSync } from 'node:zlib';
import bwipjs from 'bwip-js/node';
import {
  bitmapToEscpos,
  bitmapToTspl,
  bitmapToZpl,
  encodeQr,
  compressRowsWithZlib,
  rasterizeScene,
} from '@yunbiao/label';
import type { Bitmap, Scene } from '@yunbiao/label';
import { getData, layoutReference } from './support/reference-label.ts';

/** Alternates the contenders for several rounds; the median of each, per second of CPU time. */
function measureRates(
  contenders: Record<string, (i: number) => unknown>,
  roundMs: number,
): Record<string, number> {
  const seen = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  let i = 0;
  for (let round = 0; round < 7; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      let done = 0;
      while (performance.now() - start < roundMs) {
        run(i);
        i += 1;
        done += 1;
      }
      const { user, system } = process.cpuUsage(before);
      // The first round is a warm-up.
      if (round > 0) seen.get(name)?.push((done * 1_000_000) / (user + system));
    }
  }
  return Object.fromEntries([...seen].map(([name, values]) => [name, median(values)]));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function printRates(title: string, result: Record<string, number>): void {
  console.log(title);
  for (const [name, rate] of Object.entries(result)) {
    console.log(`  ${name.padEnd(34)} ${Math.round(rate).toLocaleString('en').padStart(9)} /s`);
  }
}

const scenes = Array.from({ length: 500 }, (_, i) => layoutReference(i));
const bitmaps = scenes.map(rasterizeScene);
const sceneAt = (i: number): Scene => scenes[i % scenes.length] as Scene;
const bitmapAt = (i: number): Bitmap => bitmaps[i % bitmaps.length] as Bitmap;
const faults = scenes.flatMap((scene) => scene.warnings);
const version = encodeQr(getData(1)['链接'] ?? '', 'M').version;
if (faults.length > 0 || version !== 4)
  throw new Error(`not the reference label: ${JSON.stringify(faults[0])}, QR ${version}`);

const compressWithZlib = (i: number, level: number): Buffer =>
  deflateSync(bitmapAt(i).data, { level });

const QR_OPTIONS: object = { eclevel: 'M' };

function bwipCodes(i: number): void {
  const { 编码: code = '', 链接: link = '' } = getData(i);
  bwipjs.raw('code128', code, {});
  bwipjs.raw('qrcode', link, QR_OPTIONS);
}

const STOCK = { widthMm: 60, lengthMm: 40 };

printRates('Labels', {
  ...measureRates(
    {
      'layout (with QR and Code 128)': layoutReference,
      'raster of a laid-out scene': (i) => rasterizeScene(sceneAt(i)),
      '  bwip-js: its two codes, not drawn': bwipCodes,
      'layout + raster': (i) => rasterizeScene(layoutReference(i)),
      'ZPL Z64 of a bitmap': (i) => bitmapToZpl(bitmapAt(i)),
      '  of these: packed': (i) => compressRowsWithZlib(bitmapAt(i).data, bitmapAt(i).stride),
      '  zlib -7, packed': (i) => compressWithZlib(i, 7),
      '  zlib -9, packed': (i) => compressWithZlib(i, 9),
      'TSPL of a bitmap': (i) => bitmapToTspl(bitmapAt(i), { stock: STOCK }),
      'ESC/POS of a bitmap': (i) => bitmapToEscpos(bitmapAt(i)),
      'data → ZPL, everything': (i) => bitmapToZpl(rasterizeScene(layoutReference(i))),
    },
    400,
  ),
});

const sizes = bitmaps.map((bitmap) => bitmapToZpl(bitmap).length);
const inBase64 = bitmaps.map((_, i) => 4 * Math.ceil(compressWithZlib(i, 9).length / 3));
console.log(
  `ZPL bytes a label: median ${median(sizes)}, zlib -9 in base64 ${median(inBase64)} (bitmap ${bitmaps[0]?.data.length ?? 0})`,
);
const tspl = bitmaps.map((bitmap) => bitmapToTspl(bitmap, { stock: STOCK }).length);
console.log(`TSPL bytes a label: median ${median(tspl)}`);
