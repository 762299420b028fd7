import { stockDots } from '../stock.ts';
import { bitmapToEscpos } from './escpos-bytes.ts';
import { ESCPOS_FACTS } from './escpos-facts.ts';
import type { JobSettings, PrinterLanguage } from './language.ts';

/**
 * Cut, unless it is to be torn off: with nothing the label stays below the cutter; a printer that has none feeds as far. One
 * that is not to be cut yet stays there for the next one.
 */
const getFinishing = ({ finishing, cutNow = true }: JobSettings): { finishing?: 'cut' | 'tear' } =>
  finishing === 'tear' ? { finishing } : cutNow ? { finishing: 'cut' } : {};

/** ESC/POS, as Epson's receipt printers and many others read it. */
export const escpos: PrinterLanguage = {
  ...ESCPOS_FACTS,
  getJob: (bitmap, settings) =>
    bitmapToEscpos(bitmap, {
      lengthDots: stockDots(settings, settings).lengthDots,
      ...getFinishing(settings),
    }),
};
