import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type RsaKeys = { privateKey: KeyObject; publicKey: KeyObject };

const known = new Map<string, RsaKeys>();

/**
 * An RSA pair of 2048 bits, cached by name: generation takes 0.1 s, and every test opens a vendor.
 */
export const generateRsaKeys = (name: string): RsaKeys => {
  const keys = known.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  known.set(name, keys);
  return keys;
};
