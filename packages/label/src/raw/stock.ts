import type { JobSettings } from '../language/language.ts';
import { mediaLines, mm } from '../language/tspl-bytes.ts';
import { TSPL_FACTS } from '../language/tspl-facts.ts';
import { wholeIn } from '../language/within.ts';
import { ZPL_MEDIA } from '../language/zpl-bytes.ts';
import { ZPL_FACTS } from '../language/zpl-facts.ts';
import { dotsPerMm } from '../layout/place.ts';
import { stockDots } from '../stock.ts';
import { type Paper } from './label.ts';

/** What a stream is to be printed on, as its configuration has it: a label that was not told would come out as the one before. */
export type RawStock = Pick<
  JobSettings,
  'widthMm' | 'heightMm' | 'dpi' | 'media' | 'gapMm' | 'speed' | 'pitchScale'
> & {
  /** Of all labels side by side; `widthMm` when left out. */
  rowWidthMm?: number;
};

function sayZplStock(stock: RawStock): string {
  const { media, speed, widthMm, rowWidthMm = widthMm } = stock;
  const { widthDots, lengthDots } = stockDots({ ...stock, widthMm: rowWidthMm }, stock);
  const pace = wholeIn(ZPL_FACTS.ranges.speed, speed);
  return `${ZPL_MEDIA[media]}^PW${widthDots}^LL${lengthDots}^PR${pace}`;
}

function sayTsplStock(stock: RawStock): string {
  const { media, gapMm, speed, widthMm, rowWidthMm = widthMm, pitchScale = 1 } = stock;
  const kind = media === 'continuous' ? { kind: media } : { kind: media, mm: gapMm };
  const lines = [
    `SIZE ${mm(rowWidthMm)},${mm(stock.heightMm * pitchScale)}`,
    ...mediaLines(kind),
    `SPEED ${wholeIn(TSPL_FACTS.ranges.speed, speed)}`,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** What labels of ours say of the stock, in each language. */
const SAYINGS = { zpl: sayZplStock, tspl: sayTsplStock, escpos: () => '' } as const;

/** Senders say more than a label has, and turn it: half as much again of the longer side, and 20 mm. */
export function toPaper(language: keyof typeof SAYINGS, stock: RawStock): Paper {
  const { widthMm, heightMm, dpi } = stock;
  return {
    maxLengthMm: Math.round(Math.max(widthMm, heightMm) * 1.5 + 20),
    widthMm,
    dotsPerMm: dotsPerMm(dpi),
    stock: SAYINGS[language](stock),
  };
}
