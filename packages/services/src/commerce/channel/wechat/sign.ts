import {
  createDecipheriv,
  createSign,
  createVerify,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { RejectedCallbackError } from '../../../platform/payment-channel.ts';

const TAG_BYTES = 16;

export const generateNonce = (): string => randomBytes(16).toString('hex');

/** Joins lines for WeChat Pay's signature: each ends with a line feed. */
export const joinSignedLines = (lines: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));

/** SHA256 with RSA (PKCS #1 v1.5), base64. */
export const signLines = (lines: readonly (string | Buffer)[], key: KeyObject): string =>
  createSign('RSA-SHA256').update(joinSignedLines(lines)).sign(key, 'base64');

export const isValidSignature = (
  lines: readonly (string | Buffer)[],
  signature: string,
  key: KeyObject,
): boolean => {
  if (!/^[\w+/]{20,1000}={0,2}$/.test(signature)) return false;
  return createVerify('RSA-SHA256').update(joinSignedLines(lines)).verify(key, signature, 'base64');
};

/** Decrypts AEAD_AES_256_GCM data with the key of API v3. @throws RejectedCallbackError */
export const decryptAesGcm = (
  {
    ciphertext,
    nonce,
    associatedData,
  }: {
    ciphertext: string;
    nonce: string;
    associatedData: string;
  },
  key: Buffer,
): string => {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length <= TAG_BYTES || nonce.length !== 12) throw new RejectedCallbackError('sealed');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(associatedData));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch {
    throw new RejectedCallbackError('sealed');
  }
};
