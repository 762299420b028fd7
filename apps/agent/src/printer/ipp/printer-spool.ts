import { UnreachableError } from '../../errors.ts';
import { MEDIA_TYPES } from '../../document-format.ts';
import { isNoAnswerError, LostAnswerError } from '../jobs/errors.ts';
import type { Page } from '../queue.ts';
import type { SpoolState, Spool, Submission, Submitted } from '../jobs/job.ts';
import { ABILITY_ATTRIBUTES } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import type { Ipp } from './client.ts';
import { getAttributeGroup } from './decode.ts';
import type { Attributes } from './decode.ts';
import { tagBoolean, tagInteger, tagKeyword, tagMime, tagNameValue } from './encode.ts';
import type { TaggedAttributes } from './encode.ts';
import { createIppJobQueries, isIppErrorResponse, formatStatusCode } from './jobs.ts';
import { findMedia } from './media.ts';
import { buildPageAttributes } from './page-attributes.ts';
import { convertAttributesToSpoolState, STATE_ATTRIBUTES } from './printer-state.ts';
import { describeIppRefusal, submitIppJob, parseSubmissionResponse } from './submit.ts';
import { GROUP, OPERATION } from './constants.ts';

export type PrinterSpool = {
  ipp: Ipp;
  parseAbilities: (printer: Attributes) => Abilities;
  /** Called with the abilities after each query. */
  onAbilities: (abilities: Abilities) => void;
  /** Returns the status text of a printer without faults. */
  describeNormal: () => string;
};

/** Status text after a page of an unsupported media size. */
const describeUnsupportedMedia = ({ widthMm, heightMm }: Page): string =>
  `打印机没有 ${widthMm} × ${heightMm} mm 的纸，打印在它自己选的纸上`;

const stopStateOfUnprintablePrinter = (
  state: SpoolState,
  { sendMode, reason }: Abilities,
): SpoolState =>
  sendMode
    ? state
    : {
        isReady: false,
        view: { ...state.view, state: 'stopped', stateText: `打印不了：${reason}` },
      };

const getDocumentMimeType = ({ page }: Submission, { sendMode }: Abilities): string => {
  if (page) return MEDIA_TYPES[page.format];
  return sendMode?.kind === 'commands' ? sendMode.mime : 'application/octet-stream';
};

/**
 * Tracks our jobs that were created but got no document. They block other jobs until the printer
 * times out.
 */
const createEmptyJobTracker = (ipp: Ipp) => {
  const ids = new Set<number>();
  return {
    add: (id: number) => void ids.add(id),
    /**
     * Cancels the tracked jobs. Any answer of the printer ends the tracking of a job; without an
     * answer the rest stays tracked for the next call.
     */
    cancel: async (): Promise<void> => {
      try {
        for (const id of ids) {
          await ipp.sendRequest(OPERATION.cancelJob, {
            operationAttributes: [['job-id', tagInteger(id)]],
          });
          ids.delete(id);
        }
      } catch (error) {
        if (!isNoAnswerError(error)) throw error;
      }
    },
  };
};
type Leftovers = ReturnType<typeof createEmptyJobTracker>;

/** Parts of a job in the requests that create it. */
type JobRequest = {
  jobName: TaggedAttributes;
  job: TaggedAttributes;
  about: TaggedAttributes;
  document: Uint8Array;
  onStart: (() => void) | undefined;
};

const buildJobRequest = (submission: Submission, can: Abilities): JobRequest => {
  const { name, page, bytes, onStart } = submission;
  return {
    jobName: [
      ['job-name', tagNameValue(name)],
      ['ipp-attribute-fidelity', tagBoolean(false)],
    ],
    about: [['document-format', tagMime(getDocumentMimeType(submission, can))]],
    job: page ? buildPageAttributes(page, can) : [],
    document: bytes,
    onStart,
  };
};

/** Creates the job and sends its document in one request. */
const printJob = (
  ipp: Ipp,
  { jobName, job, about, document, onStart }: JobRequest,
): Promise<Submitted> =>
  submitIppJob(() =>
    ipp.sendRequest(OPERATION.printJob, {
      operationAttributes: [...jobName, ...about],
      jobAttributes: job,
      document,
      onStart,
    }),
  );

