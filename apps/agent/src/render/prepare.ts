import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { mediaOf } from '@yunbiao/contract/gateway';
import type { Lease, Setup } from '@yunbiao/contract/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printer-languages';
import { LabelError, layoutForPrint, loadFonts, rasterize } from '@yunbiao/label';
import type { Deflate, Fonts, RareCodes, Template } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import type { Prepared } from '../printer/queue.ts';
import type { PrinterSettings } from '../settings.ts';

export type LabelSource = { template: Template; setup: Setup };

const require = createRequire(import.meta.url);

let fonts: Fonts | null = null;

/** The fonts that lie beside the engine; each piece is read when it is needed, once for all clients of a process. */
export const labelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
  }));

const rareCodes = (): RareCodes => RARE_CODES;

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

/**
 * Draws a label for its printer. A label with something left out of it is refused with the reason, before the printer
 * sees a byte.
 */
export const prepareLabel = (
  source: LabelSource | undefined,
  data: Lease['data'],
  { fonts, graphics }: { fonts: Fonts; graphics: PrinterSettings['graphics'] },
): Prepared => {
  if (!source) return { ok: false, reason: '没有收到模板' };
  const { template, setup } = source;
  const media = mediaOf(setup);
  const laid = layoutForPrint({ template, data, media, fonts, rareCodes });
  if (!laid.ok) return { ok: false, reason: laid.reason.slice(0, REASON_LENGTH) };
  // The media has the feed correction as a factor.
  const settings = { ...setup, ...media, graphics };
  const { jobOf } = PRINTER_LANGUAGES[setup.language];
  try {
    return { ok: true, bytes: jobOf(rasterize(laid.scene), settings, deflate) };
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    return { ok: false, reason: error.message.slice(0, REASON_LENGTH) };
  }
};
