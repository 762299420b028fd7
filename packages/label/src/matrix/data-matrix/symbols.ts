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

/** Bytes of ISO 8859-1, which needs no ECI, or else of UTF-8. With `gs1`, FNC1 leads and is every GS. */
export function symbolsOf(content: string, gs1: boolean): Symbols {
  const first = gs1 ? [FNC1_CODEWORD] : [];
  let symbols = new Uint16Array(content.length);
  let header: readonly number[] = first;
  for (let i = 0; i < content.length; i += 1) {
    const code = content.charCodeAt(i);
    if (code > 255) {
      symbols = Uint16Array.from(new TextEncoder().encode(content));
      header = [...first, ...UTF8_HEADER];
      break;
    }
    symbols[i] = code;
  }
  if (gs1) {
    for (let i = 0; i < symbols.length; i += 1) if (symbols[i] === GS) symbols[i] = FNC1;
  }
  return { header, symbols };
}
