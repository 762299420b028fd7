import { ECI, FNC1, FNC1_CODEWORD } from './tables.ts';

/** Input of the encodations. */
export type Symbols = {
  /** Codewords before the content. */
  header: readonly number[];
  /** Bytes of the content, or FNC1. */
  symbols: Uint16Array;
};

/** ECI 26 is UTF-8; an ECI up to 126 is encoded as its number plus one (5.4.1). */
const UTF8_HEADER = [ECI, 26 + 1];
const GS = 29;

/**
 * Returns raw bytes, ASCII, or UTF-8 with an ECI header. ISO 8859-1, the default of the standard,
 * is not used because some readers take it for Shift JIS. With `gs1`, FNC1 comes first and replaces
 * each GS.
 */
export function listDataMatrixSymbols(content: string | Uint8Array, gs1: boolean): Symbols {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const isAnnounced = typeof content === 'string' && bytes.length > content.length;
  const symbols = Uint16Array.from(bytes);
  if (gs1) {
    for (let i = 0; i < symbols.length; i += 1) if (symbols[i] === GS) symbols[i] = FNC1;
  }
  return {
    header: [...(gs1 ? [FNC1_CODEWORD] : []), ...(isAnnounced ? UTF8_HEADER : [])],
    symbols,
  };
}
