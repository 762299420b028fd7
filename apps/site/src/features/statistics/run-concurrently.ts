import type { Envelope, FailEnvelope } from '@yunbiao/contract/core/envelope';
import { type ReprintConsent, findReprintQuestion } from '../../kit/printing/reprint-questions.ts';

/**
 * Runs `act` on many items, three at a time. Continues after a failure and returns the first one.
 */
export const runConcurrently = async <T, R>(
  items: readonly T[],
  act: (item: T) => Promise<Envelope<R>>,
  onOk?: (data: R) => void,
): Promise<{ ok: number; failure: FailEnvelope | null }> => {
  const pendingItems = [...items];
  let ok = 0;
  let failure: FailEnvelope | null = null;
  const runWorker = async (): Promise<void> => {
    for (let item = pendingItems.shift(); item !== undefined; item = pendingItems.shift()) {
      const reply = await act(item);
      if (reply.state === 'ok') {
        ok += 1;
        onOk?.(reply.data);
      } else failure ??= reply;
    }
  };
  await Promise.all([runWorker(), runWorker(), runWorker()]);
  return { ok, failure };
};

/**
 * Like {@link runConcurrently}, for reprints. Items refused because something has changed are retried
 * when `ask` confirms. It asks once per question, for all items together. A refusal that the member
 * declines to confirm is not a failure.
 */
export const runConcurrentlyConfirming = async <T, R>(
  items: readonly T[],
  act: (item: T, consent: ReprintConsent) => Promise<Envelope<R>>,
  {
    ask,
    onOk,
  }: {
    ask: (question: keyof ReprintConsent, refusal: FailEnvelope) => Promise<boolean>;
    onOk?: (data: R) => void;
  },
): Promise<{ ok: number; failure: FailEnvelope | null }> => {
  const failures: FailEnvelope[] = [];
  let [consent, ok, waiting]: [ReprintConsent, number, readonly T[]] = [{}, 0, items];
  while (waiting.length > 0) {
    const agreedSoFar = consent;
    const refusals: { item: T; question: keyof ReprintConsent; reply: FailEnvelope }[] = [];
    const runActWithConsent = async (item: T): Promise<Envelope<R>> => {
      const reply = await act(item, agreedSoFar);
      const question = findReprintQuestion(reply, agreedSoFar);
      if (reply.state === 'fail' && question) refusals.push({ item, question, reply });
      else if (reply.state === 'fail') failures.push(reply);
      return reply;
    };
    ok += (await runConcurrently(waiting, runActWithConsent, onOk)).ok;
    const [firstRefusal] = refusals;
    if (!firstRefusal || !(await ask(firstRefusal.question, firstRefusal.reply))) break;
    consent = { ...agreedSoFar, [firstRefusal.question]: true };
    waiting = refusals.map(({ item }) => item);
  }
  return { ok, failure: failures[0] ?? null };
};
