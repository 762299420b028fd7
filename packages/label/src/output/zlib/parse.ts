import { Chances, farCost, LITERAL_COST, NEAR_COST } from './chances.ts';
import { findFar, isSeen, remember } from './far.ts';
import type { Far } from './far.ts';
import { FARTHEST, LONGEST, SHORTEST } from './symbols.ts';
import { matchLength, runLength, TOKENS, tokens, getView } from './tokens.ts';
import type { Parse } from './tokens.ts';

/** A row wider than matches reach has none above it. */
const NEVER = 0x3fff_ffff;

/**
 * Reads on from `parse.at` until the data ends or there is no more room for tokens: as matches of the row above and of the
 * byte before, and as bytes. These two distances take so few bits that most labels come out smaller than with everything
 * zlib finds; of two as long, the byte before takes fewer. What lies elsewhere is taken where it saves bits.
 */
export function parseRows(data: Uint8Array, stride: number, parse: Parse, far: Far): void {
  const view = getView(data);
  const { alike, beginning, long } = far.search;
  const end = data.length - alike;
  const second = stride > FARTHEST ? NEVER : stride;
  const chances = new Chances();
  const out = tokens;
  let { at } = parse;
  let count = 0;
  let cost = 0;
  let behindMatch = at;
  while (at <= end && count < TOKENS) {
    if (at >= chances.next && chances.settle(at, cost)) {
      const { from, until, distance, token, cost: before } = chances.taken;
      out[token] = ((until - from) << 16) | distance;
      at = until;
      count = token + 1;
      cost = before + farCost(distance);
      far.last = distance;
      continue;
    }
    const word = view.getInt32(at, true);
    const before = at > 0 ? differing(word, view.getInt32(at - 1, true)) : 1;
    const over = at >= second ? differing(word, view.getInt32(at - stride, true)) : 1;
    const isNear = before === 0 || over === 0;
    // Most bytes of what is drawn: nothing near is like them, and nothing begins here.
    if (!isNear && at - behindMatch >= beginning) {
      out[count] = word & 255;
      at += 1;
      count += 1;
      cost += LITERAL_COST;
      continue;
    }
    const most = Math.min(LONGEST, data.length - at);
    const run = before === 0 ? runLength(view, at, most) : 0;
    const above = over === 0 && run < most ? matchLength(view, at, stride, most) : 0;
    const length = above > run ? above : run;
    if (length < long) {
      const back = remember(view, at, word, alike);
      if (!chances.isFull && isSeen(view, at, word, back, far.last)) {
        findFar(view, { at, most, back }, far);
        if (far.length > length) chances.add(at, far, count, cost);
      }
    }
    const other = above > run ? 1 : stride;
    if (length > 0 && !isNextLonger(view, at, length, other)) {
      out[count] = (length << 16) | (above > run ? stride : 1);
      at += length;
      behindMatch = at;
      cost += NEAR_COST;
    } else {
      out[count] = word & 255;
      at += 1;
      cost += LITERAL_COST;
    }
    count += 1;
  }
  parse.at = at;
  parse.count = count;
  if (at > end) parseEnd(view, stride, parse);
}

/** The last bytes, fewer than are looked for far away. */
function parseEnd(view: DataView, stride: number, parse: Parse): void {
  while (parse.at < view.byteLength) {
    const { at } = parse;
    const most = view.byteLength - at;
    const run = at > 0 ? runLength(view, at, most) : 0;
    const isAbove = at >= stride && stride <= FARTHEST;
    const above = isAbove ? matchLength(view, at, stride, most) : 0;
    const length = Math.max(run, above);
    const isMatch = length >= SHORTEST;
    tokens[parse.count] = isMatch ? (length << 16) | (above > run ? stride : 1) : view.getUint8(at);
    parse.count += 1;
    parse.at += isMatch ? length : 1;
  }
}

/** Of the first three bytes, without which there is no match: 0 where they are alike. */
const differing = (word: number, other: number): number => (word ^ other) & 0xff_ffff;

/** Whether a longer match of the `other` near distance begins at the next byte: what goes on is a byte shorter there. */
function isNextLonger(view: DataView, at: number, length: number, other: number): boolean {
  const next = at + 1;
  const last = next + length;
  if (other > next || other > FARTHEST || length >= LONGEST || last >= view.byteLength)
    return false;
  // Only one that is longer can agree there.
  if (view.getUint8(last) !== view.getUint8(last - other)) return false;
  return matchLength(view, next, other, length) === length;
}
