import { type ClientTable, createQueryCompiledOnce, type Selectable } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';

/** Columns that trigger actions of a connection, read for all connected clients at once. */
export type ClientSnapshot = Pick<
  Selectable<ClientTable>,
  'id' | 'enabled' | 'fence' | 'update_to' | 'revoked_at'
> & {
  /** Labels are queued for its printers, or leased ones are to be cancelled. */
  hasWork: boolean;
};

/**
 * Fixed query size, padded with `NO_CLIENT_ID`, so that one prepared query serves any number of clients.
 */
const IDS_PER_QUERY = 250;
const NO_CLIENT_ID = 0;

const selectLooks = createQueryCompiledOnce(
  (db, { ids, now }: { ids: readonly number[]; now: number }) =>
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
          .where((eb) =>
            eb.or([
              eb('detail.cancel_requested', '=', 1),
              eb('detail.recall', '=', 1),
              eb('detail.expires_at', '<=', now),
            ]),
          )
          .limit(1)
          .as('asked'),
      ])
      .where('id', 'in', ids),
);

/** Current state of clients by id; deleted ones are missing. */
export const loadClientSnapshots = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<Map<number, ClientSnapshot>> => {
  const looksById = new Map<number, ClientSnapshot>();
  for (const intoChunk of splitIntoChunks(clientIds, IDS_PER_QUERY)) {
    const ids = [
      ...intoChunk,
      ...Array.from({ length: IDS_PER_QUERY - intoChunk.length }, () => NO_CLIENT_ID),
    ];
    for (const { waiting, asked, ...client } of await selectLooks(ctx.db.kysely, {
      ids,
      now: ctx.now(),
    }))
      looksById.set(client.id, { ...client, hasWork: waiting !== null || asked !== null });
  }
  return looksById;
};
