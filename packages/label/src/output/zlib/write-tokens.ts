import { stream, writeBits } from './bits.ts';
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

// Words of both codes with their lengths in the upper bits: one lookup per symbol. Reused for every
// block.
const literalWords = new Int32Array(LITERALS + 2);
const distanceWords = new Int32Array(DISTANCES);
const WORD = 0xffff;

function joinCodeLengthsAndWords({ lengths, words }: Code, joinedCodes: Int32Array): void {
  for (let symbol = 0; symbol < joinedCodes.length; symbol += 1)
    joinedCodes[symbol] = ((lengths[symbol] ?? 0) << 16) | (words[symbol] ?? 0);
}

/** Writes the first `count` tokens and the end of the block. */
export function writeDeflateTokens(count: number, literal: Code, distance: Code): void {
  joinCodeLengthsAndWords(literal, literalWords);
  joinCodeLengthsAndWords(distance, distanceWords);
  const { view } = stream;
  // Like `writeBits`, without a test for full bytes: the branch is unpredictable, and a
  // misprediction costs more.
  let { at, held, heldBits } = stream;
  for (let i = 0; i < count; i += 1) {
    const token = tokens[i] ?? 0;
    const length = token >>> 16;
    const code = LENGTH_CODE[length] ?? 0;
    const word = literalWords[length === 0 ? token : FIRST_LENGTH + code] ?? 0;
    held |= (word & WORD) << heldBits;
    heldBits += word >>> 16;
    if (length !== 0) {
      held |= (length - (LENGTH_CODES.least[code] ?? 0)) << heldBits;
      heldBits += LENGTH_CODES.bits[code] ?? 0;
      view.setInt32(at, held, true);
      at += heldBits >> 3;
      held >>>= heldBits & ~7;
      heldBits &= 7;
      const far = token & 0xffff;
      const farCode = DISTANCE_CODE[far] ?? 0;
      const farWord = distanceWords[farCode] ?? 0;
      held |= (farWord & WORD) << heldBits;
      heldBits += farWord >>> 16;
      view.setInt32(at, held, true);
      at += heldBits >> 3;
      held >>>= heldBits & ~7;
      heldBits &= 7;
      held |= (far - (DISTANCE_CODES.least[farCode] ?? 0)) << heldBits;
      heldBits += DISTANCE_CODES.bits[farCode] ?? 0;
    }
    view.setInt32(at, held, true);
    at += heldBits >> 3;
    held >>>= heldBits & ~7;
    heldBits &= 7;
  }
  stream.at = at;
  stream.held = held;
  stream.heldBits = heldBits;
  writeBits(literal.words[END_OF_BLOCK] ?? 0, literal.lengths[END_OF_BLOCK] ?? 0);
}
