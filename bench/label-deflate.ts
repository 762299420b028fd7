/**
 * Size and time of each zlib level on label bitmaps: why DEFLATE_LEVEL is what it is.
 *
 *   node bench/label-deflate.ts
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { layoutLabel, loadFonts, rasterize, sampleData } from '@yunbiao/label';
import type { Template } from '@yunbiao/label';

const ROUND_MS = 250;

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`../packages/label/fonts/${file}`, import.meta.url)),
});
for (const name of ['reference', 'price-tag', 'waybill']) {
  const file = new URL(`../fixtures/labels/${name}.json`, import.meta.url);
  const { template } = JSON.parse(readFileSync(file, 'utf8')) as { template: Template };
  const scene = layoutLabel({ template, data: sampleData(template), media: { dpi: 203 }, fonts });
  const { data } = rasterize(scene);
  for (const level of [4, 5, 6, 7, 8, 9]) {
    let runs = 0;
    let size = 0;
    const start = performance.now();
    while (performance.now() - start < ROUND_MS) {
      size = deflateSync(data, { level }).length;
      runs += 1;
    }
    const ms = (performance.now() - start) / runs;
    console.log(
      `${name.padEnd(10)} level ${level}  ${String(size).padStart(6)} bytes  ${ms.toFixed(3)} ms`,
    );
  }
}
