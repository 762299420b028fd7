import { type ClientTable, getDialect, type Selectable, type Tx } from '@yunbiao/db';

/**
 * Serializes changes to one client: hello messages, and leases under the fence of the last hello.
 * Lock order: the client before its details.
 */
export const lockClientRow = async (
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
