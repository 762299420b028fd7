import { RUNS } from './coverage.gen.ts';
import { FONT_EDITIONS } from './digests.gen.ts';

const BMP = 0x1_0000;

/**
 * Font edition per UTF-16 code unit, from 1. Characters that no font has are in edition 1: all
 * editions draw them alike.
 */
let editionByUnit: Uint8Array | undefined;

function buildFontEditionTable(): Uint8Array {
  const table = new Uint8Array(BMP).fill(1);
  for (let run = 0; run < RUNS.length; run += 3) {
    const [first = 0, last = 0, piece = 0] = RUNS.slice(run, run + 3);
    const edition = 1 + FONT_EDITIONS.findIndex(({ lastPiece }) => piece <= lastPiece);
    if (edition > 1 && last >= BMP) throw new RangeError('later editions stay within the BMP');
    if (edition > 1) table.fill(edition, first, last + 1);
  }
  // NFC replaces compatibility characters before drawing, so they take the edition of the
  // replacement.
  for (let unit = 0; unit < BMP; unit += 1) {
    const composedUnit = String.fromCharCode(unit).normalize('NFC').charCodeAt(0);
    if (composedUnit !== unit) table[unit] = table[composedUnit] ?? 1;
  }
  return table;
}

/** Combining marks and jamo that compose with the previous character: U+0300–036F, U+1100–11FF. */
const isComposingCharacter = (unit: number): boolean =>
  (unit >= 0x300 && unit < 0x370) || (unit >= 0x1100 && unit < 0x1200);

/**
 * Oldest font edition, from 1, that draws this text exactly as the newest does. Returns the newest
 * if characters may compose, also across a join, because the result may be in any edition. Linear
 * in the text.
 */
export function findOldestFontEdition(text: string): number {
  editionByUnit ??= buildFontEditionTable();
  let edition = 1;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (isComposingCharacter(unit)) return NEWEST_FONT_EDITION;
    edition = Math.max(edition, editionByUnit[unit] ?? 1);
  }
  return edition;
}

export const NEWEST_FONT_EDITION = FONT_EDITIONS.length;

export function getFontsDigest(edition = NEWEST_FONT_EDITION): string {
  const fontEdition = FONT_EDITIONS[edition - 1];
  if (fontEdition === undefined) throw new RangeError(`no edition ${edition} of the fonts`);
  return fontEdition.digest;
}

/** Whether labels accepted with the fonts of this digest look the same with the installed fonts. */
export const isKnownFontsDigest = (digest: string): boolean =>
  FONT_EDITIONS.some((edition) => edition.digest === digest);
