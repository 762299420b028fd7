import type { ClientTable, Selectable } from '@yunbiao/db';
import { sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';

/** The client a key belongs to; null when the key is unknown or revoked. */
export const findClientByKey = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<Selectable<ClientTable> | null> => {
  const client = await ctx.db.kysely
    .selectFrom('client')
    .selectAll()
    .where('key_hash', '=', sha256(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return client ?? null;
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
