import { LabelError } from '../../errors.ts';
import { computeReedSolomonCodewords } from '../check-words.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { chooseCarrierMode, splitCarrierMessage, encodeCarrierMessage } from './carrier.ts';
import type { Carrier } from './carrier.ts';
import { PAD } from './code-sets.ts';
import { placeMaxiCodeCodewords } from './grid.ts';
import { encodeTextToCodewords } from './text-codewords.ts';

/**
 * 2 and 3: structured carrier message with a numeric or alphanumeric postcode; 4: text; 5: text
 * with enhanced error correction; 6: reader configuration (ISO/IEC 16023).
 */
export type MaxiCodeMode = 2 | 3 | 4 | 5 | 6;

export type MaxiCodeOptions = {
  /** Default: 2 or 3 for a carrier message, otherwise 4. */
  mode?: MaxiCodeMode;
  /** For modes 2 and 3; taken from the text when omitted. */
  carrier?: Carrier;
  /** Position of this symbol in a structured append of up to eight. */
  part?: { number: number; total: number };
};

/** Primary message: ten data and ten check codewords. */
const PRIMARY = { data: 10, check: 10 };
/** Secondary message, in two halves that are corrected separately. */
const SECONDARY = { data: 84, check: 40 };
const ENHANCED_SECONDARY = { data: 68, check: 56 };
/** Nine digits take six codewords, the densest encoding: more characters never fit. */
const MAX_CHARACTERS = 138;
const MAX_PARTS = 8;

/**
 * Encodes the text as a MaxiCode symbol, in the grid of `placeMaxiCodeCodewords`. Text beyond
 * ISO/IEC 8859-1 is encoded as UTF-8 with ECI 26. Throws LabelError `code-not-encodable` if the
 * text is empty or too long, or if the mode needs a structured carrier message and there is no
 * valid one.
 */
export function encodeMaxiCode(text: string, options: MaxiCodeOptions = {}): ModuleMatrix {
  return placeMaxiCodeCodewords(computeMaxiCodeCodewords(text, options));
}

/** All 144 codewords, including error correction. @throws LabelError `code-not-encodable` */
export function computeMaxiCodeCodewords(text: string, options: MaxiCodeOptions = {}): number[] {
  if (text === '' && !options.carrier)
    throw new LabelError('code-not-encodable', 'MaxiCode 的内容为空');
  const mode = options.mode ?? chooseCarrierMode(text) ?? 4;
  const secondary = mode === 5 ? ENHANCED_SECONDARY : SECONDARY;
  const part = options.part ? encodeStructuredAppend(options.part) : [];
  if (mode === 2 || mode === 3) {
    const { carrier, message } = options.carrier
      ? { carrier: options.carrier, message: text }
      : requireCarrierMessage(text, mode);
    const first = encodeCarrierMessage(mode, carrier);
    return addErrorCorrectionCodewords(
      first,
      [...part, ...encodeMaxiCodeText(message, secondary.data - part.length)],
      mode,
    );
  }
  const room = PRIMARY.data - 1 + secondary.data;
  const words = [mode, ...part, ...encodeMaxiCodeText(text, room - part.length)];
  return addErrorCorrectionCodewords(words.slice(0, PRIMARY.data), words.slice(PRIMARY.data), mode);
}

function requireCarrierMessage(text: string, mode: number): { carrier: Carrier; message: string } {
  const split = splitCarrierMessage(text);
  if (split === undefined)
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 ${mode} 的内容要先有邮编、国家代码和服务类别；普通文字用模式 4`,
    );
  return split;
}

function encodeStructuredAppend({ number, total }: { number: number; total: number }): number[] {
  const isRight = [number, total].every((value) => Number.isInteger(value) && value >= 1);
  if (!isRight || number > total || total > MAX_PARTS)
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 最多分成 ${MAX_PARTS} 个，不能是 ${total} 个里的第 ${number} 个`,
    );
  return total === 1 ? [] : [PAD, (number - 1) * MAX_PARTS + total - 1];
}

function encodeMaxiCodeText(text: string, room: number): number[] {
  if (text.length <= MAX_CHARACTERS) {
    const isUtf8 = /[^\u0000-\u00ff]/.test(text);
    const bytes = isUtf8
      ? new TextEncoder().encode(text)
      : Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const words = encodeTextToCodewords(bytes, { isUtf8, room });
    if (words !== undefined) return words;
  }
  throw new LabelError('code-not-encodable', 'MaxiCode 的内容太长，放不进一个码');
}

function addErrorCorrectionCodewords(
  primary: readonly number[],
  secondary: readonly number[],
  mode: MaxiCodeMode,
): number[] {
  const { check } = mode === 5 ? ENHANCED_SECONDARY : SECONDARY;
  const [evenCodewords, oddCodewords] = [0, 1].map((half) =>
    computeReedSolomonCodewords(
      secondary.filter((_, i) => i % 2 === half),
      check / 2,
      6,
    ),
  );
  const checks = evenCodewords?.flatMap((word, i) => [word, oddCodewords?.[i] ?? 0]) ?? [];
  return [
    ...primary,
    ...computeReedSolomonCodewords(primary, PRIMARY.check, 6),
    ...secondary,
    ...checks,
  ];
}
