import { MAX_LABELS } from '@yunbiao/contract';
import { busy, conflict } from '../errors.ts';
import { lookForCut } from './thread.ts';
import type { Cut, CutLabel, Looked } from './first-cut.ts';

/** Labels that are to be printed, as they are now. */
export type CutQuestion = Looked & {
  /** The same text for the same labels at the same printers with the same setups. */
  key: string;
  labels: () => readonly CutLabel[];
  /** What the member is told. */
  refuse: (cut: Cut | 'too-many') => Error;
};

/** Goes on where all were looked at, as they are, and nothing falls off; else this transaction is undone, and done again. */
export type RequireWhole = (questions: readonly CutQuestion[]) => void;

/** Not looked at yet. */
class Unseen extends Error {
  readonly questions: readonly CutQuestion[];

  constructor(questions: readonly CutQuestion[]) {
    super('labels nobody has looked at yet');
    this.questions = questions;
  }
}

/** Once as labels are, and twice more where somebody changes a setup meanwhile. */
const MOST_LOOKS = 3;

export type LookLimits = {
  /** Answers of one member that may wait for the one under way, and labels of these. */
  each: number;
  labels: number;
  /** Members whose labels are looked at at once; each has his turn. */
  members: number;
};

const LIMITS: LookLimits = { each: 32, labels: 2 * MAX_LABELS, members: 32 };

/** Worth another try after so many seconds. */
const RETRY_S = 5;

const countOf = (questions: readonly CutQuestion[]): number =>
  questions.reduce((sum, { labels }) => sum + labels().length, 0);

/** One at a time of each member: whoever asks for many waits for himself. @throws 503 when too much is under way */
const createLines = ({ each, labels: mostLabels, members }: LookLimits) => {
  const lines = new Map<number, { start: () => void; labels: number }[]>();
  const wait = async (memberId: number, labels: number): Promise<void> => {
    const line = lines.get(memberId);
    if (!line) {
      if (lines.size >= members) throw busy(RETRY_S);
      lines.set(memberId, []);
      return;
    }
    const waiting = line.reduce((sum, one) => sum + one.labels, labels);
    if (line.length >= each || waiting > mostLabels) throw busy(RETRY_S);
    await new Promise<void>((start) => line.push({ start, labels }));
  };
  return async <T>(memberId: number, labels: number, work: () => Promise<T>): Promise<T> => {
    await wait(memberId, labels);
    try {
      return await work();
    } finally {
      const next = lines.get(memberId)?.shift();
      if (next) next.start();
      else lines.delete(memberId);
    }
  };
};

export type WithLooks = <T>(
  memberId: number,
  run: (requireWhole: RequireWhole) => Promise<T>,
) => Promise<T>;

/**
 * Runs a transaction in which labels have to be whole on their paper. What it asks for first is cheap: quota, rights, a
 * printer that is gone. Laying labels out takes seconds, and on SQLite a transaction keeps every other writer waiting: so
 * it is undone when it comes to labels nobody has looked at, these are looked at outside, and it is done again, in which
 * only what was looked at, unchanged, is taken.
 */
export const createLooks = (limits: LookLimits = LIMITS, look = lookForCut): WithLooks => {
  const inLine = createLines(limits);
  return async (memberId, run) => {
    const whole = new Set<string>();
    const requireWhole: RequireWhole = (questions) => {
      const unseen = questions.filter(({ key }) => !whole.has(key));
      if (unseen.length > 0) throw new Unseen(unseen);
    };
    const tryIt = async () => {
      try {
        return { isDone: true, result: await run(requireWhole) } as const;
      } catch (error) {
        if (error instanceof Unseen) return { isDone: false, unseen: error.questions } as const;
        throw error;
      }
    };
    const first = await tryIt();
    if (first.isDone) return first.result;
    return inLine(memberId, countOf(first.unseen), async () => {
      let { unseen } = first;
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        for (const question of unseen) {
          const { template, places, at } = question;
          const cut = await look({ template, places, at }, question.labels());
          if (cut !== null) throw question.refuse(cut);
          whole.add(question.key);
        }
        const next = await tryIt();
        if (next.isDone) return next.result;
        ({ unseen } = next);
      }
      throw conflict('打印机的设置正在改，没看清会不会印到标签外面，这一次没有打，请再试');
    });
  };
};

/** The process's own. */
export const withLooks = createLooks();
