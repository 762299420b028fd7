import type { CallOutput } from '@yunbiao/contract';
import type { ContactKind } from '@yunbiao/contract/contact';
import { useEffect, useState } from 'react';
import { useCountdown } from '../../kit/contact/use-countdown.ts';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';

export type Asked = CallOutput<'contactCode'>;
export type Sending = CallOutput<'contactCodeState'>;

const SENDING: Sending = { state: 'sending', why: '' };
/** Between two questions whether it is out, and how often it is asked: longer than any server is waited for. */
const EVERY_MS = 1_500;
const TIMES = 30;

/** Whether the code is out, asked until it is known. */
const useSending = (ticket: string | null): Sending => {
  const api = useApi();
  const [known, setKnown] = useState<{ ticket: string | null; now: Sending }>();
  useEffect(() => {
    if (ticket === null) return;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (left: number): Promise<void> => {
      const reply = await api.call('contactCodeState', { ticket });
      if (!isWanted) return;
      if (reply.state === 'ok' && reply.data.state !== 'sending')
        return setKnown({ ticket, now: reply.data });
      if (left > 0) timer = setTimeout(() => void ask(left - 1), EVERY_MS);
    };
    timer = setTimeout(() => void ask(TIMES), EVERY_MS / 3);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, ticket]);
  return known?.ticket === ticket ? known.now : SENDING;
};

/** Two steps: the code is asked for, then typed. */
export const useBindContact = (kind: ContactKind, onBound: (info: UserInfo) => void) => {
  const api = useApi();
  const form = useForm({ target: '', password: '', code: '' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { left, start } = useCountdown();
  const sending = useSending(asked?.ticket ?? null);
  useEffect(prepareValidation, []);

  const ask = async (): Promise<Errors | null> => {
    const { target, password } = form.now().values;
    const sent = await sendForm(
      api,
      'contactCode',
      { kind, target, password },
      { say: ({ msg }) => ({ _: msg }) },
    );
    if (!sent.data) {
      const wait = sent.failure?.data?.retryAfter ?? 0;
      // A day is not counted down.
      if (wait > 0 && wait <= 120) start(wait);
      return sent.errors;
    }
    setAsked(sent.data);
    start(sent.data.againAfterS);
    form.set({ code: '' });
    return null;
  };
  const bind = async (): Promise<Errors | null> => {
    if (!asked) return {};
    const { code } = form.now().values;
    const sent = await sendForm(
      api,
      'contactBind',
      { ticket: asked.ticket, code },
      { say: ({ msg }) => ({ _: msg }) },
    );
    if (!sent.data) return sent.errors;
    onBound(sent.data);
    return null;
  };
  return { form, asked, left, sending, ask, bind, back: () => setAsked(null) };
};
