/** Lengths and distances of DEFLATE as codes (RFC 1951, 3.2.5): what each stands for at least, and the bits added to it. */

export const SHORTEST = 3;
export const LONGEST = 258;
export const FARTHEST = 32_768;
export const END_OF_BLOCK = 256;
/** The first length is this symbol. */
export const FIRST_LENGTH = 257;
export const LITERALS = 286;
export const DISTANCES = 30;

type Codes = { least: Uint16Array; bits: Uint8Array };

function listCodes(count: number, first: number, listBits: (code: number) => number): Codes {
  const least = new Uint16Array(count);
  const bits = new Uint8Array(count);
  let next = first;
  for (let code = 0; code < count; code += 1) {
    least[code] = next;
    bits[code] = listBits(code);
    next += 1 << listBits(code);
  }
  return { least, bits };
}

export const LENGTH_CODES = listCodes(29, SHORTEST, (code) => (code < 4 ? 0 : (code >> 2) - 1));
// The longest has a code of its own, without bits.
LENGTH_CODES.least[28] = LONGEST;
LENGTH_CODES.bits[28] = 0;

export const DISTANCE_CODES = listCodes(DISTANCES, 1, (code) => (code < 2 ? 0 : (code >> 1) - 1));

/** The code of each length. */
export const LENGTH_CODE = new Uint8Array(LONGEST + 1);
for (let code = 0; code < 29; code += 1) LENGTH_CODE.fill(code, LENGTH_CODES.least[code]);

/** The code of each distance. */
export const DISTANCE_CODE = new Uint8Array(FARTHEST + 1);
for (let code = 0; code < DISTANCES; code += 1)
  DISTANCE_CODE.fill(code, DISTANCE_CODES.least[code]);
