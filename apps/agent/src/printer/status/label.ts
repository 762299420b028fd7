import type { Settled } from '../open-labels.ts';
import type { Answers } from './answers.ts';
import type { Echo } from './echo.ts';

/** What is known about a label without a result. */
export type Label = {
  /** The printer's counter as expected before it; null when it does not count. */
  base: number | null;
  /** The printer has taken every byte. */
  consumed: boolean;
  /** Longest its paper takes, ms. */
  paperMs: number;
  /** Null when it was sent over an earlier connection. */
  seen: Observation | null;
};

/** What was seen of a label since its first byte. */
export type Observation = {
  /** Shortest its paper takes, ms. */
  leastMs: number;
  sentAt: number;
  /** What stopped the printer, in words; null when it was not seen stopped. */
  stop: string | null;
  /** It worked on something. */
  working: boolean;
  /** It answered only after as long as paper takes. */
  slow: boolean;
  /** It said idle before paper could have moved. */
  soon: boolean;
  /** It was busy with something else when the label was sent. */
  crowded: boolean;
  /** None of the labels before it was seen at work: work that is seen may be one of theirs. */
  blind: boolean;
  /** An answer took so long that a stop may have come and gone unseen. */
  unwatched: boolean;
  /** Until then no stop can have come and gone, whatever was heard. */
  sureUntil: number;
  /** What stood around it, where it gives that back; null where it does not. */
  echo: Echo | null;
  /** The counter had passed it before the next label was sent. */
  counted: boolean;
};

/** What is known about the printer itself. */
export type Printer = {
  /** Only this client prints here. */
  exclusive: boolean;
  /** Told by the member: its counter counts labels printed to their end and nothing else. */
  wholeCounter: boolean;
  /** It has been seen to say idle too early. */
  answersEarly: boolean;
  /** It answers ahead of what it reads, draws and prints: idle before work is only early, not a contradiction. */
  answersAhead: boolean;
  /** Its status tells whether it works. */
  tellsWork: boolean;
  /** It has been seen at work on a label: where it shows none, it does not print. */
  showsWork: boolean;
  /** Labels in a row that were never seen at work. */
  unseen: number;
  /** Labels in a row whose first answer took as long as paper; where answers are in their turn, as if some had before. */
  slow: number;
  /** Labels in a row to which nothing was answered between their echoes; Infinity while that was never seen. */
  together: number;
};

/** What a label that ended so says of the printer. */
export const learnFrom = (
  printer: Printer,
  { working, slow, echo }: Observation,
  state: Settled['state'],
): Printer => {
  const isUnseen = state !== 'printed' && !working && !slow;
  return {
    ...printer,
    slow: slow ? printer.slow + 1 : 0,
    unseen: state === 'printed' ? 0 : printer.unseen + (isUnseen ? 1 : 0),
    together: echo?.apart ? 0 : printer.together + (echo ? 1 : 0),
  };
};

/** Changes what was seen of each label of this connection. */
export const mapSeen = (
  labels: readonly Label[],
  change: (seen: Observation, label: Label) => Observation,
): readonly Label[] =>
  labels.map((label) => (label.seen ? { ...label, seen: change(label.seen, label) } : label));

export const UNANSWERED = '没有应答';

/** What stopped the printer under a label, in words; a stop that may have come and gone unseen is one. */
export const findStop = ({ seen }: Label, { gapAt }: Pick<Answers, 'gapAt'>): string | null => {
  if (!seen || seen.stop !== null) return seen?.stop ?? null;
  return gapAt !== null && gapAt > seen.sentAt ? UNANSWERED : null;
};

/** What first stopped the printer under any of these labels. */
export const findFirstStop = (
  labels: readonly Label[],
  answers: Pick<Answers, 'gapAt'>,
): string | null =>
  labels.map((label) => findStop(label, answers)).find((stop) => stop !== null) ?? null;
