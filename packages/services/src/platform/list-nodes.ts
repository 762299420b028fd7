import type { Context } from './context.ts';
import { readDatabaseClock } from './database-clock.ts';
import { SECOND, toIso } from './time.ts';

/** Silence after which a server counts as dead, ms. */
export const NODE_DEAD_MS = 10 * SECOND;

/** A server as an operator sees it. `silent`: it ended without announcing it, or hangs. */
export type ListedNode = {
  nodeId: string;
  name: string;
  build: string;
  state: 'running' | 'stopped' | 'silent';
  isLeader: boolean;
  clients: number;
  /** Time that an event takes to the other servers, ms. */
  lagMs: number;
  startedAt: string;
  /** Time since its last heartbeat, ms. */
  silentMs: number;
};

/**
 * Lists the servers that were seen within a day, the oldest start first. Empty in a site with one
 * server.
 */
export const listNodes = async ({
  ctx,
}: {
  ctx: Pick<Context, 'db' | 'now'>;
}): Promise<ListedNode[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('node')
    .selectAll()
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const now = (await readDatabaseClock(ctx.db)) ?? ctx.now();
  return rows.map((row) => {
    const silentMs = Math.max(0, now - row.seen_at);
    const isSilent = silentMs >= NODE_DEAD_MS;
    return {
      nodeId: row.node_id,
      name: row.name,
      build: row.build,
      state: row.is_stopped === 1 ? 'stopped' : isSilent ? 'silent' : 'running',
      isLeader: row.is_leader === 1 && row.is_stopped === 0 && !isSilent,
      clients: row.clients,
      lagMs: row.lag_ms,
      startedAt: toIso(row.started_at),
      silentMs: Math.round(silentMs),
    };
  });
};
