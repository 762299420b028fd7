import type { Answers } from './answers.ts';
import type { Seen } from './settle.ts';
import { ASK_MOST_MS, LATE_ANSWER_MS, SHORTEST_STOP_MS } from './timing.ts';

/** Between two questions; the next is due so long after an answer. */
const LONGEST_GAP_MS = SHORTEST_STOP_MS - 2 * ASK_MOST_MS;

/**
 * Whether a stop may have come and gone unseen. Where answers are ahead of the work, a question during it is answered at
 * once, or lost in a stop. An answer that was late, or a question asked late by a busy machine, may have missed one.
 *
 * That holds as long as each answer is taken for that of its question. One that was given up and is answered after all
 * makes every later answer look prompt; it shows as one answer too many once nothing is asked.
 */
export type Watch = {
  /** The answer to a question asked then has come. */
  answered: (now: number, asked: number) => void;
  asked: () => void;
  /** How long nothing must be asked until every answer is known to be that of its question, ms; 0: it is. */
  hush: (now: number) => number;
};

/** As far as it matters here. */
type Label = { seen: Seen | null };

export const createWatch = (options: {
  now: number;
  answersAhead: boolean;
  answers: Answers;
  started: readonly Label[];
}): Watch => {
  const { answersAhead, answers, started } = options;
  /** When the last question was asked that was answered. */
  let watchedAt = options.now;
  let hushedAt: number | null = null;

  const missedIn = ({ sentAt, sureUntil }: Seen, now: number, asked: number): boolean =>
    now - Math.max(asked, sureUntil) > LONGEST_GAP_MS ||
    (asked - Math.max(watchedAt, sureUntil) > SHORTEST_STOP_MS && sentAt < asked);

  return {
    answered: (now, asked) => {
      for (const { seen } of answersAhead ? started : [])
        if (seen) seen.unwatched ||= missedIn(seen, now, asked);
      watchedAt = asked;
    },
    asked: () => {
      hushedAt = null;
    },
    hush: (now) => {
      if (!answers.unsure()) return 0;
      hushedAt ??= now;
      const left = hushedAt + LATE_ANSWER_MS - now;
      if (left > 0) return left;
      const wasLate = answers.pairAgain();
      for (const { seen } of started)
        if (seen && wasLate) seen.unwatched ||= seen.sureUntil === -Infinity;
      return 0;
    },
  };
};
