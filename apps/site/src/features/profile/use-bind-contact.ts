import type { CallOutput } from '@yunbiao/contract';
import type { ContactKind } from '@yunbiao/contract/site/contact';
import { useEffect, useState } from 'react';
import { useCountdown } from '../../kit/contact/use-countdown.ts';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';

export type CodeRequest = CallOutput<'contactCode'>;
export type Sending = CallOutput<'contactCodeState'>;

const SENDING: Sending = { state: 'sending', why: '' };
/** Polling interval, ms, and maximum number of polls; exceeds all server timeouts. */
const POLL_INTERVAL_MS = 1_500;
const MAX_POLLS = 30;

/** Polls until it is known whether the code was sent. */
const useCodeDeliveryState = (ticket: string | null): Sending => {
  const api = useApi();
  const [knownState, setKnown] = useState<{ ticket: string | null; now: Sending }>();
  useEffect(() => {
    if (ticket === null) return;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pollState = async (triesLeft: number): Promise<void> => {
      const reply = await api.call('contactCodeState', { ticket });
      if (!isWanted) return;
      if (reply.state === 'ok' && reply.data.state !== 'sending')
        return setKnown({ ticket, now: reply.data });
      if (triesLeft > 0) timer = setTimeout(() => void pollState(triesLeft - 1), POLL_INTERVAL_MS);
    };
    timer = setTimeout(() => void pollState(MAX_POLLS), POLL_INTERVAL_MS / 3);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, ticket]);
  return knownState?.ticket === ticket ? knownState.now : SENDING;
};

/** Two steps: request the code, then enter it. */
export const useBindContact = (kind: ContactKind, onBound: (info: UserInfo) => void) => {
  const api = useApi();
  const form = useForm({ target: '', password: '', code: '' });
  const [codeRequest, setAsked] = useState<CodeRequest | null>(null);
  const { left, start } = useCountdown();
  const sending = useCodeDeliveryState(codeRequest?.ticket ?? null);
  useEffect(preloadValidationSchemas, []);

  const requestCode = async (): Promise<Errors | null> => {
    const { target, password } = form.getState().values;
    const reply = await sendForm(
      api,
      'contactCode',
      { kind, target, password },
      { onRefusal: ({ msg }) => ({ _: msg }) },
    );
    if (!reply.data) {
      const wait = reply.failure?.data?.retryAfter ?? 0;
      // A wait of one day has no countdown.
      if (wait > 0 && wait <= 120) start(wait);
      return reply.errors;
    }
    setAsked(reply.data);
    start(reply.data.againAfterS);
    form.set({ code: '' });
    return null;
  };
  const bindContact = async (): Promise<Errors | null> => {
    if (!codeRequest) return {};
    const { code } = form.getState().values;
    const reply = await sendForm(
      api,
      'contactBind',
      { ticket: codeRequest.ticket, code },
      { onRefusal: ({ msg }) => ({ _: msg }) },
    );
    if (!reply.data) return reply.errors;
    onBound(reply.data);
    return null;
  };
  return {
    form,
    asked: codeRequest,
    left,
    sending,
    ask: requestCode,
    bind: bindContact,
    back: () => setAsked(null),
  };
};
