import { RUNS } from './coverage.gen.ts';
import { FONT_EDITIONS } from './digests.gen.ts';

const BMP = 0x1_0000;

/** Edition of each code unit, from 1; of characters no font has, too: they are drawn alike with all. */
let editionByUnit: Uint8Array | undefined;

function buildTable(): Uint8Array {
  const table = new Uint8Array(BMP).fill(1);
  for (let run = 0; run < RUNS.length; run += 3) {
    const [first = 0, last = 0, piece = 0] = RUNS.slice(run, run + 3);
    const edition = 1 + FONT_EDITIONS.findIndex(({ lastPiece }) => piece <= lastPiece);
    if (edition > 1 && last >= BMP) throw new RangeError('later editions stay within the BMP');
    if (edition > 1) table.fill(edition, first, last + 1);
  }
  // What is drawn for a character that only exists for compatibility is another one (NFC).
  for (let unit = 0; unit < BMP; unit += 1) {
    const drawn = String.fromCharCode(unit).normalize('NFC').charCodeAt(0);
    if (drawn !== unit) table[unit] = table[drawn] ?? 1;
  }
  return table;
}

/** Marks and jamo that compose with what stands before them: U+0300–036F, U+1100–11FF. */
const isComposing = (unit: number): boolean =>
  (unit >= 0x300 && unit < 0x370) || (unit >= 0x1100 && unit < 0x1200);

/**
 * The oldest edition of the fonts, from 1, that draws this text as the newest does; the newest where characters may compose,
 * with each other or across a join: what comes of them may be of any edition. Linear in the text.
 */
export function getFontEdition(text: string): number {
  editionByUnit ??= buildTable();
  let edition = 1;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (isComposing(unit)) return NEWEST_FONT_EDITION;
    edition = Math.max(edition, editionByUnit[unit] ?? 1);
  }
  return edition;
}

export const NEWEST_FONT_EDITION = FONT_EDITIONS.length;

/** What an edition is known by. */
export function getFontsDigest(edition = NEWEST_FONT_EDITION): string {
  const found = FONT_EDITIONS[edition - 1];
  if (found === undefined) throw new RangeError(`no edition ${edition} of the fonts`);
  return found.digest;
}

/** Whether labels that were accepted with these fonts look the same with those here. */
export const hasFonts = (digest: string): boolean =>
  FONT_EDITIONS.some((edition) => edition.digest === digest);
