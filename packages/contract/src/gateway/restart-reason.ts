/** Maximum delay that a client accepts, ms. */
export const MAX_RECONNECT_DELAY_MS = 60_000;

/**
 * Reason of the close frame with which a stopping server tells a client when to reconnect (RFC 6455
 * §5.5.1, code 1001).
 */
export const formatRestartReason = (reconnectDelayMs: number): string =>
  `restart ${reconnectDelayMs}`;

/** Returns the delay before reconnecting, ms; null when the reason names none. */
export const parseRestartReason = (reason: string): number | null => {
  const [, delay] = /^restart (\d{1,6})$/.exec(reason) ?? [];
  return delay === undefined ? null : Math.min(Number(delay), MAX_RECONNECT_DELAY_MS);
};
