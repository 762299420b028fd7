import { computeStockDots } from '../stock.ts';
import { bitmapToEscpos } from './escpos-bytes.ts';
import { ESCPOS_FACTS } from './escpos-facts.ts';
import type { JobSettings, PrinterLanguage } from './language.ts';

/**
 * Cuts, unless the label is torn off: without either, the label stays below the cutter. A printer
 * without a cutter only feeds. With `cutNow` false the label stays there for the next one.
 */
const getEffectiveCutOrTear = ({
  finishing,
  cutNow = true,
}: JobSettings): { finishing?: 'cut' | 'tear' } =>
  finishing === 'tear' ? { finishing } : cutNow ? { finishing: 'cut' } : {};

/** ESC/POS, for Epson's receipt printers and compatible ones. */
export const escpos: PrinterLanguage = {
  ...ESCPOS_FACTS,
  encodeJob: (bitmap, settings) =>
    bitmapToEscpos(bitmap, {
      lengthDots: computeStockDots(settings, settings).lengthDots,
      ...getEffectiveCutOrTear(settings),
    }),
};
