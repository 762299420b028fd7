import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';

/** The calls that go with a key: repeated, they get the first answer. */
type Keyed = 'print' | 'calibratePrint';

/** What the server may need for an answer once it has all of the request, ms. */
const ANSWER_MS = 60_000;
/** The server ends a long body that comes slower. */
const BYTES_PER_MS = 6.4;
/** The server ends any request that takes longer, ms. */
const MAX_MS = 300_000;
/** Of a character of Chinese in a form. */
const BYTES_EACH = 9;

const getLimit = (input: object): number =>
  Math.min(MAX_MS, ANSWER_MS + (JSON.stringify(input).length * BYTES_EACH) / BYTES_PER_MS);

/**
 * A call with a key, waited for only as long as an answer can still come: without one it fails like any call nobody
 * answered, and can be repeated. Other calls are waited for as long as the browser does: whether one of those was done
 * nobody would know, and a repeat may do it twice.
 */
export const callWithKey = async <N extends Keyed>(
  api: Client,
  name: N,
  input: CallInput<N>,
  givenUp?: AbortSignal,
): Promise<Envelope<CallOutput<N>>> => {
  const work = new AbortController();
  const stop = (): void => work.abort();
  const timer = setTimeout(stop, getLimit(input));
  givenUp?.addEventListener('abort', stop);
  try {
    return await api.call(name, input, { signal: work.signal });
  } finally {
    clearTimeout(timer);
    givenUp?.removeEventListener('abort', stop);
  }
};
