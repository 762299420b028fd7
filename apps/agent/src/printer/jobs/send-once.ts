import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import type { Ready } from '../queue.ts';
import type { PrinterView } from '../view.ts';
import type { Job, Spool } from './job.ts';
import { viewOfJob } from './view.ts';

/** How long a label outside of any queue is waited for. */
const PATIENCE_MS = 15_000;
const EVERY_MS = 250;

const isOver = ({ state }: Job): boolean =>
  state === 'completed' || state === 'canceled' || state === 'aborted';

/**
 * Sends a label outside of any queue, and stays with it for a while. Null: whether it was taken is not known.
 * @throws UnreachableError, LostAnswerError, UserError when it was turned away
 */
export const sendOnce = async (
  spool: Spool,
  { bytes, page }: Ready,
): Promise<PrinterView | null> => {
  const name = `yunbiao-test-${randomBytes(6).toString('hex')}`;
  const submitted = await spool.submit({ name, bytes, page: page ?? null, inOne: true });
  if (submitted.kind === 'refused')
    throw new UserError(`测试标签被退回：${submitted.why}`, '处理好再试');
  if (submitted.kind === 'lost') return null;
  const until = performance.now() + PATIENCE_MS;
  let job = await spool.job(submitted.id, name);
  while (job && !isOver(job) && performance.now() < until) {
    await sleep(EVERY_MS);
    job = await spool.job(submitted.id, name);
  }
  const { view } = await spool.look();
  if (job?.state === 'aborted' || job?.state === 'canceled')
    throw new UserError('打印队列没有印测试标签，放弃了它', '看看队列里说了什么，处理好再试');
  return job && !isOver(job) ? viewOfJob(view, job) : view;
};
