import { bitmapToZpl } from './zpl-bytes.ts';
import { computeStockDots } from '../stock.ts';
import type { PrinterLanguage } from './language.ts';
import { computePrintShiftDots, roundIntoRange } from './integer-range.ts';
import { ZPL_FACTS } from './zpl-facts.ts';

const { ranges } = ZPL_FACTS;

/** ZPL II, for Zebra's printers and compatible ones. */
export const zpl: PrinterLanguage = {
  ...ZPL_FACTS,
  encodeJob: (bitmap, settings) =>
    bitmapToZpl(bitmap, {
      darkness: roundIntoRange(ranges.darkness, settings.darkness),
      speed: roundIntoRange(ranges.speed, settings.speed),
      mediaGap: settings.media,
      ...(settings.finishing !== 'printer' && { finishing: settings.finishing }),
      cutNow: settings.cutNow ?? true,
      ...(typeof settings.shiftMm === 'number' && {
        topDots: computePrintShiftDots(settings.shiftMm, ZPL_FACTS, settings.dpi),
      }),
      stock: computeStockDots(settings, settings),
      ...(settings.graphics && { graphics: settings.graphics }),
    }),
};
