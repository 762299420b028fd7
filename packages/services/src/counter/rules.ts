/** How often something was counted, and when first and last, epoch ms. */
export type Tally = { count: number; firstAt: number; lastAt: number };

/** What is counted, and what follows from it. */
export type Rule = {
  /** What is limited, with one ceiling: of each kind a prefix has rows of its own. */
  kind: string;
  who: string;
  /** The network it is done from (`getNetwork`), where the guesser chooses `who`: one prefix makes a limited number of rows. */
  network?: string;
  /** When the tally is forgotten, epoch ms. */
  expiresAt: (tally: Tally) => number;
  /** How long nothing more is counted, ms; 0 or less: it may be. */
  waitMs: (tally: Tally, now: number) => number;
  /** The same of a row that several share, where it differs. */
  sharedWaitMs?: (tally: Tally, now: number) => number;
};

type What = Pick<Rule, 'kind' | 'who' | 'network'>;

/** `max` in `windowMs` from the first on. */
export const limitWindow = (
  what: What,
  { max, windowMs }: { max: number; windowMs: number },
): Rule => {
  const expiresAt = ({ firstAt }: Tally): number => firstAt + windowMs;
  return {
    ...what,
    expiresAt,
    waitMs: (tally, now) => (tally.count < max ? 0 : expiresAt(tally) - now),
  };
};

type Pauses = {
  memoryMs: number;
  pauseMs: (count: number) => number;
  /** The longest pause of a row that several share: others must not lock out for long whom they do not name. */
  maxSharedPauseMs?: number;
};

/** After each one a pause that depends on how many there were; forgotten `memoryMs` after the last. */
export const limitByPause = (
  what: What,
  { memoryMs, pauseMs, maxSharedPauseMs = Infinity }: Pauses,
): Rule => {
  const waitAtMost =
    (maxMs: number): Rule['waitMs'] =>
    ({ count, lastAt }, now) =>
      count === 0 ? 0 : lastAt + Math.min(maxMs, pauseMs(count)) - now;
  return {
    ...what,
    expiresAt: ({ lastAt }) => lastAt + memoryMs,
    waitMs: waitAtMost(Infinity),
    sharedWaitMs: waitAtMost(maxSharedPauseMs),
  };
};
