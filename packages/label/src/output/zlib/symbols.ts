/** Length and distance codes of DEFLATE (RFC 1951, 3.2.5): base value and extra bits. */

export const MIN_MATCH = 3;
export const MAX_MATCH = 258;
export const MAX_DISTANCE = 32_768;
export const END_OF_BLOCK = 256;
/** Symbol of the first length code. */
export const FIRST_LENGTH = 257;
export const LITERALS = 286;
export const DISTANCES = 30;

type Codes = { least: Uint16Array; bits: Uint8Array };

function buildExtraBitsTable(
  count: number,
  first: number,
  listBits: (code: number) => number,
): Codes {
  const min = new Uint16Array(count);
  const bits = new Uint8Array(count);
  let next = first;
  for (let code = 0; code < count; code += 1) {
    min[code] = next;
    bits[code] = listBits(code);
    next += 1 << listBits(code);
  }
  return { least: min, bits };
}

export const LENGTH_CODES = buildExtraBitsTable(29, MIN_MATCH, (code) =>
  code < 4 ? 0 : (code >> 2) - 1,
);
// The maximum length has its own code without extra bits.
LENGTH_CODES.least[28] = MAX_MATCH;
LENGTH_CODES.bits[28] = 0;

export const DISTANCE_CODES = buildExtraBitsTable(DISTANCES, 1, (code) =>
  code < 2 ? 0 : (code >> 1) - 1,
);

/** Deflate length code of each match length. */
export const LENGTH_CODE = new Uint8Array(MAX_MATCH + 1);
for (let code = 0; code < 29; code += 1) LENGTH_CODE.fill(code, LENGTH_CODES.least[code]);

/** Code of each distance. */
export const DISTANCE_CODE = new Uint8Array(MAX_DISTANCE + 1);
for (let code = 0; code < DISTANCES; code += 1)
  DISTANCE_CODE.fill(code, DISTANCE_CODES.least[code]);
