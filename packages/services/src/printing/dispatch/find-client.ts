import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

/** Finds the client of a key, even if revoked; null for an unknown key. */
export const findClientByAnyKey = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await ctx.db.kysely
    .selectFrom('client')
    .selectAll()
    .where('key_hash', '=', hashClientKey(key))
    .executeTakeFirst();
  return client ?? null;
};

/** Finds the client of a key; null if the key is unknown or revoked. */
export const findClientByKey = async (by: {
  ctx: Context;
  key: string;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await findClientByAnyKey(by);
  return client?.revoked_at === null ? client : null;
};

/** Reads the current client row; null if it was revoked. */
export const findCurrentClient = async ({
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
