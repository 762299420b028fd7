import { LabelError } from '../../errors.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { computeCheckCodewords } from '../qr/reed-solomon.ts';
import { encodeMicroQrDataBits } from './data.ts';
import { drawMicroQr } from './draw.ts';

/** Quiet zone on each side, in modules (ISO/IEC 18004, 6.3.8). */
export const MICRO_QR_QUIET_ZONE = 2;

/** Error correction level. M1 only detects errors and counts as L; there is no H. */
export type MicroQrLevel = 'L' | 'M' | 'Q';

/**
 * M1 to M4 with their levels and capacities (tables 7 and 9). The index is the symbol number of the
 * format information.
 */
const SYMBOLS: readonly {
  version: number;
  level: MicroQrLevel;
  dataBits: number;
  checkBytes: number;
}[] = [
  { version: 1, level: 'L', dataBits: 20, checkBytes: 2 },
  { version: 2, level: 'L', dataBits: 40, checkBytes: 5 },
  { version: 2, level: 'M', dataBits: 32, checkBytes: 6 },
  { version: 3, level: 'L', dataBits: 84, checkBytes: 6 },
  { version: 3, level: 'M', dataBits: 68, checkBytes: 8 },
  { version: 4, level: 'L', dataBits: 128, checkBytes: 8 },
  { version: 4, level: 'M', dataBits: 112, checkBytes: 10 },
  { version: 4, level: 'Q', dataBits: 80, checkBytes: 14 },
];

/** Maximum digits of any symbol. */
const MAX_CHARACTERS = 35;

/**
 * Encodes the text in the smallest Micro QR symbol of the error correction level. Micro QR has no
 * ECI, so only ASCII is accepted. Throws LabelError `code-not-encodable` if the text is empty, too
 * long or not ASCII.
 */
export function encodeMicroQr(text: string, level: MicroQrLevel): ModuleMatrix {
  if (text === '') throw new LabelError('code-not-encodable', 'Micro QR 的内容为空');
  const badCharacter = Array.from(text).find((character) => character > '\u007f');
  if (badCharacter !== undefined)
    throw new LabelError(
      'code-not-encodable',
      `Micro QR 不能包含“${badCharacter}”，只支持英文、数字和半角符号；中文请用普通二维码`,
    );
  for (const [number, symbol] of SYMBOLS.entries()) {
    if (symbol.level !== level || text.length > MAX_CHARACTERS) continue;
    const bits = encodeMicroQrDataBits(text, symbol.version, symbol.dataBits);
    if (bits)
      return drawMicroQr(symbol.version, number, appendCheckCodewords(bits, symbol.checkBytes));
  }
  throw new LabelError('code-not-encodable', 'Micro QR 的内容太长，请用普通二维码');
}

/** Appends check codewords to the data, whose last codeword has four bits in M1 and M3 (7.5.2). */
function appendCheckCodewords(data: readonly number[], checkBytes: number): number[] {
  const bytes = new Uint8Array((data.length + 7) >> 3);
  data.forEach((bit, i) => {
    // A 4-bit codeword is the upper half of a byte.
    bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
  });
  const check = computeCheckCodewords(bytes, 0, bytes.length, checkBytes);
  return [
    ...data,
    ...Array.from(check).flatMap((byte) =>
      [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1),
    ),
  ];
}
