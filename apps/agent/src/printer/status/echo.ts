import { isQuiet } from './answers.ts';
import type { Answers } from './answers.ts';
import { mapSeen } from './label.ts';
import type { Label } from './label.ts';
import { SENT_ECHO_ALONE, SENT_ECHO_SOON, SENT_ECHO_UNWATCHED } from './sentences.ts';
import { isUnwatched } from './watch.ts';
import { SHORTEST_STOP_MS, SLOW_LABELS } from './timing.ts';

/**
 * A number that stands in the stream and is given back once everything before it is printed. It stands behind the
 * greeting, where there is nothing to print, and before and behind every label.
 */
export type EchoPlace = 'greeting' | 'before' | 'behind';

/** Echoes of a label, by when they came. */
export type Echo = {
  beforeAt: number | null;
  behindAt: number | null;
  /** How long its bytes alone take to the printer, ms, Infinity while unknown. */
  wireMs: number;
  /**
   * What was asked once the first had come was answered before the second came. So the second was not there yet: the
   * network, or a busy machine, delays what was sent and does not change its order.
   */
  apart: boolean;
};

export const NO_ECHO: Echo = { beforeAt: null, behindAt: null, wireMs: Infinity, apart: false };

/**
 * What gives back as it reads takes as long as the bytes do. Measured on other bytes, earlier: a wire may be slower now.
 */
const WIRE_ALLOWANCE = 1.5;

/** As far as it matters here. */
type Watched = {
  /** Shortest its paper takes, ms. */
  leastMs: number;
  sentAt: number;
  /** Null: it was sent without. */
  echo: Echo | null;
  /** A stop may have come and gone unseen. */
  unwatched: boolean;
  /** Until then, none can have. */
  sureUntil: number;
};

/** `wireMs`: how long the bytes of the label alone take, Infinity if unknown. */
type EchoHeard = { place: EchoPlace; wireMs: number; now: number };

/**
 * What an echo says of a label. Where all of the label, from its first byte to the echo behind it, took less than the
 * shortest stop, nothing stopped, whatever else was heard.
 */
export const readEcho = <Seen extends Watched>(
  seen: Seen,
  { place, wireMs, now }: EchoHeard,
): Seen => {
  const { echo, sentAt } = seen;
  if (!echo) return seen;
  if (place === 'before') return { ...seen, echo: { ...echo, beforeAt: echo.beforeAt ?? now } };
  if (place !== 'behind' || echo.behindAt !== null) return seen;
  const behind = { ...seen, echo: { ...echo, behindAt: now, wireMs } };
  return now - sentAt < SHORTEST_STOP_MS ? { ...behind, unwatched: false, sureUntil: now } : behind;
};

/** Notes an echo in what is known of a label. */
export const noteEcho = (seen: Watched, heard: EchoHeard): void => {
  Object.assign(seen, readEcho(seen, heard));
};

/** What was asked at `askedAt` has been answered, for certain. */
export const separateEchoes = (labels: readonly Label[], askedAt: number): readonly Label[] =>
  mapSeen(labels, (seen) => {
    const { echo } = seen;
    if (!echo || echo.beforeAt === null || echo.behindAt !== null) return seen;
    return { ...seen, echo: { ...echo, apart: echo.apart || askedAt >= echo.beforeAt } };
  });

export const isEchoDue = ({ echo }: Watched): boolean => echo !== null && echo.behindAt === null;

/** Whether the printer has been idle for `ms`, since the echo where there is one. */
export const isQuietSince = ({ echo }: Watched, ms: number, answers: Answers): boolean => {
  const { run } = answers;
  if (!run || !isQuiet(answers, ms)) return false;
  return run.until - Math.max(run.from, echo?.behindAt ?? run.from) >= ms;
};

/**
 * Why the echo behind a label proves nothing; null when it does. `together`: labels in a row to which nothing was
 * answered between their echoes, Infinity while it never was.
 */
export const whyNotEchoed = (
  seen: Watched,
  answers: Pick<Answers, 'baseline' | 'surplus' | 'againSince'>,
  together: number,
): string | null => {
  const { leastMs } = seen;
  const { beforeAt, behindAt, wireMs, apart } = seen.echo ?? NO_ECHO;
  // As good as both at once: it gives them back as it reads, or the label was thrown away.
  const least = Math.max(leastMs, wireMs * WIRE_ALLOWANCE) + answers.baseline.most;
  if (beforeAt === null || behindAt === null || behindAt - beforeAt < least) return SENT_ECHO_SOON;
  if (isUnwatched(seen, answers) || answers.surplus) return SENT_ECHO_UNWATCHED;
  // It has answered while it printed: that it did not now says that there was nothing to print. Or that it is deaf by now.
  return apart || together >= SLOW_LABELS - 1 ? null : SENT_ECHO_ALONE;
};
