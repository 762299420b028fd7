const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** A way to write characters (ISO/IEC 18004, 7.4): its number, the first version that knows it, and its groups. */
type Mode = {
  number: number;
  first: number;
  holds: (character: string) => boolean;
  /** Characters a group, bits of a group of 1, 2 … characters, and the value of one. */
  group: readonly number[];
  getValue: (group: string) => number;
};

const MODES: readonly Mode[] = [
  {
    number: 0,
    first: 1,
    holds: (character) => character >= '0' && character <= '9',
    group: [4, 7, 10],
    getValue: Number,
  },
  {
    number: 1,
    first: 2,
    holds: (character) => ALPHANUMERIC.includes(character),
    group: [6, 11],
    getValue: (group) =>
      Array.from(group).reduce((sum, character) => sum * 45 + ALPHANUMERIC.indexOf(character), 0),
  },
  {
    number: 2,
    first: 3,
    holds: () => true,
    group: [8],
    getValue: (group) => group.charCodeAt(0),
  },
];

/** Bits that name the mode: none in M1, whose one mode is understood. */
const modeBits = (version: number): number => version - 1;
/** Bits of the character count (table 3): 3 to 6 of digits, one fewer of letters and digits, 4 and 5 of bytes. */
const countBits = (mode: Mode, version: number): number =>
  mode.number === 2 ? version + 1 : version + 2 - mode.number;

type Way = { bits: number[] };

/** The data of a symbol with its terminator and padding, a bit an entry; undefined when the text does not fit. */
export function dataBits(text: string, version: number, capacity: number): number[] | undefined {
  const best: (Way | undefined)[] = [{ bits: [] }];
  for (let at = 0; at < text.length; at += 1) {
    const before = best[at];
    if (!before) continue;
    for (const mode of MODES.filter(({ first }) => first <= version)) {
      for (let to = at + 1; to <= text.length && mode.holds(text.charAt(to - 1)); to += 1) {
        const bits = [...before.bits, ...segment(mode, text.slice(at, to), version)];
        if (
          to - at < 1 << countBits(mode, version) &&
          bits.length < (best[to]?.bits.length ?? Infinity)
        )
          best[to] = { bits };
      }
    }
  }
  const bits = best[text.length]?.bits;
  return bits && bits.length <= capacity ? padded(bits, version, capacity) : undefined;
}

function segment(mode: Mode, text: string, version: number): number[] {
  const bits: number[] = [];
  put(bits, mode.number, modeBits(version));
  put(bits, text.length, countBits(mode, version));
  const { length: most } = mode.group;
  for (let i = 0; i < text.length; i += most) {
    const group = text.slice(i, i + most);
    put(bits, mode.getValue(group), mode.group[group.length - 1] ?? 0);
  }
  return bits;
}

/** Terminator, zeros up to a codeword, and pad codewords; one of four bits is 0 (7.4.9, 7.4.10). */
function padded(bits: number[], version: number, capacity: number): number[] {
  put(bits, 0, Math.min(version * 2 + 1, capacity - bits.length));
  const whole = capacity - (capacity % 8);
  while (bits.length < whole && bits.length % 8 !== 0) bits.push(0);
  for (let pad = 0xec; bits.length < whole; pad ^= 0xec ^ 0x11) put(bits, pad, 8);
  put(bits, 0, capacity - bits.length);
  return bits;
}

function put(bits: number[], value: number, count: number): void {
  for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
}
