import { deflateSync } from 'node:zlib';
import { mediaOf } from '@yunbiao/contract/gateway';
import type { LeasedLabel, Setup } from '@yunbiao/contract/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printer-languages';
import {
  LabelError,
  layoutForPrint,
  loadFonts,
  rasterize,
  rowDots,
  rowWidthMm,
  sideBySide,
} from '@yunbiao/label';
import type { Bitmap, Deflate, Fonts, RareCodes, Template } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import type { Prepared } from '../printer/queue.ts';
import type { PrinterSettings } from '../settings.ts';
import { fontBytes } from './font-bytes.ts';

export type LabelSource = { template: Template; setup: Setup };

let fonts: Fonts | null = null;

/** The fonts that lie beside the engine; each piece is read when it is needed, once for all clients of a process. */
export const labelFonts = (): Fonts => (fonts ??= loadFonts({ read: fontBytes }));

const rareCodes = (): RareCodes => RARE_CODES;

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

type Means = { fonts: Fonts; graphics: PrinterSettings['graphics'] };
type Refused = { ok: false; reason: string };

const refusal = (error: unknown): Refused => {
  if (!(error instanceof LabelError)) throw error;
  return { ok: false, reason: error.message.slice(0, REASON_LENGTH) };
};

const draw = (
  { template, setup }: LabelSource,
  data: LeasedLabel['data'],
  fonts: Fonts,
): { ok: true; bitmap: Bitmap } | Refused => {
  const laid = layoutForPrint({ template, data, media: mediaOf(setup), fonts, rareCodes });
  return laid.ok
    ? { ok: true, bitmap: rasterize(laid.scene) }
    : { ok: false, reason: laid.reason.slice(0, REASON_LENGTH) };
};

/** The bytes of a row; on a roll with one label across, of that label. */
const jobOf = (
  { setup }: LabelSource,
  bitmaps: readonly [Bitmap, ...Bitmap[]],
  graphics: Means['graphics'],
): { ok: true; bytes: Uint8Array } | Refused => {
  // The media has the feed correction as a factor.
  const settings = { ...setup, ...mediaOf(setup), widthMm: rowWidthMm(setup), graphics };
  const { jobOf: encode } = PRINTER_LANGUAGES[setup.language];
  try {
    const bitmap = setup.columns > 1 ? sideBySide(bitmaps, rowDots(setup)) : bitmaps[0];
    return { ok: true, bytes: encode(bitmap, settings) };
  } catch (error) {
    return refusal(error);
  }
};

/**
 * Draws the labels of a row for its printer, from the left. One with something left out of it is refused with the
 * reason, before the printer sees a byte.
 */
export const prepareRow = (
  source: LabelSource,
  rows: readonly LeasedLabel['data'][],
  { fonts, graphics }: Means,
): Prepared => {
  const bitmaps: Bitmap[] = [];
  for (const [place, data] of rows.entries()) {
    const drawn = draw(source, data, fonts);
    if (!drawn.ok) return { ...drawn, place };
    bitmaps.push(drawn.bitmap);
  }
  const [first, ...beside] = bitmaps;
  if (!first) return { ok: false, reason: '没有标签' };
  const job = jobOf(source, [first, ...beside], graphics);
  if (job.ok || beside.length === 0) return job;
  // What cannot be said of them together may be of each.
  for (const [place, bitmap] of bitmaps.entries()) {
    const alone = jobOf(source, [bitmap], graphics);
    if (!alone.ok) return { ...alone, place };
  }
  return { ok: false, apart: true };
};

/** The same of one label by itself. */
export const prepareLabel = (
  source: LabelSource,
  data: LeasedLabel['data'],
  means: Means,
): { ok: true; bytes: Uint8Array } | Refused => {
  const drawn = draw(source, data, means.fonts);
  return drawn.ok ? jobOf(source, [drawn.bitmap], means.graphics) : drawn;
};
