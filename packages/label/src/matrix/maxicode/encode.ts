import { LabelError } from '../../errors.ts';
import { checkWords } from '../check-words.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { chooseCarrierMode, splitCarrier, writeCarrier } from './carrier.ts';
import type { Carrier } from './carrier.ts';
import { PAD } from './code-sets.ts';
import { placeCodewords } from './grid.ts';
import { fillWithText } from './text-codewords.ts';

/**
 * 2 and 3: a structured carrier message whose postcode has digits or letters; 4: text; 5: text with more correction; 6: for
 * setting up a reader (ISO/IEC 16023).
 */
export type MaxiCodeMode = 2 | 3 | 4 | 5 | 6;

export type MaxiCodeOptions = {
  /** When left out, 2 or 3 for a message of carriers, and 4 for anything else. */
  mode?: MaxiCodeMode;
  /** Of modes 2 and 3; when left out, it stands in the text. */
  carrier?: Carrier;
  /** Which of how many symbols this is, up to eight. */
  part?: { number: number; total: number };
};

/** The primary message: ten codewords and as many for correction. */
const PRIMARY = { data: 10, check: 10 };
/** The secondary message, in two halves that are corrected each by itself. */
const SECONDARY = { data: 84, check: 40 };
const ENHANCED_SECONDARY = { data: 68, check: 56 };
/** Nine digits take six codewords, and nothing takes less: more characters do not fit. */
const MAX_CHARACTERS = 138;
const MAX_PARTS = 8;

/**
 * A MaxiCode symbol of the text, as `placeCodewords` lays its hexagons out. Text beyond ISO/IEC 8859-1 is UTF-8 and says so
 * (ECI 26). Throws LabelError `code-not-encodable` when empty, too long, or without a proper structured carrier message where
 * the mode asks for it.
 */
export function encodeMaxiCode(text: string, options: MaxiCodeOptions = {}): ModuleMatrix {
  return placeCodewords(listCodewords(text, options));
}

/** All 144 codewords, those for correction included. */
export function listCodewords(text: string, options: MaxiCodeOptions = {}): number[] {
  if (text === '' && !options.carrier)
    throw new LabelError('code-not-encodable', 'MaxiCode 的内容为空');
  const mode = options.mode ?? chooseCarrierMode(text) ?? 4;
  const secondary = mode === 5 ? ENHANCED_SECONDARY : SECONDARY;
  const part = options.part ? writePart(options.part) : [];
  if (mode === 2 || mode === 3) {
    const { carrier, message } = options.carrier
      ? { carrier: options.carrier, message: text }
      : findCarrier(text, mode);
    const first = writeCarrier(mode, carrier);
    return addChecks(first, [...part, ...writeText(message, secondary.data - part.length)], mode);
  }
  const room = PRIMARY.data - 1 + secondary.data;
  const words = [mode, ...part, ...writeText(text, room - part.length)];
  return addChecks(words.slice(0, PRIMARY.data), words.slice(PRIMARY.data), mode);
}

function findCarrier(text: string, mode: number): { carrier: Carrier; message: string } {
  const split = splitCarrier(text);
  if (split === undefined)
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 ${mode} 的内容要先有邮编、国家代码和服务类别；普通文字用模式 4`,
    );
  return split;
}

function writePart({ number, total }: { number: number; total: number }): number[] {
  const isRight = [number, total].every((one) => Number.isInteger(one) && one >= 1);
  if (!isRight || number > total || total > MAX_PARTS)
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 最多分成 ${MAX_PARTS} 个，不能是 ${total} 个里的第 ${number} 个`,
    );
  return total === 1 ? [] : [PAD, (number - 1) * MAX_PARTS + total - 1];
}

function writeText(text: string, room: number): number[] {
  if (text.length <= MAX_CHARACTERS) {
    const isUtf8 = /[^\u0000-\u00ff]/.test(text);
    const bytes = isUtf8
      ? new TextEncoder().encode(text)
      : Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const words = fillWithText(bytes, { isUtf8, room });
    if (words !== undefined) return words;
  }
  throw new LabelError('code-not-encodable', 'MaxiCode 的内容太长，放不进一个码');
}

function addChecks(
  primary: readonly number[],
  secondary: readonly number[],
  mode: MaxiCodeMode,
): number[] {
  const { check } = mode === 5 ? ENHANCED_SECONDARY : SECONDARY;
  const [even, odd] = [0, 1].map((half) =>
    checkWords(
      secondary.filter((_, i) => i % 2 === half),
      check / 2,
      6,
    ),
  );
  const checks = even?.flatMap((word, i) => [word, odd?.[i] ?? 0]) ?? [];
  return [...primary, ...checkWords(primary, PRIMARY.check, 6), ...secondary, ...checks];
}
