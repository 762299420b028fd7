import { LabelError } from '../errors.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

/**
 * Decodes padded base64 (RFC 4648, clause 4), or only its first `characters`. @throws LabelError
 * `bad-image`
 */
export function decodeBase64(text: string, characters = text.length): Uint8Array {
  const digits = text.slice(0, characters).replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, count, at] = [0, 0, 0];
  for (const digit of digits) {
    const value = VALUES.get(digit);
    if (value === undefined) throw new LabelError('bad-image', '图片不是 base64');
    bits = ((bits << 6) | value) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = (bits >> count) & 0xff;
    at += 1;
  }
  return bytes;
}
