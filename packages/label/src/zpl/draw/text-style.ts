import { getFont0Advance } from './font-0.ts';
import { findBitmapFont, SCALABLE_FONT, SYMBOL_FONT } from '../fonts.ts';
import type { ZplFont } from '../label.ts';
import type { Dpi } from '../../template.ts';

/**
 * How a printer font is drawn with our fonts. Font 0 is bold and condensed: measured on pictures,
 * capitals are three quarters of its height and start at the top of the field, and characters are
 * 82 % as wide as ours. A downloaded font is treated as a Chinese font whose em equals its height.
 */
export type TextStyle = {
  weight: 400 | 700;
  /** Em size of our font, dots. */
  sizeDots: number;
  /** Distance of the baseline from the top of the field. */
  base: number;
  /**
   * Character width in percent of ours, for letters and for Chinese characters, which are full
   * width in every font.
   */
  percent: { letters: number; wide: number };
  /** Dots from one character to the next in monospaced fonts. */
  pitch: number | undefined;
  /** Width parameter of font 0 in dots, to which its advances are scaled. */
  font0Width: number | undefined;
};

/** Cap height of our fonts per em (regular, bold). */
const CAPITAL = { 400: 0.733, 700: 0.741 } as const;
/** Cap height of font 0 relative to its height. */
const CAPITAL_OF_0 = 0.75;
const WIDTH_OF_0 = 82;
/** Bitmap fonts: the baseline is above the descenders. */
const BASE_OF_DOTS = 7 / 9;
/** Digit width of our fonts per em. */
const DIGIT = 0.555;
/** Baseline of Chinese characters. */
const BASE_OF_HANZI = 0.88;
const PERCENT = { least: 10, most: 1000 };

const clampPercent = (percent: number): number =>
  Math.round(Math.min(PERCENT.most, Math.max(PERCENT.least, percent)));

const roundToHalf = (dots: number): number => Math.max(1, Math.round(dots * 2) / 2);

export function resolveTextStyle({ name, height, width }: ZplFont, dpi: Dpi): TextStyle {
  const matrix = findBitmapFont(name, dpi);
  if (matrix !== undefined) {
    const base = height * BASE_OF_DOTS;
    const sizeDots = roundToHalf(base / CAPITAL[400]);
    const across = clampPercent((width * 100) / (sizeDots * DIGIT));
    const pitch = width + (matrix.gap * width) / matrix.width;
    const percent = { letters: across, wide: across };
    return { weight: 400, sizeDots, base, percent, pitch, font0Width: undefined };
  }
  const wide = (width * 100) / height;
  if (name === SCALABLE_FONT || name === SYMBOL_FONT) {
    const base = height * CAPITAL_OF_0;
    // Rounded down, so that round capitals are no higher than flat ones in dots.
    const sizeDots = Math.max(1, Math.floor((base * 2) / CAPITAL[700]) / 2);
    const percent = { letters: clampPercent((wide * WIDTH_OF_0) / 100), wide: clampPercent(wide) };
    return { weight: 700, sizeDots, base, percent, pitch: undefined, font0Width: width };
  }
  const percent = { letters: clampPercent(wide), wide: clampPercent(wide) };
  const base = height * BASE_OF_HANZI;
  const sizeDots = roundToHalf(height);
  return { weight: 400, sizeDots, base, percent, pitch: undefined, font0Width: undefined };
}

/** First code point of full-width characters. */
const FIRST_WIDE = 0x2e80;

/** Width of a character in percent of ours, whose advance is `own` dots. */
export const computeWidthPercent = (
  { percent, font0Width }: TextStyle,
  { codePoint, own }: { codePoint: number; own: number },
): number => {
  const advance = font0Width === undefined ? undefined : getFont0Advance(codePoint);
  if (font0Width !== undefined && advance !== undefined && own > 0)
    return clampPercent((advance * font0Width * 100) / own);
  return codePoint < FIRST_WIDE ? percent.letters : percent.wide;
};
