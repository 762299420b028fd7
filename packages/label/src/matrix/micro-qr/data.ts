const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/**
 * An encoding mode (ISO/IEC 18004, 7.4): its indicator, the first version that supports it, and its
 * groups.
 */
type Mode = {
  number: number;
  first: number;
  canEncode: (character: string) => boolean;
  /** Bits of a group of 1, 2, … characters; the array length is the maximum group size. */
  group: readonly number[];
  getValue: (group: string) => number;
};

const MODES: readonly Mode[] = [
  {
    number: 0,
    first: 1,
    canEncode: (character) => character >= '0' && character <= '9',
    group: [4, 7, 10],
    getValue: Number,
  },
  {
    number: 1,
    first: 2,
    canEncode: (character) => ALPHANUMERIC.includes(character),
    group: [6, 11],
    getValue: (group) =>
      Array.from(group).reduce((sum, character) => sum * 45 + ALPHANUMERIC.indexOf(character), 0),
  },
  {
    number: 2,
    first: 3,
    canEncode: () => true,
    group: [8],
    getValue: (group) => group.charCodeAt(0),
  },
];

/** Bits of the mode indicator: none in M1, which has one mode. */
const getModeFieldBits = (version: number): number => version - 1;
/**
 * Bits of the character count (table 3): 3 to 6 for digits, one fewer for alphanumeric, 4 and 5 for
 * bytes.
 */
const getCountFieldBits = (mode: Mode, version: number): number =>
  mode.number === 2 ? version + 1 : version + 2 - mode.number;

type EncodingPath = { bits: number[] };

/**
 * Data bits with terminator and padding, one array entry per bit; undefined if the text does not
 * fit.
 */
export function encodeMicroQrDataBits(
  text: string,
  version: number,
  capacity: number,
): number[] | undefined {
  const best: (EncodingPath | undefined)[] = [{ bits: [] }];
  for (let at = 0; at < text.length; at += 1) {
    const before = best[at];
    if (!before) continue;
    for (const mode of MODES.filter(({ first }) => first <= version)) {
      for (let to = at + 1; to <= text.length && mode.canEncode(text.charAt(to - 1)); to += 1) {
        const bits = [...before.bits, ...encodeMicroQrSegment(mode, text.slice(at, to), version)];
        if (
          to - at < 1 << getCountFieldBits(mode, version) &&
          bits.length < (best[to]?.bits.length ?? Infinity)
        )
          best[to] = { bits };
      }
    }
  }
  const bits = best[text.length]?.bits;
  return bits && bits.length <= capacity ? padBits(bits, version, capacity) : undefined;
}

function encodeMicroQrSegment(mode: Mode, text: string, version: number): number[] {
  const bits: number[] = [];
  pushBits(bits, mode.number, getModeFieldBits(version));
  pushBits(bits, text.length, getCountFieldBits(mode, version));
  const { length: max } = mode.group;
  for (let i = 0; i < text.length; i += max) {
    const group = text.slice(i, i + max);
    pushBits(bits, mode.getValue(group), mode.group[group.length - 1] ?? 0);
  }
  return bits;
}

/**
 * Terminator, zeros up to a codeword boundary, then pad codewords; a 4-bit pad is 0 (7.4.9,
 * 7.4.10).
 */
function padBits(bits: number[], version: number, capacity: number): number[] {
  pushBits(bits, 0, Math.min(version * 2 + 1, capacity - bits.length));
  const fullBits = capacity - (capacity % 8);
  while (bits.length < fullBits && bits.length % 8 !== 0) bits.push(0);
  for (let pad = 0xec; bits.length < fullBits; pad ^= 0xec ^ 0x11) pushBits(bits, pad, 8);
  pushBits(bits, 0, capacity - bits.length);
  return bits;
}

function pushBits(bits: number[], value: number, count: number): void {
  for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
}
