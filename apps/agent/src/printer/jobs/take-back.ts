import { isSilence } from './errors.ts';
import type { Job, Spool } from './job.ts';

/** It says itself that it has nothing to print, and never began. */
const isEmpty = ({ documents, begun, printed }: Job): boolean =>
  documents === 0 && begun === false && (printed ?? 0) === 0;

const WAITING: ReadonlySet<Job['state']> = new Set(['pending', 'pending-held']);

/**
 * Takes back the job of a label that an earlier process made and gave no document: it was killed in between, and whoever
 * has the job may wait for many minutes, as labels behind it would. True when nothing of the label can come out any more:
 * the one job of its name, which is nobody else's, said before and after it was cancelled that it is empty and was never
 * begun. A document that was still on its way finds a job that is over. In all other cases nothing is known by this.
 */
export const takeBackEmpty = async (
  spool: Spool,
  name: string,
  found: readonly Job[],
): Promise<boolean> => {
  const [job, another] = found;
  if (!job || another || !WAITING.has(job.state) || !isEmpty(job)) return false;
  try {
    await spool.cancel(job.id);
    const now = await spool.job(job.id, name);
    return now !== null && now.state === 'canceled' && isEmpty(now);
  } catch (error) {
    if (isSilence(error)) return false;
    throw error;
  }
};
