import type { PrinterLanguage } from './language.ts';
import { bitmapToTspl } from './tspl-bytes.ts';
import { TSPL_FACTS } from './tspl-facts.ts';
import { shiftDots, wholeIn } from './within.ts';

const { ranges } = TSPL_FACTS;

/** TSPL and TSPL2, as TSC's printers and many others read it. */
export const tspl: PrinterLanguage = {
  ...TSPL_FACTS,
  getJob: (bitmap, settings) =>
    bitmapToTspl(bitmap, {
      stock: {
        widthMm: settings.widthMm,
        lengthMm: settings.heightMm * (settings.pitchScale ?? 1),
      },
      // One strip: only their length says where a label ends.
      media:
        settings.media === 'continuous'
          ? { kind: 'continuous' }
          : { kind: settings.media, mm: settings.gapMm },
      ...(settings.finishing !== 'printer' && { finishing: settings.finishing }),
      cutNow: settings.cutNow ?? true,
      ...(typeof settings.shiftMm === 'number' && {
        shiftDots: shiftDots(settings.shiftMm, TSPL_FACTS, settings.dpi),
      }),
      density: wholeIn(ranges.darkness, settings.darkness),
      speed: wholeIn(ranges.speed, settings.speed),
    }),
};
