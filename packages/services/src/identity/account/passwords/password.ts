import { randomInt } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { Context } from '../../../platform/context.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Argon2id (2), 19 MiB, 2 passes, 1 lane: about 7 ms on one core. */
export const HASHING_OPTIONS: Options = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export const hashPassword = (password: string, work?: Context['passwordWork']): Promise<string> =>
  hash(password, { ...HASHING_OPTIONS, ...work });

let dummyHash: Promise<string> | undefined;

/**
 * Compares a password with a hash. Without an account it does the same work on a dummy hash, so
 * that the response time does not reveal whether the account exists.
 */
export const checkPassword = async (
  storedHash: string | undefined,
  password: string,
): Promise<boolean> => {
  dummyHash ??= hashPassword(crypto.randomUUID());
  // '' means an account without a password.
  const matches = await verify(storedHash || (await dummyHash), password);
  return matches && Boolean(storedHash);
};

/** No look-alike characters: people copy it from a screen or hear it on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** Returns a random password with 59 bits of entropy, for staff to pass on. */
export const generatePassword = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** True when the password is common or equals the user name. */
export const isWeakPassword = (password: string, usernameKey: string): boolean =>
  isCommonPassword(password) || password.normalize('NFKC').toLowerCase() === usernameKey;
