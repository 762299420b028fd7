import type { JobSettings } from '../language/language.ts';
import { buildTsplMediaCommands, formatMm } from '../language/tspl-bytes.ts';
import { TSPL_FACTS } from '../language/tspl-facts.ts';
import { roundIntoRange } from '../language/integer-range.ts';
import { ZPL_MEDIA } from '../language/zpl-bytes.ts';
import { ZPL_FACTS } from '../language/zpl-facts.ts';
import { getDotsPerMm } from '../layout/place.ts';
import { computeStockDots } from '../stock.ts';
import { type Paper } from './label.ts';

/**
 * Stock of the printer configuration. It is set explicitly with each label, which would otherwise
 * inherit the stock of the previous one.
 */
export type RawStock = Pick<
  JobSettings,
  'widthMm' | 'heightMm' | 'dpi' | 'media' | 'gapMm' | 'speed' | 'pitchScale'
> & {
  /** Width of all columns; default `widthMm`. */
  rowWidthMm?: number;
};

function formatZplStock(stock: RawStock): string {
  const { media, speed, widthMm, rowWidthMm = widthMm } = stock;
  const { widthDots, lengthDots } = computeStockDots({ ...stock, widthMm: rowWidthMm }, stock);
  const pace = roundIntoRange(ZPL_FACTS.ranges.speed, speed);
  return `${ZPL_MEDIA[media]}^PW${widthDots}^LL${lengthDots}^PR${pace}`;
}

function formatTsplStock(stock: RawStock): string {
  const { media, gapMm, speed, widthMm, rowWidthMm = widthMm, pitchScale = 1 } = stock;
  const kind = media === 'continuous' ? { kind: media } : { kind: media, mm: gapMm };
  const lines = [
    `SIZE ${formatMm(rowWidthMm)},${formatMm(stock.heightMm * pitchScale)}`,
    ...buildTsplMediaCommands(kind),
    `SPEED ${roundIntoRange(TSPL_FACTS.ranges.speed, speed)}`,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Commands that set up the stock, per language. */
const STOCK_FORMATTERS = { zpl: formatZplStock, tspl: formatTsplStock, escpos: () => '' } as const;

/**
 * Converts stock to paper. Senders may specify a longer label than the stock and rotate it: the
 * maximum length is 1.5 times the longer side plus 20 mm.
 */
export function convertStockToPaper(
  language: keyof typeof STOCK_FORMATTERS,
  stock: RawStock,
): Paper {
  const { widthMm, heightMm, dpi } = stock;
  return {
    maxLengthMm: Math.round(Math.max(widthMm, heightMm) * 1.5 + 20),
    widthMm,
    dotsPerMm: getDotsPerMm(dpi),
    stock: STOCK_FORMATTERS[language](stock),
  };
}
