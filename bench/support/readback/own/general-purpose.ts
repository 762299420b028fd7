import type { Bits } from './bits.ts';

const FNC1 = '\u001d';
type Mode = 'numeric' | 'alphanumeric' | 'iso646';
type Step = { text: string; mode: Mode } | undefined;

/** Digits and FNC1, 5 bits from value 5, are the same in both modes. */
const DIGITS = `0123456789${FNC1}`;
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** 6 bits, from value 32. */
const ALPHANUMERIC = `${CAPITALS}*,-./`;
/** 7 bits, from value 64. */
const LETTERS = CAPITALS + CAPITALS.toLowerCase();
/** 8 bits, from value 232. */
const MARKS = `!"%&'()*+,-./:;<=>?_ `;

/**
 * Two digits, the second or both of which may be FNC1; the last digit takes 4 bits when no more
 * remain.
 */
function readNumeric(bits: Bits): Step {
  if (bits.takes('0000')) return { text: '', mode: 'alphanumeric' };
  if (bits.left < 4) return undefined;
  if (bits.left < 7) {
    const digit = bits.take(4) - 1;
    return digit > 9 ? undefined : { text: String(digit), mode: 'numeric' };
  }
  const pair = bits.take(7) - 8;
  const text = [Math.floor(pair / 11), pair % 11].map((place) => DIGITS[place] ?? '').join('');
  return { text, mode: 'numeric' };
}

/** A digit, or FNC1, which switches to numeric mode. */
function ofFive(bits: Bits): Step {
  const text = DIGITS[bits.take(5) - 5];
  if (text === undefined) return undefined;
  return { text, mode: text === FNC1 ? 'numeric' : 'alphanumeric' };
}

function readAlphanumeric(bits: Bits): Step {
  if (bits.takes('000')) return { text: '', mode: 'numeric' };
  if (bits.takes('00100')) return { text: '', mode: 'iso646' };
  if (bits.left < 5) return undefined;
  if (!bits.takes('1')) return ofFive(bits);
  const text = bits.left < 5 ? undefined : ALPHANUMERIC[bits.take(5)];
  return text === undefined ? undefined : { text, mode: 'alphanumeric' };
}

function readIso646(bits: Bits): Step {
  if (bits.takes('000')) return { text: '', mode: 'numeric' };
  if (bits.takes('00100')) return { text: '', mode: 'alphanumeric' };
  if (bits.left < 5) return undefined;
  if (bits.takes('11101')) return readMark(bits.take(3));
  if (bits.takes('11110')) return readMark(bits.take(3) + 8);
  if (bits.takes('11111')) return readMark(bits.take(3) + 16);
  if (!bits.takes('1')) {
    const step = ofFive(bits);
    return step && { text: step.text, mode: step.text === FNC1 ? 'numeric' : 'iso646' };
  }
  const text = bits.left < 6 ? undefined : LETTERS[bits.take(6)];
  return text === undefined ? undefined : { text, mode: 'iso646' };
}

function readMark(place: number): Step {
  const text = MARKS[place];
  return text === undefined ? undefined : { text, mode: 'iso646' };
}

const STEPS = { numeric: readNumeric, alphanumeric: readAlphanumeric, iso646: readIso646 };

/**
 * Decodes the general-purpose data compaction field (ISO/IEC 24724) to its end: padding consists of
 * latches without characters. A final FNC1 completes a pair of digits.
 */
export function generalPurpose(bits: Bits): string {
  let [text, mode]: [string, Mode] = ['', 'numeric'];
  for (;;) {
    const step: Step = STEPS[mode](bits);
    if (step === undefined) return text.endsWith(FNC1) ? text.slice(0, -1) : text;
    text += step.text;
    mode = step.mode;
  }
}
