import { MAX_DISTANCE } from './symbols.ts';
import { measureMatch } from './tokens.ts';

const HASH_BITS = 12;

/** Limits of the search for far matches; most matches of labels are near. */
export type SearchLimits = {
  /** Minimum length of a far match, in bytes. */
  minLength: number;
  /**
   * Bytes after a near match at which far matches are searched. Later bytes are mostly in the
   * middle of something already searched.
   */
  searchWindow: number;
  /** Near matches of this length are taken without searching. */
  goodLength: number;
  /** Maximum number of earlier positions compared per hash. */
  depth: number;
};
export const QUICK: SearchLimits = { minLength: 7, searchWindow: 5, goodLength: 32, depth: 8 };
/** Limits of a slower search with a smaller result, worth it for pictures. */
export const THOROUGH: SearchLimits = {
  minLength: 5,
  searchWindow: 0x3fff_ffff,
  goodLength: 258,
  depth: 64,
};
/**
 * Budget of compared bytes per input byte. Beyond it only one position is compared, which bounds
 * the time for crafted input.
 */
const BUDGET_PER_BYTE = 16;

// Reused for every bitmap. Positions are stored without their high bits: the bytes they lead to are
// compared anyway.
const lastPositions = new Uint16Array(1 << HASH_BITS);
const previousPositions = new Uint16Array(MAX_DISTANCE);

/**
 * State of the far search: remaining budget of compared bytes, last distance used, and last match
 * found.
 */
export type FarSearch = {
  search: SearchLimits;
  remainingBudget: number;
  lastDistance: number;
  length: number;
  distance: number;
};

export function createFarMatchSearch(bytes: number, search: SearchLimits): FarSearch {
  lastPositions.fill(0);
  return {
    search,
    remainingBudget: bytes * BUDGET_PER_BYTE,
    lastDistance: 0,
    length: 0,
    distance: 0,
  };
}

/**
 * Records position `at` under the hash of its first `alike` bytes; `word` is the first four.
 * Returns the distance to the last position with the same hash.
 */
export function recordHashPosition(
  view: DataView,
  at: number,
  word: number,
  alike: number,
): number {
  const nextWord = view.getInt32(at + alike - 4, true);
  const key =
    (Math.imul(word, 0x9e37_79b1) ^ Math.imul(nextWord, 0x85eb_ca6b)) >>> (32 - HASH_BITS);
  const back = (at - (lastPositions[key] ?? 0)) & 0xffff;
  lastPositions[key] = at;
  previousPositions[at & (MAX_DISTANCE - 1)] = at - back;
  return back;
}

/**
 * Whether `findFarMatch` may find a match at `at`: compares four bytes at the positions it checks first.
 */
export const mayFindFarMatch = (
  view: DataView,
  at: number,
  word: number,
  back: number,
  last: number,
): boolean =>
  (isDistanceInWindow(back, at) && view.getInt32(at - back, true) === word) ||
  (last > 0 && last <= at && view.getInt32(at - last, true) === word);

const isDistanceInWindow = (back: number, at: number): boolean =>
  back > 0 && back < MAX_DISTANCE && back <= at;

/**
 * Finds the longest far match at `at`, at most `most` bytes: at the last used distance, and at the
 * positions recorded with the same hash, the latest `back` before. Writes it to `far`, with length
 * 0 if there is none.
 */
export function findFarMatch(
  view: DataView,
  { at, most, back }: { at: number; most: number; back: number },
  far: FarSearch,
): void {
  const { lastDistance, search } = far;
  let best = search.minLength - 1;
  let distance = 0;
  if (lastDistance > 0 && lastDistance <= at) {
    const length = measureMatch(view, at, lastDistance, most);
    if (length > best) {
      best = length;
      distance = lastDistance;
    }
  }
  let compared = 0;
  let place = back;
  for (
    let depth = far.remainingBudget > 0 ? search.depth : 1;
    depth > 0 && best < most;
    depth -= 1
  ) {
    if (!isDistanceInWindow(place, at)) break;
    // A longer match must agree at this byte.
    if (view.getUint8(at - place + best) === view.getUint8(at + best)) {
      const length = measureMatch(view, at, place, most);
      compared += length;
      if (length > best) {
        best = length;
        distance = place;
      }
    }
    place = (at - (previousPositions[(at - place) & (MAX_DISTANCE - 1)] ?? 0)) & 0xffff;
  }
  far.remainingBudget -= compared;
  far.length = distance === 0 ? 0 : best;
  far.distance = distance;
}
