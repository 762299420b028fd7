import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useRef, useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { confirmOverflow } from './confirm-print.ts';
import type { Draft } from './draft.ts';
import { usePrintCall } from './press/use-print-call.ts';
import {
  updateAttemptsAfterReply,
  type Attempt,
  isNewestAttemptUnanswered,
  isRequestOutcomeUnknown,
  type Job,
  putAttemptFirst,
} from './attempts.ts';

/** Code of an envelope: insufficient quota. */
const QUOTA = 402;

export type SubmitErrors = Record<string, string>;

type Update = (patch: Partial<Draft>, now?: boolean) => void;

/**
 * Calls the server. `asks`: the member is asked about overflow, and the job is printed after
 * agreement. `isStopped`: the member declined.
 */
const printOrAsk = async (
  callPrint: ReturnType<typeof usePrintCall>['callPrint'],
  job: Job,
  key: string,
  asks: boolean,
): Promise<{ reply: Envelope<CallOutput<'print'>>; isStopped: boolean }> => {
  const reply = await callPrint(job, key, !asks);
  const overflowMessage = reply.state === 'fail' ? reply.data?.fields?.['allowCutOff'] : undefined;
  if (overflowMessage === undefined) return { reply, isStopped: false };
  if (!(await confirmOverflow(overflowMessage))) return { reply, isStopped: true };
  return { reply: await callPrint(job, key, true), isStopped: false };
};

/**
 * Submits jobs. The attempt is stored before the request and removed only after an answer, so that
 * a double click, a retry after a network failure or a reload never prints twice.
 */
export const useSubmitPrintJob = (attempts: Draft['attempts'], update: Update) => {
  const { callPrint, ...wait } = usePrintCall();
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<SubmitErrors>({});
  /**
   * Message of the server when the month's quota is too small. It stays visible because the member
   * can act on it.
   */
  const [quotaMessage, setTooMany] = useState('');
  const isBusy = useRef(false);

  /**
   * `where`: stored in the draft. `asks`: the server checks for overflow, and the member is asked
   * when there is any.
   */
  const submitBatch = async (
    job: Job,
    attempt: Attempt,
    draftChange: Partial<Draft>,
    asks: boolean,
  ): Promise<CallOutput<'print'> | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setSending(true);
    setErrors({});
    setTooMany('');
    const attemptsWithThis = putAttemptFirst(attempts, attempt);
    // Store template and printer, too: after a reload the defaults may differ, and the same content
    // would get a new key.
    const { templateId } = job;
    update({ attempts: attemptsWithThis, templateId, ...draftChange }, true);
    const { reply, isStopped } = await printOrAsk(callPrint, job, attempt.key, asks);
    isBusy.current = false;
    setSending(false);
    update(
      {
        attempts: updateAttemptsAfterReply(attemptsWithThis, attempt, reply),
        ...(reply.state === 'ok' ? { batchNo: reply.data.batchNo } : {}),
      },
      true,
    );
    if (reply.state === 'ok') return reply.data;
    // The member was asked and declined: no further message.
    if (isStopped) return null;
    setErrors(reply.data?.fields ?? {});
    if (reply.code === QUOTA) setTooMany(reply.msg);
    else if (!isRequestOutcomeUnknown(reply)) showFailure(reply);
    return null;
  };
  return {
    submit: submitBatch,
    sending,
    ...wait,
    isUnconfirmed: !sending && isNewestAttemptUnanswered(attempts),
    errors,
    setErrors,
    tooMany: quotaMessage,
  };
};
