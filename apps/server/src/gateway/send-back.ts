/** RFC 6455's registry: service restart. */
export const COME_BACK = 1012;
/** Least time between the welcome of a client and its being sent away for this, ms: those of earlier releases come back at once. */
const STAY_MS = 5000;

export type SendBack = {
  noteWelcome: () => void;
  /**
   * Something failed that the client waits for an answer to. It would wait for half a minute, and begin no label; when it comes
   * back it says all of it again.
   */
  afterFailure: () => void;
  /** The connection ended. */
  close: () => void;
};

/** Sends a client away to come back, at the soonest 5 s after its welcome. `stayMs`: in place of these 5 s. */
export const createSendBack = (
  close: (code: number, reason: string) => void,
  stayMs = STAY_MS,
): SendBack => {
  let welcomedAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  return {
    noteWelcome: () => {
      welcomedAt = performance.now();
    },
    afterFailure: () => {
      const wait = Math.max(0, welcomedAt + stayMs - performance.now());
      timer ??= setTimeout(() => close(COME_BACK, 'try again'), wait);
    },
    close: () => {
      if (timer) clearTimeout(timer);
    },
  };
};
