import { bitmapToZpl } from './zpl-bytes.ts';
import { stockDots } from '../stock.ts';
import type { PrinterLanguage } from './language.ts';
import { shiftDots, wholeIn } from './within.ts';
import { ZPL_FACTS } from './zpl-facts.ts';

const { ranges } = ZPL_FACTS;

/** ZPL II, as Zebra's printers and many others read it. */
export const zpl: PrinterLanguage = {
  ...ZPL_FACTS,
  getJob: (bitmap, settings) =>
    bitmapToZpl(bitmap, {
      darkness: wholeIn(ranges.darkness, settings.darkness),
      speed: wholeIn(ranges.speed, settings.speed),
      mediaGap: settings.media,
      ...(settings.finishing !== 'printer' && { finishing: settings.finishing }),
      cutNow: settings.cutNow ?? true,
      ...(typeof settings.shiftMm === 'number' && {
        topDots: shiftDots(settings.shiftMm, ZPL_FACTS, settings.dpi),
      }),
      stock: stockDots(settings, settings),
      ...(settings.graphics && { graphics: settings.graphics }),
    }),
};
