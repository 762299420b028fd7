import type { CodeContent, MatrixSpec } from '../label.ts';
import { parseAztecSize } from './matrix.ts';

/**
 * Estimated cost of encoding a two-dimensional code, in dots: the command alone can request a large
 * symbol. Approximate, because it is computed before encoding and ignores the content.
 */
export function estimateEncodingCost(spec: MatrixSpec, { data }: CodeContent): number {
  switch (spec.symbology) {
    case 'aztec':
      // Each check word depends on all words.
      return estimateAztecWords(spec.sizeCode, data.length) ** 2;
    case 'pdf417': {
      const requestedWords = spec.columns * spec.rows;
      const check = 2 << spec.level;
      return Math.min(MAX_PDF417_WORDS, Math.max(requestedWords, data.length + check)) * check;
    }
    case 'datamatrix':
      return Math.max(spec.columns, spec.rows) ** 2 * 8;
    case 'maxicode':
      return (MAXICODE_MM * spec.dotsPerMm) ** 2;
    // The size depends on the content, whose characters are counted.
    case 'qr':
      return 0;
  }
}

/** Maximum codewords of a symbol (ISO/IEC 15438, 5.2.1). */
const MAX_PDF417_WORDS = 928;
/** Upper bound for the sides of a MaxiCode symbol (ISO/IEC 16023, table 7). */
const MAXICODE_MM = 29;
/**
 * Approximate: a codeword has 6 to 12 bits, and a byte takes 8 plus mode switches (ISO/IEC 24778,
 * 7).
 */
const BITS = { word: 10, byte: 10 };
const MAX_AZTEC_LAYERS = 32;
const USUAL_PERCENT = 23;
/** Additional error correction words, and one incomplete word. */
const MORE_WORDS = 4;

/** Bits of a symbol with this many layers (table 1). */
const computeAztecBits = (layers: number, isCompact: boolean): number =>
  ((isCompact ? 88 : 112) + 16 * layers) * layers;

function estimateAztecWords(code: number, bytes: number): number {
  const { percent, layers, isCompact } = parseAztecSize(code);
  if (layers > 0) return computeAztecBits(layers, isCompact) / BITS.word;
  const share = 1 - (percent || USUAL_PERCENT) / 100;
  const bits = (bytes * BITS.byte + MORE_WORDS * BITS.word) / share;
  return Math.min(bits, computeAztecBits(MAX_AZTEC_LAYERS, false)) / BITS.word;
}
