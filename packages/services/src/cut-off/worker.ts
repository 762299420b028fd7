// The thread that lays labels out for members' answers: what everybody else asks for is answered in the other one.
import { parentPort } from 'node:worker_threads';
import { type CutLabel, firstCut, type Looked } from './first-cut.ts';
import type { ToThread } from './thread.ts';

const open = new Map<number, { looked: Looked; labels: CutLabel[] }>();

const answer = async (id: number, looked: Looked, labels: readonly CutLabel[]): Promise<void> => {
  try {
    parentPort?.postMessage({ id, cut: await firstCut(looked, labels) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
};

parentPort?.on('message', ({ id, looked, labels, isWhole }: ToThread) => {
  const known = open.get(id) ?? (looked && { looked, labels: [] });
  if (!known) throw new Error('labels of nothing that is looked at');
  open.set(id, known);
  known.labels.push(...labels);
  if (!isWhole) return;
  open.delete(id);
  void answer(id, known.looked, known.labels);
});
