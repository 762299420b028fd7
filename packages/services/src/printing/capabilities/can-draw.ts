import {
  CAPABILITIES,
  canMeetCapabilityNeeds,
  parseCapabilities,
} from '@yunbiao/contract/gateway/capabilities';
import {
  type BatchTable,
  type ClientTable,
  type Executor,
  createQueryCompiledOnce,
  type Selectable,
} from '@yunbiao/db';

type ClientCapabilities = Pick<Selectable<ClientTable>, 'draws'>;

/** True when the client can draw the labels of a batch, by its last hello. */
export const canClientDraw = (
  { draws }: ClientCapabilities,
  { needs }: Pick<Selectable<BatchTable>, 'needs'>,
): boolean => canMeetCapabilityNeeds(parseCapabilities(draws), parseCapabilities(needs));

/** True when the client can draw everything this server accepts, so that no batch needs a check. */
export const canClientDrawEverything = ({ draws }: ClientCapabilities): boolean =>
  canMeetCapabilityNeeds(parseCapabilities(draws), CAPABILITIES);

/** Names of clients that cannot draw labels queued for them. */
export const listOutdatedClientNames = async (
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

const countQueuedLabels = createQueryCompiledOnce(
  (db, { clientIds }: { clientIds: readonly number[] }) =>
    db
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select((eb) => ['detail.client_id', 'batch.needs', eb.fn.countAll<number>().as('count')])
      .where('detail.client_id', 'in', clientIds)
      .where('detail.state', '=', 'queued')
      .groupBy(['detail.client_id', 'batch.needs']),
);

/**
 * Counts labels that wait for an update of their client, by client id. Clients without such labels
 * are missing.
 */
export const countUndrawableLabels = async (
  executor: Executor,
  clients: readonly (ClientCapabilities & { id: number })[],
): Promise<Map<number, number>> => {
  const waiting = new Map<number, number>();
  const older = new Map(
    clients
      .filter((client) => !canClientDrawEverything(client))
      .map((client) => [client.id, client]),
  );
  if (older.size === 0) return waiting;
  const rows = await countQueuedLabels(executor, { clientIds: [...older.keys()] });
  for (const { client_id: id, needs, count } of rows) {
    const client = older.get(id);
    if (!client || canClientDraw(client, { needs })) continue;
    waiting.set(id, (waiting.get(id) ?? 0) + Number(count));
  }
  return waiting;
};
