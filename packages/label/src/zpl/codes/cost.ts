import type { CodeContent, MatrixSpec } from '../label.ts';
import { aztecWish } from './matrix.ts';

/**
 * Work for encoding a two-dimensional code, in dots that are gone through: a code of one character is as large as its
 * command says. Known before anything is encoded, and so roughly: the content is not looked at.
 */
export function encodingCost(spec: MatrixSpec, { data }: CodeContent): number {
  switch (spec.symbology) {
    case 'aztec':
      // Check words are worked out each with all.
      return aztecWords(spec.sizeCode, data.length) ** 2;
    case 'pdf417': {
      const asked = spec.columns * spec.rows;
      const check = 2 << spec.level;
      return Math.min(MAX_PDF417_WORDS, Math.max(asked, data.length + check)) * check;
    }
    case 'datamatrix':
      return Math.max(spec.columns, spec.rows) ** 2 * 8;
    case 'maxicode':
      return (MAXICODE_MM * spec.dotsPerMm) ** 2;
    // As large as its content: its characters are counted.
    case 'qr':
      return 0;
  }
}

/** More, and the encoder refuses (ISO/IEC 15438, 5.2.1). */
const MAX_PDF417_WORDS = 928;
/** Each side of a MaxiCode symbol is shorter (ISO/IEC 16023, table 7). */
const MAXICODE_MM = 29;
/** About: a codeword has 6 to 12 bits, and a byte takes 8 and what says how it is written (ISO/IEC 24778, 7). */
const BITS = { word: 10, byte: 10 };
const MAX_AZTEC_LAYERS = 32;
const USUAL_PERCENT = 23;
/** Codewords for correction besides their share, and one that is not full. */
const MORE_WORDS = 4;

/** Bits of so many layers (table 1). */
const aztecBits = (layers: number, isCompact: boolean): number =>
  ((isCompact ? 88 : 112) + 16 * layers) * layers;

function aztecWords(code: number, bytes: number): number {
  const { percent, layers, isCompact } = aztecWish(code);
  if (layers > 0) return aztecBits(layers, isCompact) / BITS.word;
  const share = 1 - (percent || USUAL_PERCENT) / 100;
  const bits = (bytes * BITS.byte + MORE_WORDS * BITS.word) / share;
  return Math.min(bits, aztecBits(MAX_AZTEC_LAYERS, false)) / BITS.word;
}
