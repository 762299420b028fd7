/** Count, and first and last time, epoch ms. */
export type Count = { count: number; firstAt: number; lastAt: number };

/** A rate limit rule. */
export type RateLimitRule = {
  /** Kind of limit. Each prefix has a separate set of rows per kind. */
  kind: string;
  subject: string;
  /**
   * Network of the request (`getRateLimitNetwork`), set when the caller chooses `subject`: it limits the rows
   * per prefix.
   */
  network?: string;
  /** Expiry of the tally, epoch ms. */
  computeExpiry: (tally: Count) => number;
  /** Time until the next attempt is allowed, ms; 0 or less means now. */
  computeWaitMs: (tally: Count, now: number) => number;
  /** `computeWaitMs` for shared rows, where it differs. */
  computeSharedWaitMs?: (tally: Count, now: number) => number;
};

type RuleKey = Pick<RateLimitRule, 'kind' | 'subject' | 'network'>;

/** Allows `max` attempts in `windowMs` from the first one. */
export const createWindowRule = (
  ruleKey: RuleKey,
  { max, windowMs }: { max: number; windowMs: number },
): RateLimitRule => {
  const computeWindowEnd = ({ firstAt }: Count): number => firstAt + windowMs;
  return {
    ...ruleKey,
    computeExpiry: computeWindowEnd,
    computeWaitMs: (tally, now) => (tally.count < max ? 0 : computeWindowEnd(tally) - now),
  };
};

type Pauses = {
  retentionMs: number;
  computePauseMs: (count: number) => number;
  /** Maximum pause of a shared row: it must not lock out unrelated users for long. */
  maxSharedPauseMs?: number;
};

/** Pauses after each attempt, depending on the count. Expires `retentionMs` after the last attempt. */
export const createPauseRule = (
  ruleKey: RuleKey,
  { retentionMs, computePauseMs, maxSharedPauseMs = Infinity }: Pauses,
): RateLimitRule => {
  const createCappedWait =
    (maxMs: number): RateLimitRule['computeWaitMs'] =>
    ({ count, lastAt }, now) =>
      count === 0 ? 0 : lastAt + Math.min(maxMs, computePauseMs(count)) - now;
  return {
    ...ruleKey,
    computeExpiry: ({ lastAt }) => lastAt + retentionMs,
    computeWaitMs: createCappedWait(Infinity),
    computeSharedWaitMs: createCappedWait(maxSharedPauseMs),
  };
};
