import { hashRaw } from '@node-rs/argon2';
import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { HASHING_OPTIONS } from './passwords/password.ts';

/** One salt for all names, because names are looked up by their hash. At least 16 bytes. */
const SALT = Buffer.from('yunbiao retired name');

/**
 * Hash of a deleted account's user name in its comparison form. As slow as a password hash, so that
 * a leaked table allows only slow guessing.
 */
export const hashRetiredName = async (
  usernameKey: string,
  work?: Context['passwordWork'],
): Promise<string> =>
  (await hashRaw(usernameKey, { ...HASHING_OPTIONS, ...work, salt: SALT })).toString('hex');

export const isRetiredName = async (db: Executor, nameHash: string): Promise<boolean> => {
  const row = await db
    .selectFrom('retired_name')
    .select('id')
    .where('name_hash', '=', nameHash)
    .executeTakeFirst();
  return row !== undefined;
};

/** Reserves the name permanently. */
export const storeRetiredName = async (ctx: Context, tx: Tx, nameHash: string): Promise<void> => {
  await tx
    .insertInto('retired_name')
    .values({ name_hash: nameHash, created_at: ctx.now() })
    .onConflict((twice) => twice.column('name_hash').doNothing())
    .execute();
};
