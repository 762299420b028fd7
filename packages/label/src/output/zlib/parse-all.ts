import { FARTHEST, SHORTEST } from './symbols.ts';
import { isAbove, matchLength, mostAt, TOKENS, tokens, viewOf } from './tokens.ts';
import type { Parse } from './tokens.ts';

const HASH_BITS = 15;
/** How many earlier places with the same hash are looked at. */
const DEPTH = 512;
/** What a match far away must be longer than one of the row above or of a run. */
const FAR_COST = 1;
/** As far as this a match of three bytes is shorter than they are. */
const WORTH_THREE = 64;
/** Places looked at for each byte of the whole: so that nothing drawn on purpose takes longer. */
const PLACES_A_BYTE = 16;
/** And behind that, for each place. */
const DEPTH_SPENT = 4;
const WINDOW = FARTHEST;

// Used again for every bitmap.
const heads = new Int32Array(1 << HASH_BITS);
const earlier = new Int32Array(WINDOW);

/** A match: none when shorter than the shortest. */
type Match = { length: number; distance: number };

/** What is found at the place after the last token, if it has been looked for already. */
export type Ahead = { match: Match; isKnown: boolean; places: number };

export function startAhead(data: Uint8Array): Ahead {
  heads.fill(-1);
  return { match: { length: 0, distance: 0 }, isKnown: false, places: data.length * PLACES_A_BYTE };
}

/** Bytes as the longest matches that can be found in a bounded time, put off by a byte where a longer one begins there. */
export function parseAll(data: Uint8Array, stride: number, parse: Parse, ahead: Ahead): void {
  const view = viewOf(data);
  const end = data.length;
  const { match } = ahead;
  let { at } = parse;
  let count = 0;
  while (at < end && count < TOKENS) {
    if (!ahead.isKnown) find(view, stride, at, ahead);
    ahead.isKnown = false;
    const { length, distance } = match;
    if (length >= SHORTEST) {
      if (at + 1 < end) {
        find(view, stride, at + 1, ahead);
        ahead.isKnown = match.length > length;
      }
      if (!ahead.isKnown) {
        tokens[count] = (length << 16) | distance;
        count += 1;
        for (let i = at + 2; i < at + length && i + SHORTEST <= end; i += 1) remember(view, i);
        at += length;
        continue;
      }
    }
    tokens[count] = data[at] ?? 0;
    count += 1;
    at += 1;
  }
  parse.at = at;
  parse.count = count;
}

/** Keeps the place for later ones; returns the last that had its hash, or -1. */
function remember(view: DataView, at: number): number {
  const bytes = (view.getUint16(at) << 8) | view.getUint8(at + 2);
  const key = Math.imul(bytes, 0x9e37_79b1) >>> (32 - HASH_BITS);
  const place = heads[key] ?? -1;
  heads[key] = at;
  earlier[at & (WINDOW - 1)] = place;
  return place;
}

function find(view: DataView, stride: number, at: number, ahead: Ahead): void {
  const { match } = ahead;
  const most = mostAt(view, at);
  match.length = 0;
  if (most < SHORTEST) return;
  if (isAbove(at, stride)) {
    match.length = matchLength(view, at, stride, most);
    match.distance = stride;
  }
  if (at > 0) {
    const run = matchLength(view, at, 1, most);
    if (run >= match.length) {
      match.length = run;
      match.distance = 1;
    }
  }
  findFar(view, at, most, ahead);
}

function findFar(view: DataView, at: number, most: number, ahead: Ahead): void {
  const { match } = ahead;
  let place = remember(view, at);
  let wanted = match.length < SHORTEST ? SHORTEST - 1 : match.length + FAR_COST;
  for (let depth = ahead.places > 0 ? DEPTH : DEPTH_SPENT; depth > 0 && wanted < most; depth -= 1) {
    const distance = at - place;
    if (place < 0 || distance >= WINDOW) return;
    ahead.places -= 1;
    // Only one that is longer can agree there.
    if (view.getUint8(place + wanted) === view.getUint8(at + wanted)) {
      const found = matchLength(view, at, distance, most);
      if (found > wanted && (found > SHORTEST || distance <= WORTH_THREE)) {
        wanted = found;
        match.length = found;
        match.distance = distance;
      }
    }
    place = earlier[place & (WINDOW - 1)] ?? -1;
  }
}
