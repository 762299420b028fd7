import { stream, write } from './bits.ts';
import type { Code } from './huffman.ts';
import {
  DISTANCE_CODE,
  DISTANCE_CODES,
  DISTANCES,
  END_OF_BLOCK,
  FIRST_LENGTH,
  LENGTH_CODE,
  LENGTH_CODES,
  LITERALS,
} from './symbols.ts';
import { tokens } from './tokens.ts';

// Words of both codes with their lengths above them, used again for every block: one look for each.
const literalWords = new Int32Array(LITERALS + 2);
const distanceWords = new Int32Array(DISTANCES);
const WORD = 0xffff;

function join({ lengths, words }: Code, joined: Int32Array): void {
  for (let symbol = 0; symbol < joined.length; symbol += 1)
    joined[symbol] = ((lengths[symbol] ?? 0) << 16) | (words[symbol] ?? 0);
}

/** The first `count` tokens in these codes, and the end of the block. */
export function writeTokens(count: number, literal: Code, distance: Code): void {
  join(literal, literalWords);
  join(distance, distanceWords);
  const { view } = stream;
  // Up to 32 bits are held here, so that what a token takes is put in one or two pieces, 31 bits at most.
  let { at, held, heldBits } = stream;
  for (let i = 0; i < count; i += 1) {
    const token = tokens[i] ?? 0;
    const length = token >>> 16;
    const code = LENGTH_CODE[length] ?? 0;
    const symbol = length === 0 ? token : FIRST_LENGTH + code;
    const word = literalWords[symbol] ?? 0;
    let bits = word & WORD;
    let size = word >>> 16;
    if (length !== 0) {
      bits |= (length - (LENGTH_CODES.least[code] ?? 0)) << size;
      size += LENGTH_CODES.bits[code] ?? 0;
    }
    held |= bits << heldBits;
    heldBits += size;
    if (heldBits >= 32) {
      view.setInt32(at, held, true);
      at += 4;
      heldBits -= 32;
      held = (bits >>> (size - heldBits)) | 0;
    }
    if (length === 0) continue;
    const far = token & 0xffff;
    const farCode = DISTANCE_CODE[far] ?? 0;
    const farWord = distanceWords[farCode] ?? 0;
    size = farWord >>> 16;
    bits = (farWord & WORD) | ((far - (DISTANCE_CODES.least[farCode] ?? 0)) << size);
    size += DISTANCE_CODES.bits[farCode] ?? 0;
    held |= bits << heldBits;
    heldBits += size;
    if (heldBits >= 32) {
      view.setInt32(at, held, true);
      at += 4;
      heldBits -= 32;
      held = (bits >>> (size - heldBits)) | 0;
    }
  }
  stream.at = at;
  stream.held = held;
  stream.heldBits = heldBits;
  write(literal.words[END_OF_BLOCK] ?? 0, literal.lengths[END_OF_BLOCK] ?? 0);
}
