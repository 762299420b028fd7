import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { mediaOf } from '@yunbiao/contract/gateway';
import type { Lease, Setup } from '@yunbiao/contract/gateway';
import { bitmapToZpl, layoutForPrint, loadFont, rasterize, stockDots } from '@yunbiao/label';
import type { Deflate, Fonts, Template } from '@yunbiao/label';
import type { Prepared } from '../printer/queue.ts';

export type LabelSource = { template: Template; setup: Setup };

const require = createRequire(import.meta.url);

export const loadFonts = (): Fonts => {
  const load = (weight: 400 | 700) =>
    loadFont(readFileSync(require.resolve(`@yunbiao/label/fonts/yunbiao-sans-sc-${weight}.ttf`)));
  return { 400: load(400), 700: load(700) };
};

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

/** `~SD` sets the darkness for good (0–30), outside of any format. */
const darknessOf = (setup: Setup): Uint8Array => {
  const darkness = Math.min(30, Math.max(0, Math.round(setup.darkness)));
  return Buffer.from(`~SD${String(darkness).padStart(2, '0')}\n`, 'latin1');
};

/**
 * Draws a label for its printer. A label with something left out of it is refused with the reason, before the printer
 * sees a byte.
 */
export const prepareLabel = (
  source: LabelSource | undefined,
  data: Lease['data'],
  fonts: Fonts,
): Prepared => {
  if (!source) return { ok: false, reason: '没有收到模板' };
  const { template, setup } = source;
  const media = mediaOf(setup);
  const laid = layoutForPrint({ template, data, media, fonts });
  if (!laid.ok) return { ok: false, reason: laid.reason.slice(0, 200) };
  const zpl = bitmapToZpl(rasterize(laid.scene), {
    deflate,
    speed: Math.min(14, Math.max(1, Math.round(setup.speed))),
    // Labels without a gap between them are one strip: only their length says where one ends.
    mediaGap: setup.gapMm > 0 ? 'gap' : 'continuous',
    stock: stockDots(setup, media),
  });
  return { ok: true, bytes: Buffer.concat([darknessOf(setup), zpl]) };
};
