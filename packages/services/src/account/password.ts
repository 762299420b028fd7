import { randomInt } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { Context } from '../context.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Argon2id (2), 19 MiB, 2 passes, 1 lane: about 7 ms on one core. */
export const HASHING: Options = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export const hashPassword = (password: string, work?: Context['passwordWork']): Promise<string> =>
  hash(password, { ...HASHING, ...work });

let dummy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Without an account the same work is done on a hash nobody knows the
 * password of, so that time does not tell whether the account exists.
 */
export const checkPassword = async (
  storedHash: string | undefined,
  password: string,
): Promise<boolean> => {
  dummy ??= hashPassword(crypto.randomUUID());
  // '' is an account without a password.
  const matches = await verify(storedHash || (await dummy), password);
  return matches && Boolean(storedHash);
};

/** Without look-alikes: people copy it from a screen, or hear it on the telephone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** A password for somebody to be told: 59 random bits. */
export const randomPassword = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Whether it is common, or the name it belongs to. */
export const isWeakPassword = (password: string, usernameKey: string): boolean =>
  isCommonPassword(password) || password.normalize('NFKC').toLowerCase() === usernameKey;
