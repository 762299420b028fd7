import { ECI, FNC1, FNC1_CODEWORD } from './tables.ts';

/** Content as the encodations see it. */
export type Symbols = {
  /** Codewords ahead of the content. */
  header: readonly number[];
  /** Bytes of the content, or FNC1. */
  symbols: Uint16Array;
};

/** ECI 26 is UTF-8; an ECI up to 126 is written as one more than its number (5.4.1). */
const UTF8_HEADER = [ECI, 26 + 1];
const GS = 29;

/**
 * Bytes as they are, ASCII, or else UTF-8, announced: ISO 8859-1, which the standard takes for granted, readers take for
 * Shift JIS now and then. With `gs1`, FNC1 leads and is every GS.
 */
export function listSymbols(content: string | Uint8Array, gs1: boolean): Symbols {
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
