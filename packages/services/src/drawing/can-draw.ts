import { canDraw, readCapabilities } from '@yunbiao/contract/capabilities';
import type { BatchTable, ClientTable, Executor, Selectable } from '@yunbiao/db';

type Draws = Pick<Selectable<ClientTable>, 'draws'>;

/** Whether a client draws the labels of a batch, by what it said at its last hello. */
export const canClientDraw = (
  { draws }: Draws,
  { needs }: Pick<Selectable<BatchTable>, 'needs'>,
): boolean => canDraw(readCapabilities(draws), readCapabilities(needs));

/** What a member's open batches need, each once. */
const listOpenNeeds = async (executor: Executor, memberId: number): Promise<string[]> => {
  const rows = await executor
    .selectFrom('batch')
    .select('needs')
    .distinct()
    .where('member_id', '=', memberId)
    .where('finished_at', 'is', null)
    .execute();
  return rows.map(({ needs }) => needs);
};

/** The `needs` of a member's open batches that are more than the client draws. */
export const listUndrawnNeeds = async (
  executor: Executor,
  client: Draws & { member_id: number },
): Promise<string[]> => {
  const open = await listOpenNeeds(executor, client.member_id);
  return open.filter((needs) => !canClientDraw(client, { needs }));
};

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

/** Labels that wait for a newer version of a member's clients, by client; clients without any are left out. */
export const countUndrawn = async (
  executor: Executor,
  memberId: number,
  clients: readonly (Draws & { id: number })[],
): Promise<Map<number, number>> => {
  const waiting = new Map<number, number>();
  const open = await listOpenNeeds(executor, memberId);
  for (const client of clients) {
    const undrawn = open.filter((needs) => !canClientDraw(client, { needs }));
    if (undrawn.length === 0) continue;
    const { count } = await executor
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('detail.client_id', '=', client.id)
      .where('detail.state', '=', 'queued')
      .where('batch.needs', 'in', undrawn)
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) waiting.set(client.id, Number(count));
  }
  return waiting;
};
