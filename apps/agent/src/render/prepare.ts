import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import type { Lease, Setup } from '@yunbiao/contract/gateway';
import { bitmapToZpl, LabelError, layoutLabel, loadFont, rasterize } from '@yunbiao/label';
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
 * Draws a label for its printer. A label with something left out of it (a code that does not fit, a character no font
 * has) is refused with the reason, before the printer sees a byte.
 */
export const prepareLabel = (
  source: LabelSource | undefined,
  data: Lease['data'],
  fonts: Fonts,
): Prepared => {
  if (!source) return { ok: false, reason: '没有收到模板' };
  const { template, setup } = source;
  const media = {
    dpi: setup.dpi,
    offsetXMm: setup.offsetXMm,
    offsetYMm: setup.offsetYMm,
    rotation: setup.rotation,
    pitchScale: setup.pitchScale / 100,
  };
  try {
    const scene = layoutLabel({ template, data, media, fonts });
    const error = scene.warnings.find((warning) => warning.level === 'error');
    if (error) return { ok: false, reason: error.message.slice(0, 200) };
    const speed = Math.min(14, Math.max(1, Math.round(setup.speed)));
    const zpl = bitmapToZpl(rasterize(scene), { deflate, speed });
    return { ok: true, bytes: Buffer.concat([darknessOf(setup), zpl]) };
  } catch (error) {
    if (error instanceof LabelError) return { ok: false, reason: error.message.slice(0, 200) };
    throw error;
  }
};
