import type { StatusBytes } from './status-answer.ts';

/** Functions of `DLE EOT`; some printers pass over some of them. */
const ALL: readonly number[] = [1, 2, 3, 4];
/** Of `DLE EOT n`, which is answered with one byte. */
export const QUESTION_LENGTH = 3;
/** The answer of one that has nothing to say. */
const FINE = 0x12;
/** Answers in a row that may come in part, or not at all, before it is counted again what is answered. */
const SHORTFALLS = 2;
/** So many counts in a row that find the same are believed, and looked at again after so many questions: an answer may be lost. */
const AGREEMENTS = 3;
const BELIEF = 32;

/** What is asked, and what has come of it. */
type Open = { of: readonly number[]; answers: number[] };

/**
 * Asked once, twice, four and eight times: answers are single bytes that do not say what they answer, but how many came
 * says which of the four were answered.
 */
const COUNTING = ALL.flatMap((n) => Array.from({ length: 2 ** (n - 1) }, () => n));
const answeredBy = (count: number): readonly number[] =>
  ALL.filter((n) => (count & (2 ** (n - 1))) !== 0);

/** Whether the first answer to a function is another than the second: there are printers that answer the question before. */
const isBehind = (answers: readonly number[]): boolean =>
  ALL.some((n) => {
    const first = COUNTING.indexOf(n);
    return COUNTING[first + 1] === n && answers[first] !== answers[first + 1];
  });

/** The last answer to each function; one that is not answered has nothing to say. */
const pickStatusBytes = (of: readonly number[], answers: readonly number[]): StatusBytes => {
  const [printer = FINE, offline = FINE, error = FINE, paper = FINE] = ALL.map(
    (n) => answers[of.lastIndexOf(n)],
  );
  return [printer, offline, error, paper];
};

/** Questions for the status, of those that this printer answers. */
export type Questions = {
  /**
   * The next question. What has come of the one before, if it was not all, is not waited for any more. `mayCount`: it may be
   * one that is answered in part.
   */
  ask: (mayCount?: boolean) => string;
  /** A byte came: the status, once it is whole. */
  take: (byte: number) => StatusBytes | null;
  /** Whether the question before said, by the part that was answered, what this printer answers. */
  hasCounted: () => boolean;
  /** Nothing is asked that was not answered. */
  isAnswered: () => boolean;
};

export const createQuestions = (): Questions => {
  let known = ALL;
  let open: Open | null = null;
  let counted = false;
  /** By the last question given up. */
  let hasCounted = false;
  let shortfalls = 0;
  /** Counts in a row that found the same, and questions since the last one. */
  let agreements = 0;
  let sinceCount = 0;
  /** It answers the question before: it seems so, or does. */
  let behind: 'no' | 'seems' | 'yes' = 'no';

  /** What was answered in part says what is answered, or that an answer was lost. */
  const giveUp = ({ of, answers }: Open): void => {
    hasCounted = of === COUNTING && answers.length > 0;
    if (hasCounted) {
      const found = answeredBy(answers.length);
      agreements = counted && found.join() === known.join() ? agreements + 1 : 1;
      counted = true;
      known = found;
    } else if (answers.length > 0 || known.length < ALL.length) shortfalls += 1;
  };
  const countedAll = (answers: readonly number[]): void => {
    known = ALL;
    // Or it has just changed: it is counted once more.
    const seems = isBehind(answers);
    behind = seems ? (behind === 'no' ? 'seems' : 'yes') : 'no';
    counted = behind !== 'seems';
  };
  return {
    ask: (mayCount = true) => {
      hasCounted = false;
      if (open) giveUp(open);
      if (shortfalls >= SHORTFALLS) {
        [counted, behind] = [false, 'no'];
        shortfalls = 0;
      }
      // One that answers the question before says the last one's next time, in front.
      const of = behind === 'yes' ? [...known, ...known.slice(0, 1)] : known;
      const belief = agreements < AGREEMENTS ? 1 : BELIEF;
      const isDoubtful = known.length < ALL.length && mayCount && sinceCount >= belief;
      open = { of: counted && !isDoubtful ? of : COUNTING, answers: [] };
      sinceCount = open.of === COUNTING ? 0 : sinceCount + 1;
      return open.of.map((n) => `\x10\x04${String.fromCharCode(n)}`).join('');
    },
    take: (byte) => {
      if (!open) return null;
      const { of, answers } = open;
      answers.push(byte);
      if (answers.length < of.length) return null;
      open = null;
      shortfalls = 0;
      if (of === COUNTING) countedAll(answers);
      return behind === 'yes'
        ? pickStatusBytes(of.slice(0, -1), answers.slice(1))
        : pickStatusBytes(of, answers);
    },
    hasCounted: () => hasCounted,
    isAnswered: () => open === null,
  };
};
