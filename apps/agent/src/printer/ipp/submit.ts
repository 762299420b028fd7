import { isNoAnswerError } from '../jobs/errors.ts';
import type { Submitted } from '../jobs/job.ts';
import { UnreachableError } from '../../errors.ts';
import { getAttributeGroup, getNumberAttribute, getTextAttribute } from './decode.ts';
import type { Answer } from './decode.ts';
import { isIppErrorResponse, formatStatusCode } from './jobs.ts';
import { GROUP, STATUS } from './constants.ts';

const REFUSAL_TEXTS: Readonly<Record<number, string>> = {
  [STATUS.forbidden]: '不许这个用户打印',
  [STATUS.notAuthenticated]: '要用户名和密码',
  [STATUS.notFound]: '没有这个打印队列',
  [STATUS.gone]: '没有这个打印队列',
  [STATUS.tooLarge]: '标签太大',
  [STATUS.formatNotSupported]: '不认这种文件',
  [STATUS.documentFormatError]: '说文件有错',
  [STATUS.operationNotSupported]: '不会这样收作业',
  [STATUS.serviceUnavailable]: '现在没有工作',
  [STATUS.notAcceptingJobs]: '不收新作业',
  [STATUS.busy]: '正忙',
};

/** Server errors that mean that the request was not executed (RFC 8011 §B.1.3, §B.1.4). */
const REFUSAL_STATUSES: readonly number[] = [
  STATUS.operationNotSupported,
  STATUS.serviceUnavailable,
  STATUS.versionNotSupported,
  STATUS.notAcceptingJobs,
  STATUS.busy,
];
const isRefusalStatus = (status: number): boolean =>
  (status >= 0x0400 && status < 0x0500) || REFUSAL_STATUSES.includes(status);

/** Describes the reason of a rejection for display. */
export const describeIppRefusal = (answer: Answer): string =>
  REFUSAL_TEXTS[answer.status] ??
  (
    getTextAttribute(getAttributeGroup(answer, GROUP.operation), 'status-message') ??
    formatStatusCode(answer)
  ).slice(0, 80);

/** Parses the response to a job. `id`: of the job if it was created before. */
export const parseSubmissionResponse = (answer: Answer, id: number | null = null): Submitted => {
  if (isIppErrorResponse(answer))
    return isRefusalStatus(answer.status)
      ? { kind: 'refused', why: describeIppRefusal(answer) }
      : { kind: 'lost', id, why: formatStatusCode(answer) };
  const jobId = getNumberAttribute(getAttributeGroup(answer, GROUP.job), 'job-id') ?? id;
  return jobId === null
    ? { kind: 'lost', id, why: '没有作业的编号' }
    : { kind: 'accepted', id: jobId };
};

/**
 * Sends a job. A lost response gives a result of kind `lost`. Throws UnreachableError when no byte
 * was sent.
 */
export const submitIppJob = async (send: () => Promise<Answer>): Promise<Submitted> => {
  try {
    return parseSubmissionResponse(await send());
  } catch (error) {
    if (!isNoAnswerError(error) || error instanceof UnreachableError) throw error;
    return { kind: 'lost', id: null, why: error.why };
  }
};
