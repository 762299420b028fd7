/** Close codes of the gateway's WebSocket: RFC 6455 §7.4.1, its registry, and from 4000 our own. */
export const CLOSE_CODES = {
  /** The server stops. The reason of the frame can carry a delay (`formatRestartReason`). */
  goingAway: 1001,
  /** Service restart: the server cannot process a message and needs everything again. */
  serviceRestart: 1012,
  /**
   * The key was revoked. Not a proof by itself: a reconnect receives an authenticated refusal
   * (`revocation.ts`).
   */
  revoked: 4001,
  /** Another connection of the same client replaced this one. */
  replaced: 4002,
  /** A message violated the protocol. */
  protocol: 4003,
  /** The member's IP allow list changed and no longer contains this address. */
  address: 4004,
} as const;

/** Maximum delay that a client accepts, ms. */
export const MAX_RECONNECT_DELAY_MS = 60_000;

/** Reason of the close frame with which a stopping server tells a client when to reconnect. */
export const formatRestartReason = (reconnectDelayMs: number): string =>
  `restart ${reconnectDelayMs}`;

/** Returns the delay before reconnecting, ms; null when the reason names none. */
export const parseRestartReason = (reason: string): number | null => {
  const [, delay] = /^restart (\d{1,6})$/.exec(reason) ?? [];
  return delay === undefined ? null : Math.min(Number(delay), MAX_RECONNECT_DELAY_MS);
};
