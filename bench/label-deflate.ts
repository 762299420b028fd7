/**
 * Size and CPU time of our packer and of each zlib level on label bitmaps: why DEFLATE_LEVEL is what it is.
 *
 *   node bench/label-deflate.ts
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { layoutLabel, loadFonts, packRows, rasterize, sampleData } from '@yunbiao/label';
import type { Template } from '@yunbiao/label';

const ROUND_MS = 250;

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`../packages/label/fonts/${file}`, import.meta.url)),
});

/** Every label is packed many times; the last size and the mean time. */
function show(title: string, pack: () => Uint8Array): void {
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

for (const name of ['reference', 'price-tag', 'waybill', 'shapes']) {
  const file = new URL(`../fixtures/labels/${name}.json`, import.meta.url);
  const { template } = JSON.parse(readFileSync(file, 'utf8')) as { template: Template };
  for (const dpi of [203, 600] as const) {
    const scene = layoutLabel({ template, data: sampleData(template), media: { dpi }, fonts });
    const { data, stride } = rasterize(scene);
    show(`${name} ${dpi} packRows`, () => packRows(data, stride));
    for (const level of [4, 6, 7, 9])
      show(`${name} ${dpi} zlib -${level}`, () => deflateSync(data, { level }));
  }
}
