import type { Answers } from './answers.ts';
import { mapSeen } from './label.ts';
import type { Label, Observation } from './label.ts';
import { ASK_MOST_MS, SHORTEST_STOP_MS } from './timing.ts';

/** From a question to its answer; the next one is due so soon that no stop fits between two answers. */
const MAX_GAP_MS = SHORTEST_STOP_MS - 2 * ASK_MOST_MS;

/**
 * Whether a stop may have come and gone unseen before this answer to a question of `askedAt`; `lastAskedAt`: when the
 * question answered before it was asked. Where answers are ahead of the work, a question during a stop is answered at once
 * with it, or lost. An answer that was late, or a question asked late by a busy machine, may have missed one.
 */
const mayMissStop = (
  { sentAt, sureUntil }: Observation,
  { now, askedAt, lastAskedAt }: { now: number; askedAt: number; lastAskedAt: number },
): boolean =>
  now - Math.max(askedAt, sureUntil) > MAX_GAP_MS ||
  (askedAt - Math.max(lastAskedAt, sureUntil) > SHORTEST_STOP_MS && sentAt < askedAt);

/**
 * Whether a stop may have come and gone under a label, as far as is known by now: of a question that has no answer yet,
 * and was asked again, it is not.
 */
export const isUnwatched = (
  { unwatched, sureUntil }: Pick<Observation, 'unwatched' | 'sureUntil'>,
  { againSince }: Pick<Answers, 'againSince'>,
): boolean => unwatched || (againSince !== null && againSince > sureUntil);

/** Notes which labels a stop may have come and gone under. */
export const watchStops = (
  labels: readonly Label[],
  answered: { now: number; askedAt: number; lastAskedAt: number },
): readonly Label[] =>
  mapSeen(labels, (seen) =>
    seen.unwatched || !mayMissStop(seen, answered) ? seen : { ...seen, unwatched: true },
  );
