import {
  createDecipheriv,
  createSign,
  createVerify,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Forged } from '../channel.ts';

const TAG_BYTES = 16;

export const nonce = (): string => randomBytes(16).toString('hex');

/** Lines as WeChat Pay signs them: each ends with a line feed. */
export const signedLines = (lines: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));

/** SHA256 with RSA (PKCS #1 v1.5), base64. */
export const rsaSign = (lines: readonly (string | Buffer)[], key: KeyObject): string =>
  createSign('RSA-SHA256').update(signedLines(lines)).sign(key, 'base64');

export const isSigned = (
  lines: readonly (string | Buffer)[],
  signature: string,
  key: KeyObject,
): boolean => {
  if (!/^[\w+/]{20,1000}={0,2}$/.test(signature)) return false;
  return createVerify('RSA-SHA256').update(signedLines(lines)).verify(key, signature, 'base64');
};

/** What AEAD_AES_256_GCM sealed, with the key of API v3. @throws Forged */
export const unseal = (
  {
    ciphertext,
    nonce: iv,
    associatedData,
  }: {
    ciphertext: string;
    nonce: string;
    associatedData: string;
  },
  key: Buffer,
): string => {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length <= TAG_BYTES || iv.length !== 12) throw new Forged('sealed');
  try {
    const opened = createDecipheriv('aes-256-gcm', key, Buffer.from(iv), {
      authTagLength: TAG_BYTES,
    });
    opened.setAAD(Buffer.from(associatedData));
    opened.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([opened.update(bytes.subarray(0, -TAG_BYTES)), opened.final()]).toString();
  } catch {
    throw new Forged('sealed');
  }
};
