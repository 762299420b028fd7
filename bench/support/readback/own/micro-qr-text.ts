import { Bits } from './bits.ts';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const MODES = ['numeric', 'alphanumeric', 'byte', 'kanji'] as const;
type Mode = (typeof MODES)[number];

/**
 * Bits of the character count in version 1, by mode; each version adds one (ISO/IEC 18004, table of
 * Micro QR).
 */
const COUNT_BITS = { numeric: 3, alphanumeric: 2, byte: 2, kanji: 1 };

const formatDigits = (value: number, length: number): string => String(value).padStart(length, '0');

const shiftJis = new TextDecoder('shift_jis', { fatal: true });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes valid UTF-8, otherwise one character per byte: the standard leaves the encoding to the
 * creator.
 */
function getText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

const SEGMENTS: Readonly<Record<Mode, (bits: Bits, count: number) => string>> = {
  numeric(bits, count) {
    let text = '';
    for (let left = count; left > 0; left -= 3) {
      const length = Math.min(left, 3);
      text += formatDigits(bits.take([0, 4, 7, 10][length] ?? 0), length);
    }
    return text;
  },
  alphanumeric(bits, count) {
    let text = '';
    for (let left = count; left > 1; left -= 2) {
      const pair = bits.take(11);
      text += `${ALPHANUMERIC[Math.floor(pair / 45)]}${ALPHANUMERIC[pair % 45]}`;
    }
    return count % 2 === 1 ? `${text}${ALPHANUMERIC[bits.take(6)]}` : text;
  },
  byte: (bits, count) => getText(Uint8Array.from({ length: count }, () => bits.take(8))),
  kanji(bits, count) {
    const bytes = Array.from({ length: count }, () => {
      const packed = bits.take(13);
      const code = Math.floor(packed / 0xc0) * 256 + (packed % 0xc0);
      const jis = code + (code + 0x8140 <= 0x9ffc ? 0x8140 : 0xc140);
      return [jis >> 8, jis & 255];
    });
    return shiftJis.decode(Uint8Array.from(bytes.flat()));
  },
};

/** The text of a Micro QR symbol's data; undefined when the data end within a segment. */
export function microQrText(data: string, version: number): string | undefined {
  const bits = new Bits(data);
  let text = '';
  for (;;) {
    const mode = MODES[bits.take(version - 1)];
    if (mode === undefined) return undefined;
    const count = bits.take(COUNT_BITS[mode] + version - 1);
    // The terminator looks like an empty numeric segment; it is truncated when there is no room.
    if (count === 0) return mode === 'numeric' ? text : undefined;
    const needed = { numeric: Math.ceil((count * 10) / 3), alphanumeric: Math.ceil(count * 5.5) };
    const length = { ...needed, byte: count * 8, kanji: count * 13 }[mode];
    if (length > bits.left) return undefined;
    text += SEGMENTS[mode](bits, count);
  }
}
