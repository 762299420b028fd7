import type { Dpi } from '../template.ts';
import type { ZplFont } from './label.ts';

/** A bitmap font: character matrix and intercharacter gap, dots. */
type BitmapFont = { height: number; width: number; gap: number };

/** Font matrices of the guide; E and H differ per print head. */
const BITMAP_FONTS: Readonly<Record<string, BitmapFont>> = {
  A: { height: 9, width: 5, gap: 1 },
  B: { height: 11, width: 7, gap: 2 },
  C: { height: 18, width: 10, gap: 2 },
  D: { height: 18, width: 10, gap: 2 },
  F: { height: 26, width: 13, gap: 3 },
  G: { height: 60, width: 40, gap: 8 },
};
const BY_HEAD: Readonly<Record<string, Readonly<Record<Dpi, BitmapFont>>>> = {
  E: {
    203: { height: 28, width: 15, gap: 5 },
    300: { height: 42, width: 20, gap: 6 },
    600: { height: 42, width: 20, gap: 6 },
  },
  H: {
    203: { height: 21, width: 13, gap: 6 },
    300: { height: 34, width: 22, gap: 9 },
    600: { height: 34, width: 22, gap: 9 },
  },
};
/** Symbols of `^GS`; any size. */
export const SYMBOL_FONT = 'GS';
/** The printer's default scalable font. */
export const SCALABLE_FONT = '0';
const SCALABLE_SIZE = { height: 15, width: 12 };
const MAX_MAGNIFICATION = 10;
/** Size range of scalable fonts (^A). */
export const FONT_DOTS = { least: 1, most: 32_000 } as const;

export function findBitmapFont(name: string, dpi: Dpi): BitmapFont | undefined {
  return BY_HEAD[name]?.[dpi] ?? BITMAP_FONTS[name];
}

type Size = { height: number | undefined; width: number | undefined };

/**
 * Resulting font size: bitmap fonts are magnified by integers, scalable fonts take any size. A
 * missing height or width follows the other; without both, those of `usual` apply.
 */
export function resolveFontSize(name: string, size: Size, usual: ZplFont, dpi: Dpi): ZplFont {
  const isAsked = size.height !== undefined || size.width !== undefined;
  const { height, width }: Size = isAsked ? size : { height: usual.height, width: usual.width };
  const matrix = findBitmapFont(name, dpi);
  if (matrix === undefined) {
    const ownHeight = height ?? width ?? SCALABLE_SIZE.height;
    return { name, height: ownHeight, width: width ?? ownHeight };
  }
  const computeMagnification = (dots: number | undefined, base: number): number | undefined =>
    dots === undefined
      ? undefined
      : Math.min(MAX_MAGNIFICATION, Math.max(1, Math.round(dots / base)));
  const [down, across] = [
    computeMagnification(height, matrix.height),
    computeMagnification(width, matrix.width),
  ];
  return {
    name,
    height: matrix.height * (down ?? across ?? 1),
    width: matrix.width * (across ?? down ?? 1),
  };
}
