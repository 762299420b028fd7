import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';

/** Calls with an idempotency key: a repeated call gets the first reply. */
type IdempotentCall = 'print' | 'calibratePrint' | 'reserveSerials';

/** Maximum response time of the server after the complete request, ms. */
const ANSWER_MS = 60_000;
/** Minimum upload rate; the server aborts slower requests. */
const BYTES_PER_MS = 6.4;
/** Maximum duration of a request; the server aborts longer ones, ms. */
const MAX_MS = 300_000;
/** Bytes that a Chinese character takes in a form body. */
const BYTES_PER_CHARACTER = 9;

const computeTimeoutMs = (input: object): number =>
  Math.min(MAX_MS, ANSWER_MS + (JSON.stringify(input).length * BYTES_PER_CHARACTER) / BYTES_PER_MS);

/**
 * Calls with an idempotency key and a timeout. After the timeout the call fails like a network
 * error and can be repeated. Calls without a key have no timeout, because a repeated call could
 * execute twice.
 */
export const callWithIdempotencyKey = async <N extends IdempotentCall>(
  api: Client,
  name: N,
  input: CallInput<N>,
  givenUp?: AbortSignal,
): Promise<Envelope<CallOutput<N>>> => {
  const work = new AbortController();
  const abortCall = (): void => work.abort();
  const timer = setTimeout(abortCall, computeTimeoutMs(input));
  givenUp?.addEventListener('abort', abortCall);
  try {
    return await api.call(name, input, { signal: work.signal });
  } finally {
    clearTimeout(timer);
    givenUp?.removeEventListener('abort', abortCall);
  }
};
