import { stockDots } from '../stock.ts';
import { bitmapToEscpos } from './escpos-bytes.ts';
import { ESCPOS_FACTS } from './escpos-facts.ts';
import type { PrinterLanguage } from './language.ts';

/** ESC/POS, as Epson's receipt printers and many others read it. */
export const escpos: PrinterLanguage = {
  ...ESCPOS_FACTS,
  jobOf: (bitmap, settings) =>
    bitmapToEscpos(bitmap, {
      lengthDots: stockDots(settings, settings).lengthDots,
      // Without, the label stays below the cutter; a printer that has none feeds as far, and it can be torn off.
      finishing: 'cut',
    }),
};
