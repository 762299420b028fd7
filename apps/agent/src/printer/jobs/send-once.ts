import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import type { PreparedLabel } from '../queue.ts';
import type { PrinterView } from '../view.ts';
import type { Job, Spool } from './job.ts';
import { applyJobToView } from './job-view.ts';

/** Maximum time to wait for a label that bypasses the queue, ms. */
const TIMEOUT_MS = 15_000;
const POLL_MS = 250;

const hasJobEnded = ({ state }: Job): boolean =>
  state === 'completed' || state === 'canceled' || state === 'aborted';

/**
 * Sends a label directly, bypassing the queue, and follows it for a while. Null when it is unknown
 * whether it was accepted.
 * @throws UnreachableError, LostAnswerError, UserError when it was rejected
 */
export const sendTestLabel = async (
  spool: Spool,
  { bytes, page }: PreparedLabel,
): Promise<PrinterView | null> => {
  const name = `yunbiao-test-${randomBytes(6).toString('hex')}`;
  const submittedJob = await spool.submit({ name, bytes, page: page ?? null, singleRequest: true });
  if (submittedJob.kind === 'refused')
    throw new UserError(`测试标签被退回：${submittedJob.why}`, '处理好后重试');
  if (submittedJob.kind === 'lost') return null;
  const until = performance.now() + TIMEOUT_MS;
  let job = await spool.findById(submittedJob.id, name);
  while (job && !hasJobEnded(job) && performance.now() < until) {
    await sleep(POLL_MS);
    job = await spool.findById(submittedJob.id, name);
  }
  const { view } = await spool.inspect();
  if (job?.state === 'aborted' || job?.state === 'canceled')
    throw new UserError('打印队列没有打印测试标签，放弃了它', '看看队列里说了什么，处理好后重试');
  return job && !hasJobEnded(job) ? applyJobToView(view, job) : view;
};
