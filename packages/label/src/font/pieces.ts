import { PIECE_COUNT, RUNS } from './coverage.gen.ts';
import { BASE_PIECE, fontFile } from './files.ts';
import { loadFont } from './font.ts';
import type { Font, Fonts } from './font.ts';

/**
 * Gives the bytes of a file of `fonts/`; undefined while they are not here yet. Asked again for what it did not have.
 */
export type ReadFontFile = (file: string) => Uint8Array | undefined;

/** Where fonts come from. `want` is told of a file that something is to be drawn with, and that `read` does not have. */
export type FontSource = { read: ReadFontFile; want?: (file: string) => void };

/** Glyphs of a piece are numbered from its number times this; those not here yet by their code point from `PENDING`. */
const PIECE = 0x1_0000;
const PENDING = PIECE_COUNT * PIECE;

/** Ideographs are one em wide. */
const isIdeograph = (codePoint: number): boolean =>
  (codePoint >= 0x3400 && codePoint < 0xa000) || codePoint >= 0x2_0000;

/** The piece that holds a code point the base piece lacks, or undefined. */
function getPiece(codePoint: number): number | undefined {
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
 * Both weights. Each is cut into pieces, which are read when a character of theirs is first met: the base piece must be
 * there, throws LabelError `bad-font` otherwise. A character whose piece is not here yet is as wide as an ideograph and
 * blank, and no missing one; drawing it tells `want`, and so does setting one that is no ideograph.
 */
export function loadFonts(source: FontSource): Fonts {
  return { 400: loadWeight(400, source), 700: loadWeight(700, source) };
}

function loadWeight(weight: 400 | 700, { read, want }: FontSource): Font {
  const base = loadFont(read(fontFile(weight, BASE_PIECE)) ?? new Uint8Array());
  const pieces: (Font | undefined)[] = [base];
  const open = (piece: number): Font | undefined => {
    const known = pieces[piece];
    if (known !== undefined) return known;
    const bytes = read(fontFile(weight, piece));
    const opened = bytes && loadFont(bytes);
    pieces[piece] = opened;
    return opened;
  };
  const getGlyph = (codePoint: number): number => {
    const own = base.getGlyph(codePoint);
    if (own !== 0) return own;
    const piece = getPiece(codePoint);
    if (piece === undefined) return 0;
    const font = open(piece);
    if (font === undefined) return PENDING + codePoint;
    const glyph = font.getGlyph(codePoint);
    return glyph === 0 ? 0 : piece * PIECE + glyph;
  };
  /** Of the piece a glyph lies in, or `otherwise` for one that is not here yet. */
  const inPiece = <T>(glyph: number, of: (font: Font, glyph: number) => T, otherwise: T): T => {
    if (glyph < PIECE) return of(base, glyph);
    const font = glyph < PENDING ? pieces[Math.floor(glyph / PIECE)] : undefined;
    return font === undefined ? otherwise : of(font, glyph % PIECE);
  };
  const requestPiece = (glyph: number): void => {
    const piece = glyph < PENDING ? undefined : getPiece(glyph - PENDING);
    if (piece !== undefined) want?.(fontFile(weight, piece));
  };
  const { unitsPerEm, emAscent } = base;
  const emBox = [0, emAscent - unitsPerEm, unitsPerEm, emAscent] as const;
  const noOutline = base.getOutline(base.getGlyph(0x20));
  return {
    unitsPerEm,
    emAscent,
    getGlyph,
    getAdvance: (glyph) => {
      // How wide a letter is, its piece alone knows.
      if (glyph >= PENDING && !isIdeograph(glyph - PENDING)) requestPiece(glyph);
      return inPiece(glyph, (font, own) => font.getAdvance(own), unitsPerEm);
    },
    getBounds: (glyph) => inPiece(glyph, (font, own) => font.getBounds(own), emBox),
    listContours: (glyph) => {
      requestPiece(glyph);
      return inPiece(glyph, (font, own) => font.listContours(own), []);
    },
    getOutline: (glyph) => {
      requestPiece(glyph);
      return inPiece(glyph, (font, own) => font.getOutline(own), noOutline);
    },
  };
}
