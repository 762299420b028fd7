import { setTimeout as sleep } from 'node:timers/promises';

/** Connections closed at once, so that closing thousands does not block requests in progress. */
const SLICE_SIZE = 100;
const SLICE_PAUSE_MS = 25;
/**
 * The peers of one connection each reconnect within this time, ms: a server that has just started
 * admits some hundreds of connections a second.
 */
const RECONNECT_MS_PER_CONNECTION = 2;

/**
 * Closes long-lived connections of a stopping server slice by slice. `close` receives the delay
 * after which the peer reconnects, ms, spread over all peers so that they do not come at the same
 * moment.
 */
export const closeInSlices = async <T>(
  connections: readonly T[],
  close: (connection: T, reconnectDelayMs: number) => void,
): Promise<void> => {
  const spreadMs = connections.length * RECONNECT_MS_PER_CONNECTION;
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % SLICE_SIZE === 0) await sleep(SLICE_PAUSE_MS);
    close(connection, Math.round(Math.random() * spreadMs));
  }
};
