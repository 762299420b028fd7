import { createBusyError, createConflictError } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import { type Overflow, MAX_LAYOUTS } from './find-first-overflow.ts';
import {
  MAX_MAIN_THREAD_LAYOUTS,
  computeMaxLayouts,
  findOverflow,
  WorkerEndedError,
  type OverflowRequest,
} from './overflow-worker.ts';

/** A check of labels that are about to be printed. */
export type OverflowQuestion = OverflowRequest & {
  /** Equal keys mean equal labels, printers and setups. */
  key: string;
  /** Error for the member. */
  toError: (cut: Overflow | 'too-many') => Error;
};

/**
 * Outcome of a transaction that needs labels checked which have not been checked yet. It has written
 * nothing.
 */
export class UncheckedLabels {
  readonly questions: readonly OverflowQuestion[];

  constructor(questions: readonly OverflowQuestion[]) {
    this.questions = questions;
  }
}

/**
 * Returns those of the questions that have not yet been checked without overflow; null when none
 * is left. A transaction calls it before its first write, and ends at once with a result other than
 * null.
 */
export type FindUnchecked = (questions: readonly OverflowQuestion[]) => UncheckedLabels | null;

/** One attempt and two retries after a concurrent change of a setup. */
const MAX_ATTEMPTS = 3;

export type CheckLimits = {
  /** Queued requests of one member, and the sum of their layouts. */
  maxPerMember: number;
  layouts: number;
  /** Members with checks at the same time, served in turn. */
  maxMembers: number;
};

const LIMITS: CheckLimits = { maxPerMember: 32, layouts: 2 * MAX_LAYOUTS, maxMembers: 32 };

/** `Retry-After` of a rejected request, s. */
const RETRY_S = 5;

const sumMaxLayouts = (questions: readonly OverflowQuestion[]): number =>
  questions.reduce((sum, question) => sum + computeMaxLayouts(question), 0);

/**
 * Runs one check per member at a time; a member's further checks are queued.
 * @throws 503 when the limits are reached
 */
const createQueues = ({ maxPerMember, layouts: maxLayouts, maxMembers }: CheckLimits) => {
  const queues = new Map<number, { start: () => void; layouts: number }[]>();
  const waitForTurn = async (memberId: number, layouts: number): Promise<boolean> => {
    const queue = queues.get(memberId);
    if (!queue) {
      if (queues.size >= maxMembers) throw createBusyError(RETRY_S);
      queues.set(memberId, []);
      return false;
    }
    const waitingLayouts = queue.reduce((sum, request) => sum + request.layouts, layouts);
    if (queue.length >= maxPerMember || waitingLayouts > maxLayouts) throw createBusyError(RETRY_S);
    await new Promise<void>((start) => queue.push({ start, layouts }));
    return true;
  };
  return async <T>(
    memberId: number,
    layouts: number,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> => {
    const hasWaited = await waitForTurn(memberId, layouts);
    try {
      return await work(hasWaited);
    } finally {
      const next = queues.get(memberId)?.shift();
      if (next) next.start();
      else queues.delete(memberId);
    }
  };
};

/** The database, or an open transaction of the caller. */
type CheckContext = { db: { kysely: { isTransaction: boolean } }; log: Context['log'] };

export type WithOverflowCheck = <T>(
  ctx: CheckContext,
  memberId: number,
  run: (findUnchecked: FindUnchecked) => Promise<T | UncheckedLabels>,
) => Promise<T>;

/** @throws the error of the question, 503 if the worker ended without an answer */
const createChecker =
  (findOverflowIn: typeof findOverflow) =>
  async ({ log }: CheckContext, question: OverflowQuestion): Promise<void> => {
    try {
      const cut = await findOverflowIn(question);
      if (cut !== null) throw question.toError(cut);
    } catch (error) {
      if (!(error instanceof WorkerEndedError)) throw error;
      log.error('labels could not be looked at', { error: error.cause });
      throw createBusyError(RETRY_S);
    }
  };

/**
 * Runs a transaction that requires labels without overflow. The transaction first checks cheap
 * conditions: quota, rights, removed printers. A layout check takes seconds, and on SQLite an open
 * transaction blocks all other writers. So a transaction that needs unchecked labels ends before it
 * writes, the labels are checked outside, and it runs again. It then accepts only labels that are
 * unchanged since the check. Small checks skip the queue. Inside an open transaction of the caller
 * nothing waits in the queue, which would keep that transaction open.
 */
export const createOverflowCheck = (
  limits: CheckLimits = LIMITS,
  findOverflowOfLabel = findOverflow,
): WithOverflowCheck => {
  const runInQueue = createQueues(limits);
  const checkQuestion = createChecker(findOverflowOfLabel);
  return async <T>(
    ctx: CheckContext,
    memberId: number,
    run: (findUnchecked: FindUnchecked) => Promise<T | UncheckedLabels>,
  ): Promise<T> => {
    const checkedKeys = new Set<string>();
    const attemptTransaction = () =>
      run((questions) => {
        const unchecked = questions.filter(({ key }) => !checkedKeys.has(key));
        return unchecked.length > 0 ? new UncheckedLabels(unchecked) : null;
      });
    const checkAndRetry = async (first: T | UncheckedLabels): Promise<T> => {
      let outcome = first;
      for (let checks = 0; outcome instanceof UncheckedLabels; checks += 1) {
        if (checks === MAX_ATTEMPTS)
          throw createConflictError(
            '打印机的设置正在改，没看清会不会超出标签，这一次没有打印，请重试',
          );
        for (const question of outcome.questions) {
          await checkQuestion(ctx, question);
          checkedKeys.add(question.key);
        }
        outcome = await attemptTransaction();
      }
      return outcome;
    };
    const first = await attemptTransaction();
    if (!(first instanceof UncheckedLabels)) return first;
    const layouts = sumMaxLayouts(first.questions);
    if (layouts <= MAX_MAIN_THREAD_LAYOUTS || ctx.db.kysely.isTransaction)
      return checkAndRetry(first);
    // After waiting in the queue the transaction runs again: the labels may have changed or been
    // checked already.
    return runInQueue(memberId, layouts, async (hasWaited) =>
      checkAndRetry(hasWaited ? await attemptTransaction() : first),
    );
  };
};

/** Shared instance of this process. */
export const withOverflowCheck = createOverflowCheck();
