import { FARTHEST, SHORTEST } from './symbols.ts';
import { isAbove, matchLength, mostAt, TOKENS, tokens, viewOf } from './tokens.ts';
import type { Parse } from './tokens.ts';

const HASH_BITS = 12;
/** Bytes that must be alike to say that something is drawn a second time. */
const ALIKE = 6;
/** What a token takes on average, and one of a place far away. */
const TOKEN_BITS = 8;
const FAR_BITS = 24;

// Used again for every bitmap: no label pays for them.
const heads = new Int32Array(1 << HASH_BITS);

/** Bits that matches of other places might have saved, as far as can be told in passing. */
export type Outlook = { bits: number; until: number; tokens: number };

export function startOutlook(): Outlook {
  heads.fill(-1);
  return { bits: 0, until: -1, tokens: 0 };
}

/**
 * Bytes as matches of the row above and of the byte before, and as themselves: two distances take so few bits that most labels
 * come out smaller than with everything zlib finds. Of two as long the byte before takes fewer. Adds to `outlook` what that might have been.
 */
export function parseRows(data: Uint8Array, stride: number, parse: Parse, outlook: Outlook): void {
  const view = viewOf(data);
  const end = data.length;
  let { at } = parse;
  let count = 0;
  while (at < end && count < TOKENS) {
    const most = mostAt(view, at);
    const run = at > 0 ? matchLength(view, at, 1, most) : 0;
    const above = run < most && isAbove(at, stride) ? matchLength(view, at, stride, most) : 0;
    const length = above > run ? above : run;
    if (at >= outlook.until) settle(outlook);
    else outlook.tokens += 1;
    if (length < SHORTEST) {
      if (outlook.until < 0 && at + 4 <= end) lookOut(view, at, most, outlook);
    } else if (!isNextLonger(view, stride, { at, most, above, run })) {
      tokens[count] = (length << 16) | (above > run ? stride : 1);
      count += 1;
      at += length;
      continue;
    }
    tokens[count] = data[at] ?? 0;
    count += 1;
    at += 1;
  }
  parse.at = at;
  parse.count = count;
}

type Found = { at: number; most: number; above: number; run: number };

/** Whether a longer match begins at the next byte: the one that goes on is a byte shorter there. */
function isNextLonger(view: DataView, stride: number, { at, most, above, run }: Found): boolean {
  const left = Math.min(most, view.byteLength - at - 1);
  if (above > run) return above < left && matchLength(view, at + 1, 1, left) > above;
  return (
    run < left &&
    above === 0 &&
    isAbove(at + 1, stride) &&
    matchLength(view, at + 1, stride, left) > run
  );
}

/** What begins here may stand elsewhere: then the tokens it takes are counted. */
function lookOut(view: DataView, at: number, most: number, outlook: Outlook): void {
  const key = Math.imul(view.getUint32(at), 0x9e37_79b1) >>> (32 - HASH_BITS);
  const place = heads[key] ?? -1;
  heads[key] = at;
  if (place < 0 || at - place > FARTHEST) return;
  const length = matchLength(view, at, at - place, most);
  if (length < ALIKE) return;
  outlook.until = at + length;
  outlook.tokens = 1;
}

function settle(outlook: Outlook): void {
  if (outlook.until < 0) return;
  outlook.bits += Math.max(0, outlook.tokens * TOKEN_BITS - FAR_BITS);
  outlook.until = -1;
}
