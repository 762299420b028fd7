import {
  type Context,
  createFailover,
  expireDetails,
  giveUpExpected,
  type Logger,
  lookAtClients,
} from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/** Messages on the bus may be lost; the database is asked this often. */
const POLL_MS = 1000;

type LookOptions = {
  ctx: Context;
  log: Logger;
  /** The connections of now. */
  list: () => Connection[];
  /** Until a client of the process before is away, ms. */
  returnMs: number;
};

export type Looking = {
  /** At once: what is under way ends with the step it is at. */
  stop: () => void;
  /** Resolves when no look is under way. */
  idle: () => Promise<void>;
};

/**
 * Looks at the database once a second: what connected clients have to do, what has expired, and which labels of groups
 * another printer prints.
 */
export const startLooking = ({ ctx, log, list, returnMs }: LookOptions): Looking => {
  const openedAt = performance.now();
  const failover = createFailover();
  let isStopped = false;

  /** All at once: a thousand clients asked one by one would be most of what an idle site does. */
  const tellClients = async (): Promise<void> => {
    const clients = await lookAtClients({ ctx, clientIds: list().map((one) => one.clientId) });
    if (isStopped) return;
    for (const connection of list()) connection.seen(clients.get(connection.clientId) ?? null);
  };
  const giveUp = async (): Promise<void> => {
    if (performance.now() - openedAt >= returnMs) await giveUpExpected({ ctx });
  };
  const steps = [tellClients, giveUp, () => expireDetails({ ctx }), () => failover.look(ctx)];
  const look = async (): Promise<void> => {
    for (const step of steps) if (!isStopped) await step();
  };
  let looking: Promise<void> | null = null;
  const poll = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error('gateway', { error: String(error) }))
      .finally(() => {
        looking = null;
      });
  }, POLL_MS);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(poll);
    },
    idle: () => looking ?? Promise.resolve(),
  };
};
