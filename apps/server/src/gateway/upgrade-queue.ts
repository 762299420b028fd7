import type { Duplex } from 'node:stream';
import type { WorkBudget } from '../budget/work-budget.ts';
import { WORK_COSTS } from '../budget/work-costs.ts';
import { MAX_CONNECTIONS_PER_CLIENT } from './connection-registry.ts';

/** Maximum wait of an upgrade for the member's budget, ms. Longer ones are rejected. */
const MAX_UPGRADE_WAIT_MS = 5_000;

/**
 * Limits the upgrades per client that wait for the member's budget, and drops those whose peer is
 * gone.
 */
export const createUpgradeQueue = (budget: WorkBudget) => {
  const waiting = new Map<number, number>();
  return async (client: { id: number; member_id: number }, socket: Duplex): Promise<boolean> => {
    const before = waiting.get(client.id) ?? 0;
    if (before >= MAX_CONNECTIONS_PER_CLIENT) return false;
    waiting.set(client.id, before + 1);
    const disconnected = new AbortController();
    const abortWait = (): void => disconnected.abort();
    for (const event of ['end', 'close']) socket.once(event, abortWait);
    const isAdmitted = await budget.admit({
      memberId: client.member_id,
      units: WORK_COSTS.connect,
      use: 'socket',
      signal: disconnected.signal,
      maxWaitMs: MAX_UPGRADE_WAIT_MS,
    });
    for (const event of ['end', 'close']) socket.off(event, abortWait);
    const remaining = (waiting.get(client.id) ?? 1) - 1;
    if (remaining > 0) waiting.set(client.id, remaining);
    else waiting.delete(client.id);
    return isAdmitted;
  };
};
