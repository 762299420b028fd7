import { getFont0Advance } from './font-0.ts';
import { bitmapFont, SCALABLE_FONT, SYMBOL_FONT } from '../fonts.ts';
import type { ZplFont } from '../label.ts';
import type { Dpi } from '../../template.ts';

/**
 * How a printer's font is drawn with ours. Font 0 is bold and condensed: measured on pictures of it, capitals are three
 * quarters of its height, with their tops at the field's, and characters are as wide as ours at 82 hundredths. A font that
 * was put into the printer is taken for one of hanzi, whose em is its height.
 */
export type TextStyle = {
  weight: 400 | 700;
  /** Em of our font, in dots. */
  sizeDots: number;
  /** The base line below the top of the field. */
  base: number;
  /** Width of characters in hundredths of ours: of letters, and of hanzi, which are no narrower in any font. */
  percent: { letters: number; wide: number };
  /** Dots from one character to the next, for fonts whose characters are all equally wide. */
  pitch: number | undefined;
  /** Width parameter of font 0 in dots, by which its own advances are drawn. */
  font0Width: number | undefined;
};

/** Of our fonts: capitals by their em (regular, bold). */
const CAPITAL = { 400: 0.733, 700: 0.741 } as const;
/** Of font 0: capitals by its height. */
const CAPITAL_OF_0 = 0.75;
const WIDTH_OF_0 = 82;
/** Of fixed dots: the base line is above the tails of g and p. */
const BASE_OF_DOTS = 7 / 9;
/** Digits of ours by the em. */
const DIGIT = 0.555;
/** Where the base line of hanzi is. */
const BASE_OF_HANZI = 0.88;
const PERCENT = { least: 10, most: 1000 };

const within = (percent: number): number =>
  Math.round(Math.min(PERCENT.most, Math.max(PERCENT.least, percent)));

const half = (dots: number): number => Math.max(1, Math.round(dots * 2) / 2);

export function getStyle({ name, height, width }: ZplFont, dpi: Dpi): TextStyle {
  const matrix = bitmapFont(name, dpi);
  if (matrix !== undefined) {
    const base = height * BASE_OF_DOTS;
    const sizeDots = half(base / CAPITAL[400]);
    const across = within((width * 100) / (sizeDots * DIGIT));
    const pitch = width + (matrix.gap * width) / matrix.width;
    const percent = { letters: across, wide: across };
    return { weight: 400, sizeDots, base, percent, pitch, font0Width: undefined };
  }
  const wide = (width * 100) / height;
  if (name === SCALABLE_FONT || name === SYMBOL_FONT) {
    const base = height * CAPITAL_OF_0;
    // Rounded down, so that round capitals reach no higher than the dots of flat ones.
    const sizeDots = Math.max(1, Math.floor((base * 2) / CAPITAL[700]) / 2);
    const percent = { letters: within((wide * WIDTH_OF_0) / 100), wide: within(wide) };
    return { weight: 700, sizeDots, base, percent, pitch: undefined, font0Width: width };
  }
  const percent = { letters: within(wide), wide: within(wide) };
  const base = height * BASE_OF_HANZI;
  const sizeDots = half(height);
  return { weight: 400, sizeDots, base, percent, pitch: undefined, font0Width: undefined };
}

/** From here on characters are as wide as they are high. */
const FIRST_WIDE = 0x2e80;

/** How wide a character is drawn, in hundredths of ours, whose advance is `own` dots. */
export const getPercent = (
  { percent, font0Width }: TextStyle,
  { codePoint, own }: { codePoint: number; own: number },
): number => {
  const advance = font0Width === undefined ? undefined : getFont0Advance(codePoint);
  if (font0Width !== undefined && advance !== undefined && own > 0)
    return within((advance * font0Width * 100) / own);
  return codePoint < FIRST_WIDE ? percent.letters : percent.wide;
};
