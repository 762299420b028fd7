import { busy, conflict } from '../errors.ts';
import type { Context } from '../context.ts';
import { type Cut, MAX_LAYOUTS } from './first-cut.ts';
import { FEW, listLayouts, lookForCut, ThreadEnded, type ToLook } from './thread.ts';

/** Labels that are to be printed, as they are now. */
export type CutQuestion = ToLook & {
  /** The same text for the same labels at the same printers with the same setups. */
  key: string;
  /** What the member is told. */
  refuse: (cut: Cut | 'too-many') => Error;
};

/** Goes on where all were looked at, as they are, and nothing falls off; else this transaction is undone, and done again. */
export type RequireWhole = (questions: readonly CutQuestion[]) => Promise<void>;

/** Not looked at yet. */
class Unseen extends Error {
  readonly questions: readonly CutQuestion[];

  constructor(questions: readonly CutQuestion[]) {
    super('labels nobody has looked at yet');
    this.questions = questions;
  }
}

/** Once as labels are, and twice more where somebody changes a setup meanwhile. */
const MAX_ATTEMPTS = 3;

export type LookLimits = {
  /** Answers of one member that may wait for the one under way, and layouts of these. */
  each: number;
  layouts: number;
  /** Members whose labels are looked at at once; each has his turn. */
  members: number;
};

const LIMITS: LookLimits = { each: 32, layouts: 2 * MAX_LAYOUTS, members: 32 };

/** Worth another try after so many seconds. */
const RETRY_S = 5;

const computeTotal = (questions: readonly CutQuestion[]): number =>
  questions.reduce((sum, question) => sum + listLayouts(question), 0);

/** One at a time of each member: whoever asks for many waits for himself. @throws 503 when too much is under way */
const createLines = ({ each, layouts: most, members }: LookLimits) => {
  const lines = new Map<number, { start: () => void; layouts: number }[]>();
  const wait = async (memberId: number, layouts: number): Promise<boolean> => {
    const line = lines.get(memberId);
    if (!line) {
      if (lines.size >= members) throw busy(RETRY_S);
      lines.set(memberId, []);
      return false;
    }
    const waiting = line.reduce((sum, one) => sum + one.layouts, layouts);
    if (line.length >= each || waiting > most) throw busy(RETRY_S);
    await new Promise<void>((start) => line.push({ start, layouts }));
    return true;
  };
  return async <T>(
    memberId: number,
    layouts: number,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> => {
    const hasWaited = await wait(memberId, layouts);
    try {
      return await work(hasWaited);
    } finally {
      const next = lines.get(memberId)?.shift();
      if (next) next.start();
      else lines.delete(memberId);
    }
  };
};

/** What it runs in: the database, or a transaction somebody else has opened. */
type Around = { db: { kysely: { isTransaction: boolean } }; log: Context['log'] };

export type WithLooks = <T>(
  ctx: Around,
  memberId: number,
  run: (requireWhole: RequireWhole) => Promise<T>,
) => Promise<T>;

/** @throws what a question refuses with, 503 where the thread ended before it answered */
const createAnswer =
  (look: typeof lookForCut) =>
  async ({ log }: Around, question: CutQuestion): Promise<void> => {
    try {
      const cut = await look(question);
      if (cut !== null) throw question.refuse(cut);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      log.error('labels could not be looked at', { error: error.cause });
      throw busy(RETRY_S);
    }
  };

/** Tries a transaction, until it is done or comes to labels nobody has looked at. */
const createTry = <T>(run: (requireWhole: RequireWhole) => Promise<T>) => {
  const whole = new Set<string>();
  const requireWhole: RequireWhole = (questions) => {
    const unseen = questions.filter(({ key }) => !whole.has(key));
    return unseen.length > 0 ? Promise.reject(new Unseen(unseen)) : Promise.resolve();
  };
  const tryIt = async () => {
    try {
      return { isDone: true, result: await run(requireWhole) } as const;
    } catch (error) {
      if (error instanceof Unseen) return { isDone: false, unseen: error.questions } as const;
      throw error;
    }
  };
  return { whole, tryIt };
};

/**
 * Runs a transaction in which labels have to be whole on their paper. What it asks for first is cheap: quota, rights, a
 * printer that is gone. Laying labels out takes seconds, and on SQLite a transaction keeps every other writer waiting: so
 * it is undone when it comes to labels nobody has looked at, these are looked at outside, and it is done again, in which
 * only what was looked at, unchanged, is taken. A few labels wait for nobody. Where `ctx` is in a transaction already, that
 * is not ours to undo, and labels are looked at in it.
 */
export const createLooks = (limits: LookLimits = LIMITS, look = lookForCut): WithLooks => {
  const inLine = createLines(limits);
  const answer = createAnswer(look);
  return async (ctx, memberId, run) => {
    if (ctx.db.kysely.isTransaction)
      return run(async (questions) => {
        for (const question of questions) await answer(ctx, question);
      });
    const { whole, tryIt } = createTry(run);
    const lookAndTry = async (tried: Awaited<ReturnType<typeof tryIt>>) => {
      let last = tried;
      for (let looks = 0; looks < MAX_ATTEMPTS && !last.isDone; looks += 1) {
        for (const question of last.unseen) {
          await answer(ctx, question);
          whole.add(question.key);
        }
        last = await tryIt();
      }
      if (last.isDone) return last.result;
      throw conflict('打印机的设置正在改，没看清会不会印到标签外面，这一次没有打，请再试');
    };
    const first = await tryIt();
    if (first.isDone) return first.result;
    const layouts = computeTotal(first.unseen);
    if (layouts <= FEW) return lookAndTry(first);
    // Whoever has waited asks what is to be looked at now: it may be something else, or done already.
    return inLine(memberId, layouts, async (hasWaited) =>
      lookAndTry(hasWaited ? await tryIt() : first),
    );
  };
};

/** The process's own. */
export const withLooks = createLooks();
