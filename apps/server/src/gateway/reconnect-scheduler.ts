import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';

/**
 * Minimum time between a client's welcome and this disconnect, ms. Clients of earlier releases
 * reconnect immediately.
 */
const MIN_CONNECTED_MS = 5000;

export type ReconnectScheduler = {
  recordWelcome: () => void;
  /**
   * Schedules a disconnect after a message that the client expects a response to failed. Otherwise
   * the client would wait half a minute and start no label. After it reconnects, it sends
   * everything again.
   */
  scheduleReconnect: () => void;
  /** The connection ended. */
  cancel: () => void;
};

/** Disconnects a client so that it reconnects, not earlier than `minConnectedMs` after its welcome. */
export const createReconnectScheduler = (
  close: (code: number, reason: string) => void,
  minConnectedMs = MIN_CONNECTED_MS,
): ReconnectScheduler => {
  let welcomedAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  return {
    recordWelcome: () => {
      welcomedAt = performance.now();
    },
    scheduleReconnect: () => {
      const wait = Math.max(0, welcomedAt + minConnectedMs - performance.now());
      timer ??= setTimeout(() => close(CLOSE_CODES.serviceRestart, 'try again'), wait);
    },
    cancel: () => {
      if (timer) clearTimeout(timer);
    },
  };
};
