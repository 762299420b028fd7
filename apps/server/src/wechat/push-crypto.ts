import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** WeChat's signature: SHA-1 of the sorted parts. */
export const computeWechatSignature = (...parts: string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

export const isEqualConstantTime = (a: string, b: string): boolean => {
  const [leftBytes, right] = [Buffer.from(a), Buffer.from(b)];
  return leftBytes.length === right.length && timingSafeEqual(leftBytes, right);
};

/** Layout: random bytes, length, text, app ID; padded to blocks of 32 bytes. */
const HEAD = 16;
const BLOCK = 32;

const decodeAesKey = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64');

/** Decrypts a push for this app. Returns null if it is invalid. */
export const decryptPush = (
  encryptedText: string,
  aesKey: string,
  appid: string,
): string | null => {
  const bytes = Buffer.from(encryptedText, 'base64');
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) return null;
  const key = decodeAesKey(aesKey);
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false);
  const decrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const paddingLength = decrypted.at(-1) ?? 0;
  if (paddingLength < 1 || paddingLength > BLOCK) return null;
  const content = decrypted.subarray(HEAD, decrypted.length - paddingLength);
  if (content.length < 4) return null;
  const length = content.readUInt32BE(0);
  if (length > content.length - 4) return null;
  const owner = content.subarray(4 + length).toString();
  return isEqualConstantTime(owner, appid) ? content.subarray(4, 4 + length).toString() : null;
};

export const encryptPush = (text: string, aesKey: string, appid: string): string => {
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const unpadded = Buffer.concat([randomBytes(HEAD), length, message, Buffer.from(appid)]);
  const pad = BLOCK - (unpadded.length % BLOCK);
  const key = decodeAesKey(aesKey);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false);
  const padded = Buffer.concat([unpadded, Buffer.alloc(pad, pad)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
};
