/**
 * Decodes data codewords strictly by ISO/IEC 16022, 5.2: an independent check that shares no code
 * with the encoder. Throws if the standard does not allow a codeword.
 */
export type Decoded = {
  /** Characters U+0000–U+00FF stand for bytes; FNC1 after the first position is GS. */
  text: string;
  eci: number | undefined;
  isGs1: boolean;
  /** Codewords before the padding. */
  used: number;
};

const listRange = (from: string, to: string): string =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) =>
    String.fromCharCode(from.charCodeAt(0) + i),
  ).join('');

const SHIFT_1 = listRange('\0', '\x1f');
const SHIFT_2 = listRange('!', '/') + listRange(':', '@') + listRange('[', '_');
const C40_SETS = [
  ` ${listRange('0', '9')}${listRange('A', 'Z')}`,
  SHIFT_1,
  SHIFT_2,
  listRange('`', '\x7f'),
];
const TEXT_SETS = [
  ` ${listRange('0', '9')}${listRange('a', 'z')}`,
  SHIFT_1,
  SHIFT_2,
  `\`${listRange('A', 'Z')}${listRange('{', '\x7f')}`,
];
const X12_SET = `\r*> ${listRange('0', '9')}${listRange('A', 'Z')}`;
const GS = '\x1d';

export function decodeCodewords(codewords: Uint8Array): Decoded {
  const result: Decoded = { text: '', eci: undefined, isGs1: false, used: codewords.length };
  let at = 0;
  const readNext = (): number => {
    const codeword = codewords[at];
    if (codeword === undefined) throw new Error('the codewords end in the middle');
    at += 1;
    return codeword;
  };
  while (at < codewords.length) {
    const codeword = readNext();
    if (codeword >= 1 && codeword <= 128) result.text += String.fromCharCode(codeword - 1);
    else if (codeword === 129) {
      result.used = at - 1;
      expectPads(codewords, at);
      return result;
    } else if (codeword >= 130 && codeword <= 229)
      result.text += String(codeword - 130).padStart(2, '0');
    else if (codeword === 230) readTriplets(C40_SETS);
    else if (codeword === 231) readBase256();
    else if (codeword === 232) {
      if (at === 1) result.isGs1 = true;
      else result.text += GS;
    } else if (codeword === 235) result.text += String.fromCharCode(readNext() - 1 + 128);
    else if (codeword === 238) readTriplets([X12_SET]);
    else if (codeword === 239) readTriplets(TEXT_SETS);
    else if (codeword === 240) readEdifact();
    else if (codeword === 241) result.eci = readNext() - 1;
    else throw new Error(`codeword ${codeword} is not ASCII`);
  }
  return result;

  function readTriplets(sets: string[]): void {
    let shift = 0;
    let isUpper = false;
    const takeValue = (value: number): void => {
      if (sets.length > 1 && shift === 0 && value < 3) {
        shift = value + 1;
        return;
      }
      if (shift === 2 && value === 30) isUpper = true;
      else if (shift === 2 && value === 27) result.text += GS;
      else {
        // The basic set of C40 and Text starts after the three shifts.
        const set = sets[shift] ?? '';
        const char = set.charCodeAt(sets.length > 1 && shift === 0 ? value - 3 : value);
        if (Number.isNaN(char)) throw new Error(`value ${value} is not in the set`);
        result.text += String.fromCharCode(char + (isUpper ? 128 : 0));
        isUpper = false;
      }
      shift = 0;
    };
    while (codewords.length - at > 1) {
      if (codewords[at] === 254) {
        if (shift !== 0 || isUpper) throw new Error('an unlatch behind a shift');
        at += 1;
        return;
      }
      const triplet = readNext() * 256 + readNext() - 1;
      takeValue(Math.floor(triplet / 1600));
      takeValue(Math.floor(triplet / 40) % 40);
      takeValue(triplet % 40);
    }
    // The last codeword may be an unlatch; otherwise it is ASCII.
    if (codewords[at] === 254) at += 1;
    if (shift > 1 || isUpper || (shift === 1 && at < codewords.length))
      throw new Error('a shift that shifts nothing');
  }

  function readEdifact(): void {
    while (codewords.length - at > 2) {
      const group = [codewords[at] ?? 0, codewords[at + 1] ?? 0, codewords[at + 2] ?? 0];
      const bits = group.map((byte) => byte.toString(2).padStart(8, '0')).join('');
      for (let i = 0; i < 4; i += 1) {
        const value = Number.parseInt(bits.slice(i * 6, i * 6 + 6), 2);
        if (value === 31) {
          // The remaining bits of the codeword with the unlatch are zero.
          const end = Math.ceil((i * 6 + 6) / 8);
          if (bits.slice(i * 6 + 6, end * 8).includes('1')) throw new Error('not zero');
          at += end;
          return;
        }
        result.text += String.fromCharCode(value < 32 ? value + 64 : value);
      }
      at += 3;
    }
  }

  function readBase256(): void {
    const readPlainByte = (): number => {
      const codeword = readNext();
      return (codeword - (((149 * at) % 255) + 1) + 512) % 256;
    };
    let count = readPlainByte();
    if (count === 0) count = codewords.length - at;
    else if (count > 249) count = (count - 249) * 250 + readPlainByte();
    for (let i = 0; i < count; i += 1) result.text += String.fromCharCode(readPlainByte());
  }
}

function expectPads(codewords: Uint8Array, from: number): void {
  for (let at = from; at < codewords.length; at += 1) {
    const pad = 129 + ((149 * (at + 1)) % 253) + 1;
    if (codewords[at] !== (pad > 254 ? pad - 254 : pad)) throw new Error(`no pad at ${at}`);
  }
}
