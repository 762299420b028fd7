import type { RawLanguage } from './raw.ts';
import type { RawStock } from './stock.ts';

/** Large enough for all lengths in the tests. */
export const MAX_STOCK: RawStock = {
  widthMm: 200,
  heightMm: 300,
  dpi: 600,
  media: 'continuous',
  gapMm: 0,
  speed: 4,
};

/** The start of each label on this stock; `start.test.ts` tests it. */
export const STARTS: Readonly<Record<RawLanguage, string>> = {
  zpl: '^MNN^PW4724^LL7087^PR4^LH0,0^PON^PMN^LRN^BY2,3.0,10^CFA,9,5^FWN^CI0^PA0,0,0,0',
  tspl: 'SIZE 200 mm,300 mm\r\nGAP 0 mm,0 mm\r\nSPEED 4\r\nDIRECTION 0,0\r\nREFERENCE 0,0\r\nCODEPAGE 437\r\n',
  escpos: '',
};
