/** Exit codes of the background client for its supervisor. Any other code is a crash. */
export const EXIT_CODES = {
  /** Stopped on request. */
  stopped: 0,
  /** A newer program waits to be tested (`trialFile`). */
  update: 75,
} as const;
