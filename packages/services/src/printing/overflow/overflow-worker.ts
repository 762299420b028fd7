import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../platform/semaphore.ts';
import {
  type Overflow,
  type LabelToCheck,
  findFirstOverflow,
  type OverflowCheck,
  MAX_LAYOUTS,
} from './find-first-overflow.ts';

/**
 * A request to check labels. Labels are generated one by one when the check starts, so that waiting
 * requests hold none in memory.
 */
export type OverflowRequest = OverflowCheck & {
  count: number;
  iterateLabels: () => Iterable<LabelToCheck>;
};

/** Message to the worker: the first one of a request has `looked`, the last one has `isLast`. */
export type WorkerRequest = {
  id: number;
  looked?: OverflowCheck | undefined;
  labels: readonly LabelToCheck[];
  isLast: boolean;
};

type WorkerResponse =
  | { id: number; cut: Overflow | 'too-many' | null }
  | { id: number; error: unknown };
type OverflowResult = Overflow | 'too-many' | null;
type PendingRequest = {
  resolve: (result: OverflowResult) => void;
  reject: (error: unknown) => void;
};
type OverflowWorker = {
  worker: Worker;
  waiting: Map<number, PendingRequest>;
  timer?: NodeJS.Timeout;
};

/** Up to this many layouts run in the main thread: the worker would take longer. */
export const MAX_MAIN_THREAD_LAYOUTS = 20;
/** Labels per message: copying these takes some tenths of a ms. */
const LABELS_PER_MESSAGE = 200;
/** The worker holds fonts and code in memory. It ends after this idle time, ms. */
const IDLE_TIMEOUT_MS = 30_000;

export type ThreadLimits = {
  /** Concurrent checks in the worker; others are queued. */
  maxConcurrent: number;
  /** The worker counts as hung after this time without an answer, ms. */
  timeoutMs: number;
};

/**
 * Two concurrent checks finish after twice the work of one, 40 s. The timeout is about twice that,
 * for a busy machine.
 */
const LIMITS: ThreadLimits = { maxConcurrent: 2, timeoutMs: 90_000 };

/**
 * The worker ended without an answer or could not start: out of memory, hung or crashed (`cause`).
 * The labels are not checked.
 */
export class WorkerEndedError extends Error {}

/** Maximum number of layouts of a check. */
export const computeMaxLayouts = ({
  count,
  targets,
}: Pick<OverflowRequest, 'count' | 'targets'>): number =>
  Math.min(count * targets.length, MAX_LAYOUTS);

const startOverflowWorker = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Layouts need no environment and no arguments of the process.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });

const postWorkerRequest = (worker: Worker, message: WorkerRequest): void =>
  worker.postMessage(message);

/** Sends a request to the worker in parts. */
const sendRequestToWorkerInParts = async (
  worker: Worker,
  id: number,
  { template, targets, at, iterateLabels }: OverflowRequest,
): Promise<void> => {
  postWorkerRequest(worker, { id, looked: { template, targets, at }, labels: [], isLast: false });
  let part: LabelToCheck[] = [];
  for (const label of iterateLabels()) {
    part.push(label);
    if (part.length < LABELS_PER_MESSAGE) continue;
    postWorkerRequest(worker, { id, labels: part, isLast: false });
    part = [];
    await setImmediate();
  }
  postWorkerRequest(worker, { id, labels: part, isLast: true });
};

/**
 * Finds the first label that overflows, see {@link findFirstOverflow}. Runs in a worker thread when
 * there are many layouts.
 * @throws {@link WorkerEndedError}
 */
// oxlint-disable-next-line house/function-length -- one state machine: its transitions share the worker and its timer
export const createOverflowFinder = (
  open = startOverflowWorker,
  { maxConcurrent, timeoutMs }: ThreadLimits = LIMITS,
): ((request: OverflowRequest) => Promise<OverflowResult>) => {
  const runInTurn = createSemaphore(maxConcurrent);
  let thread: OverflowWorker | undefined;
  let lastId = 0;

  const terminateWorkerThread = (ended: OverflowWorker, cause: unknown): void => {
    clearTimeout(ended.timer);
    if (thread === ended) thread = undefined;
    for (const { reject } of ended.waiting.values())
      reject(new WorkerEndedError('the thread of layouts ended', { cause }));
    ended.waiting.clear();
    void ended.worker.terminate();
  };
  /** Times out a hung worker while requests are pending, else ends an idle one. */
  const restartThreadTimeout = (overflowWorker: OverflowWorker): void => {
    const isAsked = overflowWorker.waiting.size > 0;
    clearTimeout(overflowWorker.timer);
    overflowWorker.timer = setTimeout(
      () => terminateWorkerThread(overflowWorker, new Error('no answer for too long')),
      isAsked ? timeoutMs : IDLE_TIMEOUT_MS,
    );
    // An idle worker does not keep the process alive.
    if (isAsked) overflowWorker.worker.ref();
    else overflowWorker.worker.unref();
    overflowWorker.timer.unref();
  };
  /** @throws {@link WorkerEndedError} if the system cannot start a thread */
  const openWorkerOrThrow = (): Worker => {
    try {
      return open();
    } catch (cause) {
      throw new WorkerEndedError('no thread of layouts could be started', { cause });
    }
  };
  const startThread = (): OverflowWorker => {
    const worker = openWorkerOrThrow();
    const overflowWorker: OverflowWorker = { worker, waiting: new Map() };
    worker.on('message', (response: WorkerResponse) => {
      const pending = overflowWorker.waiting.get(response.id);
      if (!pending) return;
      overflowWorker.waiting.delete(response.id);
      restartThreadTimeout(overflowWorker);
      if ('error' in response) pending.reject(response.error);
      else pending.resolve(response.cut);
    });
    worker.on('error', (error) => terminateWorkerThread(overflowWorker, error));
    worker.on('messageerror', (error) => terminateWorkerThread(overflowWorker, error));
    worker.on('exit', (code) =>
      terminateWorkerThread(overflowWorker, new Error(`exit code ${code}`)),
    );
    return overflowWorker;
  };
  const requestFromThread = async (request: OverflowRequest): Promise<OverflowResult> => {
    const overflowWorker = (thread ??= startThread());
    lastId += 1;
    const id = lastId;
    const result = new Promise<OverflowResult>((resolve, reject) =>
      overflowWorker.waiting.set(id, { resolve, reject }),
    );
    // Avoids an unhandled rejection when the worker ends during sending. The error is awaited
    // below.
    result.catch(() => undefined);
    restartThreadTimeout(overflowWorker);
    try {
      await sendRequestToWorkerInParts(overflowWorker.worker, id, request);
    } catch (error) {
      // The worker would wait for the remaining parts.
      terminateWorkerThread(overflowWorker, error);
      throw error;
    }
    return result;
  };

  return async (request) =>
    computeMaxLayouts(request) <= MAX_MAIN_THREAD_LAYOUTS
      ? findFirstOverflow(request, request.iterateLabels())
      : runInTurn(() => requestFromThread(request));
};

/** Shared instance of this process. */
export const findOverflow = createOverflowFinder();