/** Creates the job, then sends its document. Nothing can print before the document was sent. */
const createJobAndSendDocument = async (
  { ipp, leftovers }: { ipp: Ipp; leftovers: Leftovers },
  { jobName, job, about, document, onStart }: JobRequest,
): Promise<Submitted> => {
  const createdJob = await submitIppJob(() =>
    ipp.sendRequest(OPERATION.createJob, { operationAttributes: jobName, jobAttributes: job }),
  );
  if (createdJob.kind !== 'accepted') return { kind: 'refused', why: createdJob.why };
  const { id } = createdJob;
  /** Cancels the job: nothing of the label was sent, or it was rejected. */
  const cancelAndRefuse = async (reason: string): Promise<Submitted> => {
    leftovers.add(id);
    await leftovers.cancel();
    return { kind: 'refused', why: reason };
  };
  try {
    const answer = await ipp.sendRequest(OPERATION.sendDocument, {
      operationAttributes: [
        ['job-id', tagInteger(id)],
        ['last-document', tagBoolean(true)],
        ...about,
      ],
      document,
      onStart,
    });
    const submission = parseSubmissionResponse(answer, id);
    return submission.kind === 'refused'
      ? await cancelAndRefuse(describeIppRefusal(answer))
      : submission;
  } catch (error) {
    if (!isNoAnswerError(error)) throw error;
    if (error instanceof UnreachableError) return cancelAndRefuse(error.message);
    return { kind: 'lost', id, why: error.why };
  }
};

/** Requests state and abilities of the printer. Throws LostAnswerError on an error status. */
const requestAttributes = async (ipp: Ipp): Promise<Attributes> => {
  const answer = await ipp.sendRequest(OPERATION.getPrinterAttributes, {
    operationAttributes: [
      ['requested-attributes', ...[...STATE_ATTRIBUTES, ...ABILITY_ATTRIBUTES].map(tagKeyword)],
    ],
  });
  if (isIppErrorResponse(answer)) throw new LostAnswerError(formatStatusCode(answer));
  return getAttributeGroup(answer, GROUP.printer);
};

/** Creates the spool of an IPP printer. */
export const createPrinterSpool = ({
  ipp,
  parseAbilities,
  onAbilities,
  describeNormal,
}: PrinterSpool): Spool => {
  const jobs = createIppJobQueries(ipp, false);
  const leftovers = createEmptyJobTracker(ipp);
  let abilities: Abilities | null = null;
  let unsupportedPage: Page | null = null;
  const inspectPrinter = async (): Promise<SpoolState> => {
    const printer = await requestAttributes(ipp);
    // The printer answers now, so cancellations that failed before may succeed.
    await leftovers.cancel();
    abilities = parseAbilities(printer);
    onAbilities(abilities);
    const text = unsupportedPage ? describeUnsupportedMedia(unsupportedPage) : describeNormal();
    return stopStateOfUnprintablePrinter(convertAttributesToSpoolState(printer, text), abilities);
  };
  /** The meaning of job states depends on the abilities, so they must be known first. */
  const requireAbilities = async (): Promise<Abilities> => {
    if (!abilities) await inspectPrinter();
    if (!abilities) throw new LostAnswerError('');
    return abilities;
  };
  return {
    inspect: inspectPrinter,
    findByName: async (jobName) => {
      await requireAbilities();
      return jobs.findByName(jobName);
    },
    findById: async (id, jobName) => {
      await requireAbilities();
      return jobs.findById(id, jobName);
    },
    cancel: jobs.cancel,
    submit: async (submission) => {
      const can = await requireAbilities();
      // A test label is sent without a status query before it, so check the format here.
      if (!can.sendMode) return { kind: 'refused', why: can.reason };
      const request = buildJobRequest(submission, can);
      const { page } = submission;
      unsupportedPage = page && !findMedia(page, can.media) ? page : null;
      return can.supportsCreateJob && !submission.singleRequest
        ? createJobAndSendDocument({ ipp, leftovers }, request)
        : printJob(ipp, request);
    },
    close: () => undefined,
  };
};
