import { isSilence } from '../jobs/errors.ts';
import type { Submitted } from '../jobs/job.ts';
import { UnreachableError } from '../../errors.ts';
import { getGroup, readNumber, getText } from './decode.ts';
import type { Answer } from './decode.ts';
import { isError, statusWord } from './jobs.ts';
import { GROUP, STATUS } from './tags.ts';

const WORDS: Readonly<Record<number, string>> = {
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

/** The request was wrong, or comes at a wrong time: it was not carried out (RFC 8011 §B.1.3, §B.1.4). */
const SAID_NO: readonly number[] = [
  STATUS.operationNotSupported,
  STATUS.serviceUnavailable,
  STATUS.versionNotSupported,
  STATUS.notAcceptingJobs,
  STATUS.busy,
];
const isRefusal = (status: number): boolean =>
  (status >= 0x0400 && status < 0x0500) || SAID_NO.includes(status);

/** Why it said no, in words for people. */
export const refusalWords = (answer: Answer): string =>
  WORDS[answer.status] ??
  (getText(getGroup(answer, GROUP.operation), 'status-message') ?? statusWord(answer)).slice(0, 80);

/** What the answer to a job tells. `id`: of the job, if it was made before. */
export const readSubmitted = (answer: Answer, id: number | null = null): Submitted => {
  if (isError(answer))
    return isRefusal(answer.status)
      ? { kind: 'refused', why: refusalWords(answer) }
      : { kind: 'lost', id, why: statusWord(answer) };
  const given = readNumber(getGroup(answer, GROUP.job), 'job-id') ?? id;
  return given === null
    ? { kind: 'lost', id, why: '没有作业的编号' }
    : { kind: 'accepted', id: given };
};

/** Sends a job; no answer is an answer of its own. @throws UnreachableError when no byte of it was sent */
export const sendJob = async (send: () => Promise<Answer>): Promise<Submitted> => {
  try {
    return readSubmitted(await send());
  } catch (error) {
    if (!isSilence(error) || error instanceof UnreachableError) throw error;
    return { kind: 'lost', id: null, why: error.why };
  }
};
