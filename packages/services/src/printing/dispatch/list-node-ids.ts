import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

const selectNextNodeId = createQueryCompiledOnce((db, { after }: { after: string }) =>
  db
    .selectFrom('client')
    .select('node_id')
    .where('node_id', '>', after)
    .orderBy('node_id')
    .limit(1),
);

/**
 * Server processes that clients are connected to, according to their rows. A query for each, not a
 * distinct one: that would read every connected client.
 */
export const listNodeIds = async (executor: Executor): Promise<string[]> => {
  const nodeIds: string[] = [];
  for (let after: string | null | undefined = ''; typeof after === 'string';) {
    const [row] = await selectNextNodeId(executor, { after });
    after = row?.node_id;
    if (typeof after === 'string') nodeIds.push(after);
  }
  return nodeIds;
};

/** Number of clients that are expected to reconnect after the end of their server process. */
export const countExpectedClients = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { kysely } = ctx.db;
  const nodeIds = (await listNodeIds(kysely)).filter(
    (nodeId) => ctx.presence.locateNode(nodeId) === 'expected',
  );
  if (nodeIds.length === 0) return 0;
  const { count } = await kysely
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('node_id', 'in', nodeIds)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};
