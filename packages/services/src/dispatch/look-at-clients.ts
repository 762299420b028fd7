import { type ClientTable, prepared, type Selectable } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';

/** What of a client makes its connection do something, looked at for all that are connected at once. */
export type ClientLook = Pick<
  Selectable<ClientTable>,
  'id' | 'enabled' | 'fence' | 'update_to' | 'revoked_at'
> & {
  /** Labels wait for its printers, or some it has are asked back. */
  hasWork: boolean;
};

/** Always so many, the last filled up with none: one query is built, however many are connected. */
const AT_ONCE = 250;
const NOBODY = 0;

const look = prepared((db, { ids, now }: { ids: readonly number[]; now: number }) =>
  db
    .selectFrom('client')
    .select(['id', 'enabled', 'fence', 'update_to', 'revoked_at'])
    .select((eb) => [
      eb
        .selectFrom('detail')
        .select('detail.id')
        .whereRef('detail.client_id', '=', 'client.id')
        .where('detail.state', '=', 'queued')
        .limit(1)
        .as('waiting'),
      eb
        .selectFrom('detail')
        .select('detail.id')
        .whereRef('detail.client_id', '=', 'client.id')
        .where('detail.state', '=', 'sending')
        .where((one) =>
          one.or([
            one('detail.cancel_requested', '=', 1),
            one('detail.recall', '=', 1),
            one('detail.expires_at', '<=', now),
          ]),
        )
        .limit(1)
        .as('asked'),
    ])
    .where('id', 'in', ids),
);

/** Clients as they are now, by id; one that is not there any more is left out. */
export const lookAtClients = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<Map<number, ClientLook>> => {
  const found = new Map<number, ClientLook>();
  for (const some of chunks(clientIds, AT_ONCE)) {
    const ids = [...some, ...Array.from({ length: AT_ONCE - some.length }, () => NOBODY)];
    for (const { waiting, asked, ...client } of await look(ctx.db.kysely, { ids, now: ctx.now() }))
      found.set(client.id, { ...client, hasWork: waiting !== null || asked !== null });
  }
  return found;
};
