import { hashRaw } from '@node-rs/argon2';
import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { HASHING } from './password.ts';

/** The same for all names, which are looked up by what they come to. 16 bytes at least. */
const SALT = Buffer.from('yunbiao retired name');

/**
 * What is kept of the user name of a deleted account, as names are compared. It takes as long as a password's: whoever has
 * the table tries names one by one.
 */
export const retiredHash = async (
  usernameKey: string,
  work?: Context['passwordWork'],
): Promise<string> =>
  (await hashRaw(usernameKey, { ...HASHING, ...work, salt: SALT })).toString('hex');

export const isRetired = async (db: Executor, nameHash: string): Promise<boolean> => {
  const row = await db
    .selectFrom('retired_name')
    .select('id')
    .where('name_hash', '=', nameHash)
    .executeTakeFirst();
  return row !== undefined;
};

/** From here on nobody gets the name. */
export const retireName = async (ctx: Context, tx: Tx, nameHash: string): Promise<void> => {
  await tx
    .insertInto('retired_name')
    .values({ name_hash: nameHash, created_at: ctx.now() })
    .onConflict((twice) => twice.column('name_hash').doNothing())
    .execute();
};
