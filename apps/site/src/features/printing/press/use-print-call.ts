import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useRef, useState } from 'react';
import { callWithIdempotencyKey } from '../../../kit/printing/idempotent-call.ts';
import { useApi } from '../../../kit/site/site.tsx';
import type { Job } from '../attempts.ts';
import { getTimeZone } from '../load-print.ts';

/** Time after which an answer counts as slow, ms. */
const SLOW_MS = 10_000;

/** Calls the server to print a job. Reports a slow answer; the member can stop waiting for it. */
export const usePrintCall = () => {
  const api = useApi();
  const [isSlow, setSlow] = useState(false);
  const abortController = useRef<AbortController>(undefined);
  const callPrint = async (
    job: Job,
    idempotencyKey: string,
    allowCutOff: boolean,
  ): Promise<Envelope<CallOutput<'print'>>> => {
    const { signal } = (abortController.current = new AbortController());
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    const input = {
      ...job,
      idempotencyKey,
      // Not part of the content: a retry from another time zone is the same request.
      tz: getTimeZone(),
      allowCutOff,
    };
    const answer = await callWithIdempotencyKey(api, 'print', input, signal);
    clearTimeout(timer);
    setSlow(false);
    return answer;
  };
  return {
    callPrint,
    /** The answer takes long. */
    isSlow,
    /** Stops waiting for the answer. The request may have reached the server. */
    stopWaiting: () => abortController.current?.abort(),
  };
};
