/**
 * Size and CPU time of our deflate encoder and of each zlib level on label bitmaps: the reason for
 * the value of DEFLATE_LEVEL.
 *
 *   node bench/label-deflate.ts
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  layoutLabel,
  loadFonts,
  compressRowsWithZlib,
  rasterizeScene,
  buildSampleData,
} from '@yunbiao/label';
import type { Template } from '@yunbiao/label';

const ROUND_MS = 250;

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`../packages/label/fonts/${file}`, import.meta.url)),
});

/** Compresses every label many times; prints the last size and the mean time. */
function printResult(title: string, pack: () => Uint8Array): void {
  let runs = 0;
  let size = 0;
  const [start, before] = [performance.now(), process.cpuUsage()];
  while (performance.now() - start < ROUND_MS) {
    size = pack().length;
    runs += 1;
  }
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / runs;
  console.log(`${title.padEnd(26)}  ${String(size).padStart(6)} bytes  ${ms.toFixed(3)} ms`);
}

for (const path of [
  'fixtures/labels/reference',
  'packages/label/templates/price-tag',
  'packages/label/templates/waybill',
  'fixtures/labels/shapes',
]) {
  const file = new URL(`../${path}.json`, import.meta.url);
  const name = basename(path);
  const { template } = JSON.parse(readFileSync(file, 'utf8')) as { template: Template };
  for (const dpi of [203, 600] as const) {
    const scene = layoutLabel({ template, data: buildSampleData(template), media: { dpi }, fonts });
    const { data, stride } = rasterizeScene(scene);
    printResult(`${name} ${dpi} packRows`, () => compressRowsWithZlib(data, stride));
    for (const level of [4, 6, 7, 9])
      printResult(`${name} ${dpi} zlib -${level}`, () => deflateSync(data, { level }));
  }
}
