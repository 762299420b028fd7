import { CAPABILITIES, canDraw, readCapabilities } from '@yunbiao/contract/capabilities';
import type { BatchTable, ClientTable, Executor, Selectable } from '@yunbiao/db';

type Draws = Pick<Selectable<ClientTable>, 'draws'>;

/** Whether a client draws the labels of a batch, by what it said at its last hello. */
export const canClientDraw = (
  { draws }: Draws,
  { needs }: Pick<Selectable<BatchTable>, 'needs'>,
): boolean => canDraw(readCapabilities(draws), readCapabilities(needs));

/** Whether a client draws whatever this server accepts: nothing has to be looked at for it. */
export const canDrawAll = ({ draws }: Draws): boolean =>
  canDraw(readCapabilities(draws), CAPABILITIES);

/** Names of the clients that cannot draw labels of a batch that wait for them. */
export const listClientsToUpdate = async (
  executor: Executor,
  batch: Pick<Selectable<BatchTable>, 'id' | 'needs' | 'finished_at'>,
): Promise<string[]> => {
  if (batch.finished_at !== null) return [];
  const rows = await executor
    .selectFrom('detail')
    .innerJoin('client', 'client.id', 'detail.client_id')
    .select(['client.id', 'client.name', 'client.remark', 'client.draws'])
    .distinct()
    .where('detail.batch_id', '=', batch.id)
    .where('detail.state', '=', 'queued')
    .orderBy('client.id')
    .execute();
  return rows
    .filter((client) => !canClientDraw(client, batch))
    .map(({ name, remark }) => remark || name);
};

/** Labels that wait for a newer version of some clients, by client; clients without any are left out. */
export const countUndrawn = async (
  executor: Executor,
  clients: readonly (Draws & { id: number })[],
): Promise<Map<number, number>> => {
  const waiting = new Map<number, number>();
  const older = new Map(clients.filter((one) => !canDrawAll(one)).map((one) => [one.id, one]));
  if (older.size === 0) return waiting;
  const rows = await executor
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select((eb) => ['detail.client_id', 'batch.needs', eb.fn.countAll<number>().as('count')])
    .where('detail.client_id', 'in', [...older.keys()])
    .where('detail.state', '=', 'queued')
    .groupBy(['detail.client_id', 'batch.needs'])
    .execute();
  for (const { client_id: id, needs, count } of rows) {
    const client = older.get(id);
    if (!client || canClientDraw(client, { needs })) continue;
    waiting.set(id, (waiting.get(id) ?? 0) + Number(count));
  }
  return waiting;
};
