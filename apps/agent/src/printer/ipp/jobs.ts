import { LostAnswerError } from '../jobs/errors.ts';
import type { Job, JobState } from '../jobs/job.ts';
import type { Ipp } from './client.ts';
import { getGroup, listGroups, isNoValue, readNumber, getText, listTexts } from './decode.ts';
import type { Answer, Attributes } from './decode.ts';
import { integer, keyword } from './encode.ts';
import type { Sent } from './encode.ts';
import { FIRST_ERROR, GROUP, OPERATION, STATUS } from './tags.ts';

/** `job-state`, from 3 (RFC 8011 §5.3.7). */
const STATES: readonly JobState[] = [
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
  'canceled',
  'aborted',
  'completed',
];
const FIRST_STATE = 3;

const WANTED = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'time-at-processing',
  'number-of-documents',
];
const wanted: [string, ...Sent[]] = ['requested-attributes', ...WANTED.map(keyword)];

/** What came out so far: the most it tells of, where it counts both. */
const countPrinted = (job: Attributes): number | null => {
  const counts = [
    readNumber(job, 'job-impressions-completed'),
    readNumber(job, 'job-media-sheets-completed'),
  ].filter((count) => count !== null);
  return counts.length > 0 ? Math.max(...counts) : null;
};

/** Null: there is no state of a job in it. */
const getJob = (job: Attributes, isWhole: boolean): Job | null => {
  const id = readNumber(job, 'job-id');
  const state = STATES[(readNumber(job, 'job-state') ?? 0) - FIRST_STATE];
  if (id === null || !state) return null;
  const begun = readNumber(job, 'time-at-processing') !== null;
  return {
    id,
    state,
    reasons: listTexts(job, 'job-state-reasons'),
    printed: countPrinted(job),
    begun: begun || (isNoValue(job, 'time-at-processing') ? false : null),
    documents: readNumber(job, 'number-of-documents'),
    isWhole,
  };
};

export const isError = ({ status }: Answer): boolean => status >= FIRST_ERROR;
const isGone = ({ status }: Answer): boolean =>
  status === STATUS.notFound || status === STATUS.gone;

export const statusWord = ({ status }: Answer): string =>
  `0x${status.toString(16).padStart(4, '0')}`;

/** Jobs of one printer. `isWhole`: there are only jobs there that came as a whole. */
export const createJobs = (ipp: Ipp, isWhole: boolean) => {
  const listed = async (which: string): Promise<Attributes[]> => {
    const answer = await ipp.ask(OPERATION.getJobs, {
      about: [wanted, ['which-jobs', keyword(which)]],
    });
    if (isError(answer)) throw new LostAnswerError(statusWord(answer));
    return listGroups(answer, GROUP.job);
  };
  return {
    find: async (name: string): Promise<Job[]> => {
      // One that ends between the two questions is in both answers, or in the second.
      const found = new Map<number, Job>();
      for (const which of ['not-completed', 'completed'])
        for (const attributes of await listed(which)) {
          const job = getText(attributes, 'job-name') === name ? getJob(attributes, isWhole) : null;
          if (job) found.set(job.id, job);
        }
      return [...found.values()];
    },
    job: async (id: number, name: string): Promise<Job | null> => {
      const answer = await ipp.ask(OPERATION.getJobAttributes, {
        about: [['job-id', integer(id)], wanted],
      });
      if (isGone(answer)) return null;
      if (isError(answer)) throw new LostAnswerError(statusWord(answer));
      const attributes = getGroup(answer, GROUP.job);
      // A printer that was switched off begins its numbers anew: that is somebody else's job.
      const given = getText(attributes, 'job-name');
      if (given !== null && given !== name) return null;
      const job = getJob(attributes, isWhole);
      if (job?.id !== id) throw new LostAnswerError('没有作业的状态');
      return job;
    },
    cancel: async (id: number): Promise<void> => {
      await ipp.ask(OPERATION.cancelJob, { about: [['job-id', integer(id)]] });
    },
  };
};
