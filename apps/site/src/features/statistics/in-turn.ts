import type { Envelope, FailEnvelope } from '@yunbiao/contract/envelope';
import { isForFonts } from '../../kit/printing/new-fonts.ts';

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

/**
 * The same of labels that are printed again: those refused because fonts have changed go once more when `ask` says so,
 * which is asked once for all of them. That refusal is no failure: whoever said no has read it.
 */
export const inTurnWithFonts = async <T, R>(
  items: readonly T[],
  act: (item: T, newFonts: boolean) => Promise<Envelope<R>>,
  { ask, onOk }: { ask: (refusal: FailEnvelope) => Promise<boolean>; onOk?: (data: R) => void },
): Promise<{ ok: number; failure: FailEnvelope | null }> => {
  const refused: { item: T; reply: FailEnvelope }[] = [];
  const failures: FailEnvelope[] = [];
  const first = await inTurn(
    items,
    async (item) => {
      const reply = await act(item, false);
      if (reply.state === 'fail' && isForFonts(reply)) refused.push({ item, reply });
      else if (reply.state === 'fail') failures.push(reply);
      return reply;
    },
    onOk,
  );
  const [one] = refused;
  if (!one || !(await ask(one.reply))) return { ok: first.ok, failure: failures[0] ?? null };
  const again = await inTurn(refused, ({ item }) => act(item, true), onOk);
  return { ok: first.ok + again.ok, failure: failures[0] ?? again.failure };
};
