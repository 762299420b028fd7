// Worker thread that lays out labels for overflow checks, so that the main thread stays responsive.
import { parentPort } from 'node:worker_threads';
import { type LabelToCheck, findFirstOverflow, type OverflowCheck } from './find-first-overflow.ts';
import type { WorkerRequest } from './overflow-worker.ts';

const open = new Map<number, { looked: OverflowCheck; labels: LabelToCheck[] }>();

const findOverflowAndPost = async (
  id: number,
  looked: OverflowCheck,
  labels: readonly LabelToCheck[],
): Promise<void> => {
  try {
    parentPort?.postMessage({ id, cut: await findFirstOverflow(looked, labels) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
};

parentPort?.on('message', ({ id, looked, labels, isLast }: WorkerRequest) => {
  const job = open.get(id) ?? (looked && { looked, labels: [] });
  if (!job) throw new Error('labels of nothing that is looked at');
  open.set(id, job);
  job.labels.push(...labels);
  if (!isLast) return;
  open.delete(id);
  void findOverflowAndPost(id, job.looked, job.labels);
});
