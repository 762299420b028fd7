import type { PrinterLanguage } from './language.ts';
import { bitmapToTspl } from './tspl-bytes.ts';
import { TSPL_FACTS } from './tspl-facts.ts';
import { computePrintShiftDots, roundIntoRange } from './integer-range.ts';

const { ranges } = TSPL_FACTS;

/** TSPL and TSPL2, for TSC's printers and compatible ones. */
export const tspl: PrinterLanguage = {
  ...TSPL_FACTS,
  encodeJob: (bitmap, settings) =>
    bitmapToTspl(bitmap, {
      stock: {
        widthMm: settings.widthMm,
        lengthMm: settings.heightMm * (settings.pitchScale ?? 1),
      },
      // On continuous paper only the length defines the end of a label.
      media:
        settings.media === 'continuous'
          ? { kind: 'continuous' }
          : { kind: settings.media, mm: settings.gapMm },
      ...(settings.finishing !== 'printer' && { finishing: settings.finishing }),
      cutNow: settings.cutNow ?? true,
      ...(typeof settings.shiftMm === 'number' && {
        shiftDots: computePrintShiftDots(settings.shiftMm, TSPL_FACTS, settings.dpi),
      }),
      density: roundIntoRange(ranges.darkness, settings.darkness),
      speed: roundIntoRange(ranges.speed, settings.speed),
    }),
};
