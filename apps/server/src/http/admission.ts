import { createTurnScheduler, type Pause } from '../budget/turn-scheduler.ts';

/** Concurrent tasks: fewer than the PostgreSQL connection pool, and as many as SQLite can use. */
const MAX_RUNNING = 6;
/**
 * Waiting tasks per member or address: more than a person opens, and few enough to leave room for
 * others.
 */
const MAX_WAITING_PER_CALLER = 64;
/** Waiting tasks in total: less than a second of work. */
const MAX_WAITING = 128;
/** Value of `Retry-After`, in seconds. */
const RETRY_S = 1;

/** The queue is full. The caller may retry after `retryAfterS` seconds. */
export class QueueFullError extends Error {
  readonly retryAfterS = RETRY_S;
}

type Ticket = {
  start: () => void;
  isWanted: () => boolean;
  refuse: () => void;
  /** The task has not started any work, so it may still be rejected. */
  isNew: boolean;
};

export type AdmissionOptions = {
  maxRunning?: number;
  maxWaitingPerCaller?: number;
  maxWaiting?: number;
};

/** Queue for expensive work, so that cheap requests never wait behind it. */
export type Admission = {
  /**
   * Runs the work when a slot is free. A few tasks run at once; waiting tasks are served
   * round-robin by caller, regardless of how many each caller has. A task is skipped if `isWanted`
   * returns false when its turn comes. When the queue is full, the newest task of the caller with
   * the longest queue is rejected.
   * @throws QueueFullError if the queue is full or the work is no longer wanted
   */
  run: <T>(caller: string, work: () => Promise<T>, isWanted?: () => boolean) => Promise<T>;
  /**
   * Runs the next part of work that was admitted before. It waits its turn like other work but is
   * never rejected.
   */
  runAdmitted: <T>(caller: string, work: () => Promise<T>) => Promise<T>;
  /** Called between two steps of such work. */
  pause: Pause;
  getLoad: () => { running: number; waiting: number };
};

type AdmissionState = Required<AdmissionOptions> & {
  /** Waiting tasks by caller, in round-robin order. A served caller moves to the end. */
  queues: Map<string, Ticket[]>;
  running: number;
  waiting: number;
};

const takeTicketOfNextCaller = (state: AdmissionState): Ticket | undefined => {
  const { queues } = state;
  const first = queues.entries().next().value;
  if (!first) return undefined;
  const [caller, line] = first;
  const ticket = line.shift();
  queues.delete(caller);
  if (line.length > 0) queues.set(caller, line);
  state.waiting -= 1;
  return ticket;
};

const startWaitingTickets = (state: AdmissionState): void => {
  while (state.running < state.maxRunning) {
    const ticket = takeTicketOfNextCaller(state);
    if (!ticket) return;
    if (!ticket.isWanted()) {
      ticket.refuse();
      continue;
    }
    state.running += 1;
    ticket.start();
  }
};

const countCallerTickets = ({ queues }: AdmissionState, caller: string): number =>
  queues.get(caller)?.length ?? 0;

/**
 * Rejects the newest task of the longest queue if that queue is longer than the caller's would be.
 */
const refuseNewestOfLongestQueue = (state: AdmissionState, caller: string): boolean => {
  let longestQueue: Ticket[] = [];
  for (const queue of state.queues.values())
    if (queue.length > longestQueue.length) longestQueue = queue;
  const last = longestQueue.at(-1);
  if (longestQueue.length <= countCallerTickets(state, caller) + 1 || !last?.isNew) return false;
  longestQueue.pop();
  state.waiting -= 1;
  last.refuse();
  return true;
};

const isQueueFullForCaller = (state: AdmissionState, caller: string): boolean =>
  countCallerTickets(state, caller) >= state.maxWaitingPerCaller ||
  (state.waiting >= state.maxWaiting && !refuseNewestOfLongestQueue(state, caller));

/** Queues a task and resolves when its turn has come. */
const waitForAdmission = (
  state: AdmissionState,
  caller: string,
  { isWanted, isNew }: Pick<Ticket, 'isWanted' | 'isNew'>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const line = state.queues.get(caller) ?? [];
    const refuseRequest = (): void => reject(new QueueFullError());
    line.push({ start: resolve, isWanted, refuse: refuseRequest, isNew });
    state.queues.set(caller, line);
    state.waiting += 1;
  });

export const createAdmissionQueue = (options: AdmissionOptions = {}): Admission => {
  const {
    maxRunning = MAX_RUNNING,
    maxWaitingPerCaller = MAX_WAITING_PER_CALLER,
    maxWaiting = MAX_WAITING,
  } = options;
  const limits = { maxRunning, maxWaitingPerCaller, maxWaiting };
  const state: AdmissionState = { ...limits, queues: new Map(), running: 0, waiting: 0 };
  const { waitForTurn, pause } = createTurnScheduler();

  const runInTurn = async <T>(
    callerKey: string,
    work: () => Promise<T>,
    ticket: Pick<Ticket, 'isWanted' | 'isNew'>,
  ): Promise<T> => {
    const turn = waitForAdmission(state, callerKey, ticket);
    startWaitingTickets(state);
    await turn;
    try {
      // Leave the callback of the incoming request first: other requests are behind it.
      await waitForTurn();
      return await work();
    } finally {
      state.running -= 1;
      startWaitingTickets(state);
    }
  };

  return {
    pause,
    getLoad: () => ({ running: state.running, waiting: state.waiting }),
    run: async (caller, work, isWanted = () => true) => {
      if (isQueueFullForCaller(state, caller)) throw new QueueFullError();
      return runInTurn(caller, work, { isWanted, isNew: true });
    },
    runAdmitted: (caller, work) => runInTurn(caller, work, { isWanted: () => true, isNew: false }),
  };
};
