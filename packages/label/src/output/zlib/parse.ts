import {
  FarCandidates,
  computeFarMatchCost,
  LITERAL_COST,
  NEAR_MATCH_COST,
} from './far-candidates.ts';
import { findFarMatch, mayFindFarMatch, recordHashPosition } from './far-search.ts';
import type { FarSearch } from './far-search.ts';
import { MAX_DISTANCE, MAX_MATCH, MIN_MATCH } from './symbols.ts';
import { measureMatch, measureRepeatLength, MAX_TOKENS, tokens, createDataView } from './tokens.ts';
import type { Parse } from './tokens.ts';

/**
 * Marks that the row above is never matched: a row longer than the maximum match distance cannot
 * match it.
 */
const NEVER = 0x3fff_ffff;

/**
 * Parses from `parse.at` until the data ends or the token buffer is full. Uses matches of the row
 * above and of the previous byte, and literals. These two distances take so few bits that most
 * labels get smaller than with every match zlib finds; on a tie the previous byte takes fewer. Far
 * matches are used where they save bits.
 */
// oxlint-disable-next-line house/function-length -- one hot loop: each branch moves position, count and cost
export function parseRowsIntoTokens(
  data: Uint8Array,
  stride: number,
  parse: Parse,
  far: FarSearch,
): void {
  const view = createDataView(data);
  const { minLength, searchWindow, goodLength } = far.search;
  const end = data.length - minLength;
  const rowDistance = stride > MAX_DISTANCE ? NEVER : stride;
  const candidates = new FarCandidates();
  const out = tokens;
  let { at } = parse;
  let count = 0;
  let cost = 0;
  let behindMatch = at;
  while (at <= end && count < MAX_TOKENS) {
    if (at >= candidates.next && candidates.resolveEnded(at, cost)) {
      const { from, end: until, distance, token, cost: before } = candidates.taken;
      out[token] = ((until - from) << 16) | distance;
      at = until;
      count = token + 1;
      cost = before + computeFarMatchCost(distance);
      far.lastDistance = distance;
      continue;
    }
    const word = view.getInt32(at, true);
    const before = at > 0 ? diffFirstThreeBytes(word, view.getInt32(at - 1, true)) : 1;
    const rowDifference =
      at >= rowDistance ? diffFirstThreeBytes(word, view.getInt32(at - stride, true)) : 1;
    const isNear = before === 0 || rowDifference === 0;
    // Fast path for most bytes of a drawing: no near match, and no far match starts here.
    if (!isNear && at - behindMatch >= searchWindow) {
      out[count] = word & 255;
      at += 1;
      count += 1;
      cost += LITERAL_COST;
      continue;
    }
    const max = Math.min(MAX_MATCH, data.length - at);
    const run = before === 0 ? measureRepeatLength(view, at, max) : 0;
    const above = rowDifference === 0 && run < max ? measureMatch(view, at, stride, max) : 0;
    const length = above > run ? above : run;
    if (length < goodLength) {
      const back = recordHashPosition(view, at, word, minLength);
      if (!candidates.isFull && mayFindFarMatch(view, at, word, back, far.lastDistance)) {
        findFarMatch(view, { at, most: max, back }, far);
        if (far.length > length) candidates.add(at, far, count, cost);
      }
    }
    const otherDistance = above > run ? 1 : stride;
    if (length > 0 && !isNextMatchLonger(view, at, length, otherDistance)) {
      out[count] = (length << 16) | (above > run ? stride : 1);
      at += length;
      behindMatch = at;
      cost += NEAR_MATCH_COST;
    } else {
      out[count] = word & 255;
      at += 1;
      cost += LITERAL_COST;
    }
    count += 1;
  }
  parse.at = at;
  parse.count = count;
  if (at > end) parseLastBytesIntoTokens(view, stride, parse);
}

/** Parses the last bytes, which are too few for a far match. */
function parseLastBytesIntoTokens(view: DataView, stride: number, parse: Parse): void {
  while (parse.at < view.byteLength) {
    const { at } = parse;
    const max = view.byteLength - at;
    const run = at > 0 ? measureRepeatLength(view, at, max) : 0;
    const isAbove = at >= stride && stride <= MAX_DISTANCE;
    const above = isAbove ? measureMatch(view, at, stride, max) : 0;
    const length = Math.max(run, above);
    const isMatch = length >= MIN_MATCH;
    tokens[parse.count] = isMatch ? (length << 16) | (above > run ? stride : 1) : view.getUint8(at);
    parse.count += 1;
    parse.at += isMatch ? length : 1;
  }
}

/** Compares the first three bytes, the minimum of a match: 0 if they are equal. */
const diffFirstThreeBytes = (word: number, otherWord: number): number =>
  (word ^ otherWord) & 0xff_ffff;

/**
 * Whether a longer match of the `otherAt` near distance starts at the next byte; a continued match
 * is one byte shorter there.
 */
function isNextMatchLonger(view: DataView, at: number, length: number, otherAt: number): boolean {
  const next = at + 1;
  const last = next + length;
  if (otherAt > next || otherAt > MAX_DISTANCE || length >= MAX_MATCH || last >= view.byteLength)
    return false;
  // A longer match must agree at this byte.
  if (view.getUint8(last) !== view.getUint8(last - otherAt)) return false;
  return measureMatch(view, next, otherAt, length) === length;
}
