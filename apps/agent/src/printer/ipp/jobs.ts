import { LostAnswerError } from '../jobs/errors.ts';
import type { Job, JobState } from '../jobs/job.ts';
import type { Ipp } from './client.ts';
import {
  getAttributeGroup,
  listAttributeGroups,
  isNoValue,
  getNumberAttribute,
  getTextAttribute,
  listTextValues,
} from './decode.ts';
import type { Answer, Attributes } from './decode.ts';
import { tagInteger, tagKeyword } from './encode.ts';
import type { TaggedValue } from './encode.ts';
import { FIRST_ERROR, GROUP, OPERATION, STATUS } from './constants.ts';

/** Values of `job-state`, starting at 3 (RFC 8011 §5.3.7). */
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

const JOB_ATTRIBUTES = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'time-at-processing',
  'number-of-documents',
];
const requestedAttributes: [string, ...TaggedValue[]] = [
  'requested-attributes',
  ...JOB_ATTRIBUTES.map(tagKeyword),
];

/** Number of printed pages or sheets: the higher one if the printer reports both. */
const countPrintedPages = (job: Attributes): number | null => {
  const counts = [
    getNumberAttribute(job, 'job-impressions-completed'),
    getNumberAttribute(job, 'job-media-sheets-completed'),
  ].filter((count) => count !== null);
  return counts.length > 0 ? Math.max(...counts) : null;
};

/** Converts job attributes; null when they contain no job state. */
const parseIppJob = (job: Attributes, isWhole: boolean): Job | null => {
  const id = getNumberAttribute(job, 'job-id');
  const state = STATES[(getNumberAttribute(job, 'job-state') ?? 0) - FIRST_STATE];
  if (id === null || !state) return null;
  const hasBegun = getNumberAttribute(job, 'time-at-processing') !== null;
  return {
    id,
    state,
    reasons: listTextValues(job, 'job-state-reasons'),
    printedCount: countPrintedPages(job),
    wasStarted: hasBegun || (isNoValue(job, 'time-at-processing') ? false : null),
    documentCount: getNumberAttribute(job, 'number-of-documents'),
    isComplete: isWhole,
  };
};

export const isIppErrorResponse = ({ status }: Answer): boolean => status >= FIRST_ERROR;
const isMissingJobResponse = ({ status }: Answer): boolean =>
  status === STATUS.notFound || status === STATUS.gone;

export const formatStatusCode = ({ status }: Answer): string =>
  `0x${status.toString(16).padStart(4, '0')}`;

/** Queries jobs of one printer. `isWhole`: the printer accepts only complete jobs. */
export const createIppJobQueries = (ipp: Ipp, isWhole: boolean) => {
  const listIppJobs = async (whichJobs: string): Promise<Attributes[]> => {
    const answer = await ipp.sendRequest(OPERATION.getJobs, {
      operationAttributes: [requestedAttributes, ['which-jobs', tagKeyword(whichJobs)]],
    });
    if (isIppErrorResponse(answer)) throw new LostAnswerError(formatStatusCode(answer));
    return listAttributeGroups(answer, GROUP.job);
  };
  return {
    findByName: async (name: string): Promise<Job[]> => {
      // A job that ends between the two queries is in both answers or in the second one.
      const jobsById = new Map<number, Job>();
      for (const which of ['not-completed', 'completed'])
        for (const attributes of await listIppJobs(which)) {
          const job =
            getTextAttribute(attributes, 'job-name') === name
              ? parseIppJob(attributes, isWhole)
              : null;
          if (job) jobsById.set(job.id, job);
        }
      return [...jobsById.values()];
    },
    findById: async (id: number, name: string): Promise<Job | null> => {
      const answer = await ipp.sendRequest(OPERATION.getJobAttributes, {
        operationAttributes: [['job-id', tagInteger(id)], requestedAttributes],
      });
      if (isMissingJobResponse(answer)) return null;
      if (isIppErrorResponse(answer)) throw new LostAnswerError(formatStatusCode(answer));
      const attributes = getAttributeGroup(answer, GROUP.job);
      // A printer reuses job numbers after a restart: this is another job.
      const givenName = getTextAttribute(attributes, 'job-name');
      if (givenName !== null && givenName !== name) return null;
      const job = parseIppJob(attributes, isWhole);
      if (job?.id !== id) throw new LostAnswerError('没有作业的状态');
      return job;
    },
    cancel: async (id: number): Promise<void> => {
      await ipp.sendRequest(OPERATION.cancelJob, {
        operationAttributes: [['job-id', tagInteger(id)]],
      });
    },
  };
};
