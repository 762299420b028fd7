import type { Envelope, FailEnvelope } from '@yunbiao/contract/envelope';

/** One act on many, a few at a time; goes on after a failure and gives the first one. */
export const inTurn = async <T, R>(
  items: readonly T[],
  act: (item: T) => Promise<Envelope<R>>,
  onOk?: (data: R) => void,
): Promise<{ ok: number; failure: FailEnvelope | null }> => {
  const waiting = [...items];
  let ok = 0;
  let failure: FailEnvelope | null = null;
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const reply = await act(item);
      if (reply.state === 'ok') {
        ok += 1;
        onOk?.(reply.data);
      } else failure ??= reply;
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return { ok, failure };
};
