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
  return table;
}

/** The oldest edition of the fonts, from 1, that draws this text as the newest does. Linear in the text. */
export function getFontEdition(text: string): number {
  editionByUnit ??= buildTable();
  // As it is drawn: what is composed may be of a later edition than its parts.
  const drawn = text.normalize('NFC');
  let edition = 1;
  for (let i = 0; i < drawn.length; i += 1)
    edition = Math.max(edition, editionByUnit[drawn.charCodeAt(i)] ?? 1);
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
