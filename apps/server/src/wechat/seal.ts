import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** SHA-1 of the parts in order of their letters: how WeChat signs. */
export const sign = (...parts: string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

export const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Random bytes in front, the length, the text, whose it is; padded to blocks of 32. */
const HEAD = 16;
const BLOCK = 32;

const getKey = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64');

/** The text in a sealed push of this app; null when it is none. */
export const unseal = (sealed: string, aesKey: string, appid: string): string | null => {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) return null;
  const key = getKey(aesKey);
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false);
  const whole = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const pad = whole.at(-1) ?? 0;
  if (pad < 1 || pad > BLOCK) return null;
  const content = whole.subarray(HEAD, whole.length - pad);
  if (content.length < 4) return null;
  const length = content.readUInt32BE(0);
  if (length > content.length - 4) return null;
  const owner = content.subarray(4 + length).toString();
  return isSame(owner, appid) ? content.subarray(4, 4 + length).toString() : null;
};

export const seal = (text: string, aesKey: string, appid: string): string => {
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const whole = Buffer.concat([randomBytes(HEAD), length, message, Buffer.from(appid)]);
  const pad = BLOCK - (whole.length % BLOCK);
  const key = getKey(aesKey);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false);
  const padded = Buffer.concat([whole, Buffer.alloc(pad, pad)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
};
