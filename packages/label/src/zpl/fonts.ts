import type { Dpi } from '../template.ts';
import type { ZplFont } from './label.ts';

/** A font of fixed dots: its matrix and the light column between characters, in dots. */
type BitmapFont = { height: number; width: number; gap: number };

/** The guide's table of font matrices; E and H are other ones for each print head. */
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
/** The symbols of `^GS`; as large as is asked for. */
export const SYMBOL_FONT = 'GS';
/** What the printer scales from an outline without a name of its own. */
export const SCALABLE_FONT = '0';
const SCALABLE_SIZE = { height: 15, width: 12 };
const MAX_MAGNIFICATION = 10;
/** How far fonts are scaled (^A). */
export const FONT_DOTS = { least: 1, most: 32_000 } as const;

export function bitmapFont(name: string, dpi: Dpi): BitmapFont | undefined {
  return BY_HEAD[name]?.[dpi] ?? BITMAP_FONTS[name];
}

type Size = { height: number | undefined; width: number | undefined };

/**
 * A font in the size it comes out with: fixed dots are multiplied by whole numbers, outlines take any size. Of height and
 * width, the one that is missing follows the other; where both are, those of `usual` are taken.
 */
export function sizedFont(name: string, asked: Size, usual: ZplFont, dpi: Dpi): ZplFont {
  const isAsked = asked.height !== undefined || asked.width !== undefined;
  const { height, width }: Size = isAsked ? asked : { height: usual.height, width: usual.width };
  const matrix = bitmapFont(name, dpi);
  if (matrix === undefined) {
    const own = height ?? width ?? SCALABLE_SIZE.height;
    return { name, height: own, width: width ?? own };
  }
  const times = (dots: number | undefined, base: number): number | undefined =>
    dots === undefined
      ? undefined
      : Math.min(MAX_MAGNIFICATION, Math.max(1, Math.round(dots / base)));
  const [down, across] = [times(height, matrix.height), times(width, matrix.width)];
  return {
    name,
    height: matrix.height * (down ?? across ?? 1),
    width: matrix.width * (across ?? down ?? 1),
  };
}
