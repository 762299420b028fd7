import { FARTHEST } from './symbols.ts';
import { matchLength } from './tokens.ts';

const HASH_BITS = 12;

/** How much is looked at: most of what labels are made of is near. */
export type Search = {
  /** Fewer bytes are not worth a place far away. */
  alike: number;
  /** Bytes behind a near match that are looked for; further on, most are the middle of something that was. */
  beginning: number;
  /** Near matches as long as this are taken, whatever lies elsewhere. */
  long: number;
  /** How many earlier places with the same hash are compared. */
  depth: number;
};
export const QUICK: Search = { alike: 7, beginning: 5, long: 32, depth: 8 };
/** For pictures. */
export const THOROUGH: Search = { alike: 5, beginning: 0x3fff_ffff, long: 258, depth: 64 };
/** Bytes compared for each byte of the whole; behind that, one place only: so that nothing drawn on purpose takes longer. */
const COMPARED_A_BYTE = 16;

// Used again for every bitmap. Places are kept without their high bits: whatever they lead to is compared.
const heads = new Uint16Array(1 << HASH_BITS);
const earlier = new Uint16Array(FARTHEST);

/** What is known of bytes far away: how many more may be compared, the distance last taken, and the match last found. */
export type Far = { search: Search; left: number; last: number; length: number; distance: number };

export function startFar(bytes: number, search: Search): Far {
  heads.fill(0);
  return { search, left: bytes * COMPARED_A_BYTE, last: 0, length: 0, distance: 0 };
}

/** Keeps the place `at`, whose first four bytes are `word`, by its first `alike`; returns how far back one with the same hash was. */
export function remember(view: DataView, at: number, word: number, alike: number): number {
  const more = view.getInt32(at + alike - 4, true);
  const key = (Math.imul(word, 0x9e37_79b1) ^ Math.imul(more, 0x85eb_ca6b)) >>> (32 - HASH_BITS);
  const back = (at - (heads[key] ?? 0)) & 0xffff;
  heads[key] = at;
  earlier[at & (FARTHEST - 1)] = at - back;
  return back;
}

/** Whether something may begin at `at` that `findFar` would find: four bytes are alike where it looks first. */
export const isSeen = (
  view: DataView,
  at: number,
  word: number,
  back: number,
  last: number,
): boolean =>
  (isWithin(back, at) && view.getInt32(at - back, true) === word) ||
  (last > 0 && last <= at && view.getInt32(at - last, true) === word);

const isWithin = (back: number, at: number): boolean => back > 0 && back < FARTHEST && back <= at;

/**
 * The longest match worth a place far away that begins at `at`, `most` at most: at the distance last taken, and where
 * `remember` has been with the same hash, the last time `back` before. In `far` then, with length 0 where there is none.
 */
export function findFar(
  view: DataView,
  { at, most, back }: { at: number; most: number; back: number },
  far: Far,
): void {
  const { last, search } = far;
  let best = search.alike - 1;
  let distance = 0;
  if (last > 0 && last <= at) {
    const length = matchLength(view, at, last, most);
    if (length > best) {
      best = length;
      distance = last;
    }
  }
  let compared = 0;
  let place = back;
  for (let depth = far.left > 0 ? search.depth : 1; depth > 0 && best < most; depth -= 1) {
    if (!isWithin(place, at)) break;
    // Only one that is longer can agree there.
    if (view.getUint8(at - place + best) === view.getUint8(at + best)) {
      const length = matchLength(view, at, place, most);
      compared += length;
      if (length > best) {
        best = length;
        distance = place;
      }
    }
    place = (at - (earlier[(at - place) & (FARTHEST - 1)] ?? 0)) & 0xffff;
  }
  far.left -= compared;
  far.length = distance === 0 ? 0 : best;
  far.distance = distance;
}
