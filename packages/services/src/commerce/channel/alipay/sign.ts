import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** Text to sign: decoded parameters sorted by name, `a=1&b=2`, without those in `leaveOut`. */
export const buildTextToSign = (
  params: Iterable<readonly [string, string]>,
  leaveOut: readonly string[],
): string =>
  [...params]
    .filter(([name]) => !leaveOut.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** RSA2: SHA256 with RSA (PKCS #1 v1.5), base64. */
export const signRsa2 = (text: string, key: KeyObject): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');

export const isValidRsa2 = (text: string | Buffer, signature: string, key: KeyObject): boolean => {
  if (!/^[\w+/]{20,1000}={0,2}$/.test(signature)) return false;
  return createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64');
};
