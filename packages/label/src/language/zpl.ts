import { bitmapToZpl } from './zpl-bytes.ts';
import { stockDots } from '../stock.ts';
import type { PrinterLanguage } from './language.ts';
import { wholeIn } from './within.ts';
import { ZPL_FACTS } from './zpl-facts.ts';

const { ranges } = ZPL_FACTS;

/** ZPL II, as Zebra's printers and many others read it. */
export const zpl: PrinterLanguage = {
  ...ZPL_FACTS,
  jobOf: (bitmap, settings) =>
    bitmapToZpl(bitmap, {
      darkness: wholeIn(ranges.darkness, settings.darkness),
      speed: wholeIn(ranges.speed, settings.speed),
      // Labels without a gap between them are one strip: only their length says where one ends.
      mediaGap: settings.gapMm > 0 ? 'gap' : 'continuous',
      stock: stockDots(settings, settings),
      ...(settings.graphics && { graphics: settings.graphics }),
    }),
};
