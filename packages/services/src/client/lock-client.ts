import { type ClientTable, getDialect, type Selectable, type Tx } from '@yunbiao/db';

/** Makes everything about one client take turns: a hello, and leases under the fence it gave. Comes before details. */
export const lockClient = async (
  tx: Tx,
  clientId: number,
): Promise<Selectable<ClientTable> | null> => {
  const client = await tx
    .selectFrom('client')
    .selectAll()
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .$if(getDialect(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return client ?? null;
};
