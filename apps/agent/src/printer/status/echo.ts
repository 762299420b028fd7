import type { Answers } from './answers.ts';
import { SENT_ECHO_ALONE, SENT_ECHO_SOON, SENT_ECHO_UNWATCHED } from './sentences.ts';
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

/**
 * Notes an echo. Where all of the label, from its first byte to the echo behind it, took less than the shortest stop,
 * nothing stopped, whatever was heard meanwhile.
 */
export const noteEcho = (
  seen: Watched,
  { place, wireMs, now }: { place: EchoPlace; wireMs: number; now: number },
): void => {
  if (!seen.echo) return;
  if (place === 'before') seen.echo.beforeAt ??= now;
  if (place !== 'behind' || seen.echo.behindAt !== null) return;
  seen.echo.behindAt = now;
  seen.echo.wireMs = wireMs;
  if (now - seen.sentAt >= SHORTEST_STOP_MS) return;
  seen.unwatched = false;
  seen.sureUntil = now;
};

/** Notes that what was asked then has been answered, where it is certain that it was. */
export const noteAnswered = (started: readonly { seen: Watched | null }[], asked: number): void => {
  for (const echo of started.map(({ seen }) => seen?.echo))
    if (echo && echo.beforeAt !== null && echo.behindAt === null)
      echo.apart ||= asked >= echo.beforeAt;
};

export const isEchoDue = ({ echo }: Watched): boolean => echo !== null && echo.behindAt === null;

/** Whether the printer has been idle for `ms`, since the echo where there is one. */
export const isQuietSince = ({ echo }: Watched, ms: number, answers: Answers): boolean => {
  const run = answers.run();
  if (!run || !answers.quiet(ms)) return false;
  return run.until - Math.max(run.from, echo?.behindAt ?? run.from) >= ms;
};

/**
 * Why the echo behind a label proves nothing; null when it does. `together`: labels in a row to which nothing was
 * answered between their echoes, Infinity while it never was.
 */
export const whyNotEchoed = (
  { echo, leastMs, unwatched }: Watched,
  answers: Answers,
  together: number,
): string | null => {
  const { beforeAt, behindAt, wireMs, apart } = echo ?? NO_ECHO;
  // As good as both at once: it gives them back as it reads, or the label was thrown away.
  const least = Math.max(leastMs, wireMs * WIRE_ALLOWANCE) + answers.baseline().most;
  if (beforeAt === null || behindAt === null || behindAt - beforeAt < least) return SENT_ECHO_SOON;
  if (unwatched || answers.surplus()) return SENT_ECHO_UNWATCHED;
  // It has answered while it printed: that it did not now says that there was nothing to print. Or that it is deaf by now.
  return apart || together >= SLOW_LABELS - 1 ? null : SENT_ECHO_ALONE;
};
