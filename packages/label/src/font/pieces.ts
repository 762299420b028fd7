import { PIECE_COUNT, RUNS } from './coverage.gen.ts';
import { BASE_PIECE, getFontFileName } from './files.ts';
import { loadFont } from './font.ts';
import type { Font, Fonts } from './font.ts';

/**
 * Returns the bytes of a file in `fonts/`; undefined while the file is not loaded. A missing file
 * is requested again on the next use.
 */
export type ReadFontFile = (file: string) => Uint8Array | undefined;

/**
 * Source of font files. `request` is called with a file that drawing needs and `read` does not
 * have.
 */
export type FontSource = { read: ReadFontFile; request?: (file: string) => void };

/**
 * Glyph ids of a piece start at piece number × `GLYPHS_PER_PIECE`. Glyphs that are not loaded have
 * the id `FIRST_PENDING_GLYPH` + code point.
 */
const GLYPHS_PER_PIECE = 0x1_0000;
const FIRST_PENDING_GLYPH = PIECE_COUNT * GLYPHS_PER_PIECE;

/** Ideographs have an advance of one em. */
const isIdeograph = (codePoint: number): boolean =>
  (codePoint >= 0x3400 && codePoint < 0xa000) || codePoint >= 0x2_0000;

/** Finds the piece with a code point that the base piece lacks; undefined if there is none. */
function findFontPiece(codePoint: number): number | undefined {
  let low = 0;
  let high = RUNS.length / 3;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((RUNS[middle * 3 + 1] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return (RUNS[low * 3] ?? Infinity) <= codePoint ? RUNS[low * 3 + 2] : undefined;
}

/**
 * Loads both weights. Each weight is split into pieces, and a piece is read when one of its
 * characters is first used. Throws LabelError `bad-font` if the base piece is missing. A character
 * whose piece is not loaded is blank and as wide as an ideograph, and does not count as missing.
 * Drawing it calls `request`; so does measuring it unless it is an ideograph.
 */
export function loadFonts(source: FontSource): Fonts {
  return { 400: loadFontWeight(400, source), 700: loadFontWeight(700, source) };
}

/** Returns 0 if no piece has the character, and a pending id if its piece is not loaded. */
function findGlyph(
  codePoint: number,
  base: Font,
  openFontPiece: (piece: number) => Font | undefined,
): number {
  const baseGlyph = base.getGlyph(codePoint);
  if (baseGlyph !== 0) return baseGlyph;
  const piece = findFontPiece(codePoint);
  if (piece === undefined) return 0;
  const font = openFontPiece(piece);
  if (font === undefined) return FIRST_PENDING_GLYPH + codePoint;
  const glyph = font.getGlyph(codePoint);
  return glyph === 0 ? 0 : piece * GLYPHS_PER_PIECE + glyph;
}

function loadFontWeight(weight: 400 | 700, { read, request }: FontSource): Font {
  const base = loadFont(read(getFontFileName(weight, BASE_PIECE)) ?? new Uint8Array());
  const pieces: (Font | undefined)[] = [base];
  const loadAndCacheFontPiece = (piece: number): Font | undefined => {
    const loadedPiece = pieces[piece];
    if (loadedPiece !== undefined) return loadedPiece;
    const bytes = read(getFontFileName(weight, piece));
    const loadedFont = bytes && loadFont(bytes);
    pieces[piece] = loadedFont;
    return loadedFont;
  };
  /**
   * Reads from the piece that contains the glyph; returns `otherwise` if the piece is not loaded.
   */
  const readGlyphFromPiece = <T>(
    glyph: number,
    of: (font: Font, glyph: number) => T,
    otherwise: T,
  ): T => {
    if (glyph < GLYPHS_PER_PIECE) return of(base, glyph);
    const font =
      glyph < FIRST_PENDING_GLYPH ? pieces[Math.floor(glyph / GLYPHS_PER_PIECE)] : undefined;
    return font === undefined ? otherwise : of(font, glyph % GLYPHS_PER_PIECE);
  };
  const requestFontPiece = (glyph: number): void => {
    const piece =
      glyph < FIRST_PENDING_GLYPH ? undefined : findFontPiece(glyph - FIRST_PENDING_GLYPH);
    if (piece !== undefined) request?.(getFontFileName(weight, piece));
  };
  const { unitsPerEm, emAscent } = base;
  const emBox = [0, emAscent - unitsPerEm, unitsPerEm, emAscent] as const;
  const noOutline = base.getOutline(base.getGlyph(0x20));
  return {
    unitsPerEm,
    emAscent,
    getGlyph: (codePoint) => findGlyph(codePoint, base, loadAndCacheFontPiece),
    getAdvance: (glyph) => {
      // Only the piece itself has the advance of a glyph that is not an ideograph.
      if (glyph >= FIRST_PENDING_GLYPH && !isIdeograph(glyph - FIRST_PENDING_GLYPH))
        requestFontPiece(glyph);
      return readGlyphFromPiece(glyph, (font, index) => font.getAdvance(index), unitsPerEm);
    },
    getBounds: (glyph) => readGlyphFromPiece(glyph, (font, index) => font.getBounds(index), emBox),
    listContours: (glyph) => {
      requestFontPiece(glyph);
      return readGlyphFromPiece(glyph, (font, index) => font.listContours(index), []);
    },
    getOutline: (glyph) => {
      requestFontPiece(glyph);
      return readGlyphFromPiece(glyph, (font, index) => font.getOutline(index), noOutline);
    },
  };
}
