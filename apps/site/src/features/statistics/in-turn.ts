import type { Envelope, FailEnvelope } from '@yunbiao/contract/envelope';
import { type Agreed, questionIn } from '../../kit/printing/ask-again.ts';

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
 * The same of labels that are printed again: those refused because something has changed since go once more when `ask` says
 * so, which is asked once for all of them, for each thing. That refusal is no failure: whoever said no has read it.
 */
export const inTurnAsking = async <T, R>(
  items: readonly T[],
  act: (item: T, agreed: Agreed) => Promise<Envelope<R>>,
  {
    ask,
    onOk,
  }: {
    ask: (question: keyof Agreed, refusal: FailEnvelope) => Promise<boolean>;
    onOk?: (data: R) => void;
  },
): Promise<{ ok: number; failure: FailEnvelope | null }> => {
  const failures: FailEnvelope[] = [];
  let [agreed, ok, waiting]: [Agreed, number, readonly T[]] = [{}, 0, items];
  while (waiting.length > 0) {
    const said = agreed;
    const refused: { item: T; question: keyof Agreed; reply: FailEnvelope }[] = [];
    const tell = async (item: T): Promise<Envelope<R>> => {
      const reply = await act(item, said);
      const question = questionIn(reply, said);
      if (reply.state === 'fail' && question) refused.push({ item, question, reply });
      else if (reply.state === 'fail') failures.push(reply);
      return reply;
    };
    ok += (await inTurn(waiting, tell, onOk)).ok;
    const [one] = refused;
    if (!one || !(await ask(one.question, one.reply))) break;
    agreed = { ...said, [one.question]: true };
    waiting = refused.map(({ item }) => item);
  }
  return { ok, failure: failures[0] ?? null };
};
