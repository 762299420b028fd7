/** Tables of the encodations (ISO/IEC 16022, 5.2). A symbol is a byte or FNC1. */

export const FNC1 = 256;
const SYMBOLS = 257;

export const LATCH = { c40: 230, base256: 231, x12: 238, text: 239, edifact: 240 };
/** Returns to ASCII from C40, Text and X12. */
export const UNLATCH = 254;
/** Returns to ASCII from EDIFACT; a 6-bit value. */
export const EDIFACT_UNLATCH = 31;
export const FNC1_CODEWORD = 232;
export const UPPER_SHIFT = 235;
export const ECI = 241;
export const PAD = 129;

export function isDigit(symbol: number): boolean {
  return symbol >= 48 && symbol <= 57;
}

/** Codewords of a symbol in ASCII encodation, without digit pairs. */
export function countAsciiCodewords(symbol: number): 1 | 2 {
  return symbol >= 128 && symbol !== FNC1 ? 2 : 1;
}

/** Space to `^`, six bits each. */
export function isEdifactCharacter(symbol: number): boolean {
  return symbol >= 32 && symbol <= 94;
}

/** An encodation with three values per two codewords. */
export type TripletSet = {
  /** Number of values per symbol; 0 if the set lacks it. */
  counts: Uint8Array;
  /** Four entries per symbol. */
  values: Uint8Array;
};

function buildTripletSet(listValues: (symbol: number) => readonly number[]): TripletSet {
  const counts = new Uint8Array(SYMBOLS);
  const values = new Uint8Array(SYMBOLS * 4);
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
    const symbolValues = listValues(symbol);
    counts[symbol] = symbolValues.length;
    values.set(symbolValues, symbol * 4);
  }
  return { counts, values };
}

const isUpper = (symbol: number): boolean => symbol >= 65 && symbol <= 90;
const isLower = (symbol: number): boolean => symbol >= 97 && symbol <= 122;

/** Values shared by C40 and Text: everything except letters and the third shift. */
function listC40TextSharedValues(symbol: number): readonly number[] {
  if (symbol === 32) return [3];
  if (isDigit(symbol)) return [symbol - 48 + 4];
  if (symbol < 32) return [0, symbol];
  if (symbol <= 47) return [1, symbol - 33];
  return symbol <= 64 ? [1, symbol - 58 + 15] : [1, symbol - 91 + 22];
}

function listC40Values(symbol: number): readonly number[] {
  if (symbol === FNC1) return [1, 27];
  if (symbol >= 128) return [1, 30, ...listC40Values(symbol - 128)];
  if (isUpper(symbol)) return [symbol - 65 + 14];
  return symbol >= 96 ? [2, symbol - 96] : listC40TextSharedValues(symbol);
}

function listTextEncodationValues(symbol: number): readonly number[] {
  if (symbol === FNC1) return [1, 27];
  if (symbol >= 128) return [1, 30, ...listTextEncodationValues(symbol - 128)];
  if (isLower(symbol)) return [symbol - 97 + 14];
  if (isUpper(symbol)) return [2, symbol - 64];
  return symbol >= 96 ? [2, symbol - 96] : listC40TextSharedValues(symbol);
}

function listX12Values(symbol: number): readonly number[] {
  if (symbol === 32 || isDigit(symbol) || isUpper(symbol)) return listC40Values(symbol);
  const special = [13, 42, 62].indexOf(symbol);
  return special < 0 ? [] : [special];
}

export const TRIPLETS = {
  c40: buildTripletSet(listC40Values),
  text: buildTripletSet(listTextEncodationValues),
  x12: buildTripletSet(listX12Values),
};
