import { getKeyHash } from '@yunbiao/contract/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Whose key it is, revoked or not; null for one nobody ever got. */
export const findKey = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await ctx.db.kysely
    .selectFrom('client')
    .selectAll()
    .where('key_hash', '=', getKeyHash(key))
    .executeTakeFirst();
  return client ?? null;
};

/** The client a key belongs to; null when the key is unknown or revoked. */
export const findClientByKey = async (by: {
  ctx: Context;
  key: string;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await findKey(by);
  return client?.revoked_at === null ? client : null;
};

/** The client as it is now; null when it has been revoked. */
export const clientNow = async ({
  ctx,
  clientId,
}: {
  ctx: Context;
  clientId: number;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await ctx.db.kysely
    .selectFrom('client')
    .selectAll()
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return client ?? null;
};
