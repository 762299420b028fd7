import type { Duplex } from 'node:stream';
import type { WorkBudget } from '../work-budget.ts';
import { WORK } from '../work-costs.ts';
import { MAX_OPEN } from './roster.ts';

/** An upgrade whose member is further over the budget is refused, ms. */
const MAX_UPGRADE_WAIT_MS = 5_000;

/** Upgrades of each client that wait for its member's budget: so many at most, and none whose peer is gone. */
export const createUpgradeQueue = (budget: WorkBudget) => {
  const waiting = new Map<number, number>();
  return async (client: { id: number; member_id: number }, socket: Duplex): Promise<boolean> => {
    const before = waiting.get(client.id) ?? 0;
    if (before >= MAX_OPEN) return false;
    waiting.set(client.id, before + 1);
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    for (const event of ['end', 'close']) socket.once(event, leave);
    const isAdmitted = await budget.admit({
      memberId: client.member_id,
      units: WORK.connect,
      use: 'socket',
      signal: gone.signal,
      maxWaitMs: MAX_UPGRADE_WAIT_MS,
    });
    for (const event of ['end', 'close']) socket.off(event, leave);
    const left = (waiting.get(client.id) ?? 1) - 1;
    if (left > 0) waiting.set(client.id, left);
    else waiting.delete(client.id);
    return isAdmitted;
  };
};
