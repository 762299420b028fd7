import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { useRef, useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { callWithKey } from '../../kit/printing/keyed-call.ts';
import { useApi } from '../../kit/site/site.tsx';
import { askCutOff } from './ask-before.ts';
import type { Draft } from './draft.ts';
import { zoneHere } from './load-print.ts';
import {
  afterReply,
  type Attempt,
  isLost,
  isUnanswered,
  type Job,
  remember,
} from './submission.ts';

/** Code of an envelope: the quota does not suffice. */
const QUOTA = 402;

export type SubmitErrors = Record<string, string>;

/** An answer that is not there after so long is a matter of patience, ms. */
const SLOW_MS = 10_000;

type Update = (patch: Partial<Draft>, now?: boolean) => void;

/**
 * Sends jobs. The attempt is stored before it is sent and forgotten only with an answer, so that neither a double
 * click, a retry after a network failure, nor a reload in between prints twice.
 */
export const useSubmit = (attempts: Draft['attempts'], update: Update) => {
  const api = useApi();
  const [sending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const patience = useRef<AbortController>(undefined);
  const [errors, setErrors] = useState<SubmitErrors>({});
  /** More labels than the month has left, in the server's words: it stays, as there is something to do about it. */
  const [tooMany, setTooMany] = useState('');
  const busy = useRef(false);

  /** `where` it goes, for the draft; `asks`: it looks for what falls off the labels, which is asked about. */
  const submit = async (
    job: Job,
    attempt: Attempt,
    where: Partial<Draft>,
    asks: boolean,
  ): Promise<CallOutput<'print'> | null> => {
    if (busy.current) return null;
    busy.current = true;
    setSending(true);
    setErrors({});
    setTooMany('');
    const sent = remember(attempts, attempt);
    // With template and printer: chosen anew after a reload, they might be others, and the same content a new one.
    const { templateId } = job;
    update({ attempts: sent, templateId, ...where }, true);
    const send = async (allowCutOff: boolean): Promise<Envelope<CallOutput<'print'>>> => {
      const { signal } = (patience.current = new AbortController());
      const timer = setTimeout(() => setSlow(true), SLOW_MS);
      const input = {
        ...job,
        idempotencyKey: attempt.key,
        // Not of the content: the same press from another zone is the same press.
        tz: zoneHere(),
        allowCutOff,
      };
      const answer = await callWithKey(api, 'print', input, signal);
      clearTimeout(timer);
      setSlow(false);
      return answer;
    };
    let reply = await send(!asks);
    const found = reply.state === 'fail' ? reply.data?.fields?.['allowCutOff'] : undefined;
    const isStopped = found !== undefined && !(await askCutOff(found));
    if (found !== undefined && !isStopped) reply = await send(true);
    busy.current = false;
    setSending(false);
    update(
      {
        attempts: afterReply(sent, attempt, reply),
        ...(reply.state === 'ok' ? { batchNo: reply.data.batchNo } : {}),
      },
      true,
    );
    if (reply.state === 'ok') return reply.data;
    // Whoever was asked and said no has read why.
    if (isStopped) return null;
    setErrors(reply.data?.fields ?? {});
    if (reply.code === QUOTA) setTooMany(reply.msg);
    else if (!isUnanswered(reply)) sayFailure(reply);
    return null;
  };
  return {
    submit,
    sending,
    /** The answer is long in coming. */
    isSlow,
    /** Waits no longer for it; what was sent may have arrived. */
    giveUp: () => patience.current?.abort(),
    lost: !sending && isLost(attempts),
    errors,
    setErrors,
    tooMany,
  };
};
