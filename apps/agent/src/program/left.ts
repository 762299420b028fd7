/** What the client in the background leaves with, for who watches over it; anything else is a crash. */
export const LEFT = {
  /** It was told to stop. */
  asked: 0,
  /** A newer program lies there to be tried (`trialFile`). */
  update: 75,
} as const;
