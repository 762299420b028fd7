import type { PrinterLanguage } from './language.ts';
import { bitmapToTspl } from './tspl-bytes.ts';
import { TSPL_FACTS } from './tspl-facts.ts';
import { wholeIn } from './within.ts';

const { ranges } = TSPL_FACTS;

/** TSPL and TSPL2, as TSC's printers and many others read it. */
export const tspl: PrinterLanguage = {
  ...TSPL_FACTS,
  jobOf: (bitmap, settings) =>
    bitmapToTspl(bitmap, {
      stock: {
        widthMm: settings.widthMm,
        lengthMm: settings.heightMm * (settings.pitchScale ?? 1),
      },
      // Labels without a gap between them are one strip: only their length says where one ends.
      media: settings.gapMm > 0 ? { kind: 'gap', mm: settings.gapMm } : { kind: 'continuous' },
      density: wholeIn(ranges.darkness, settings.darkness),
      speed: wholeIn(ranges.speed, settings.speed),
    }),
};
