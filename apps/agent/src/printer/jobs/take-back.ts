import type { OpenLabel } from '../open-labels.ts';
import type { Job } from './job.ts';

/** The label was never given to its job, and the job is over: it is sent anew. */
export const TAKEN_BACK = 'taken back';

/** It says itself that it has nothing to print, and never began. */
const isEmpty = ({ documents, begun, printed }: Job): boolean =>
  documents === 0 && begun === false && (printed ?? 0) === 0;

const WAITING: ReadonlySet<Job['state']> = new Set(['pending', 'pending-held']);

/** One that seems to be empty is not cancelled sooner, ms: what it says may be old, and its document on its way. */
const SETTLED_MS = 1500;

/**
 * Takes back the job of a label that was made and given no document: the connection was lost in between, or the process
 * before was killed. The queue or printer that has the job may wait for many minutes, as labels behind it would. Nothing of
 * the label can come out any more when its job, the only one of its name, is canceled, by us or by others, and says that it
 * is empty and was never begun: a document that was still on its way finds a job that is over. In all other cases nothing is
 * known by this.
 */
export const createTakeBack = (label: OpenLabel, startedAt: number | null) => {
  const isEarlier = startedAt === null;
  let emptySince: number | null = null;
  let isAsked = false;
  const isLeft = (job: Job | null): job is Job => !label.consumed && job?.isWhole === false;
  return {
    /** It is to be cancelled. */
    wants: (job: Job): boolean => {
      if (!isLeft(job) || !WAITING.has(job.state) || !isEmpty(job)) {
        emptySince = null;
        return false;
      }
      const now = performance.now();
      emptySince ??= now;
      // Of an earlier process nothing is on its way any more.
      if (!isEarlier && now - emptySince < SETTLED_MS) return false;
      isAsked = true;
      return true;
    },
    /**
     * When it is canceled, that may be because of us: an earlier process, too, may have been killed before it could write
     * down why it cancelled it.
     */
    mayBeOurs: (job: Job | null): boolean => isLeft(job) && (isEarlier || isAsked),
    isDone: (job: Job | null): boolean => isLeft(job) && job.state === 'canceled' && isEmpty(job),
  };
};
