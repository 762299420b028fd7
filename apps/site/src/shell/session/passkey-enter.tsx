import { useCallback, useEffect, useRef, useState } from 'react';
import { askPasskey, canOfferPasskeys, stopAsking } from '../../kit/passkey/browser.ts';
import { useCanPasskey } from '../../kit/passkey/can-use.ts';
import { useSite } from '../../kit/site/site.tsx';

/**
 * Signs in by what the browser answers, and says why not. What is only offered at the field of the name says nothing when
 * nobody takes it up, nor when it cannot be had: there is a button.
 */
const useEnter = (remember: () => boolean): ((isOffered: boolean) => Promise<string>) => {
  const site = useSite();
  const latest = useRef(remember);
  useEffect(() => {
    latest.current = remember;
  });
  /** Of the questions the last one alone goes on: the browser answers one at a time. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      stopAsking();
    },
    [],
  );
  return useCallback(
    async (isOffered) => {
      turn.current += 1;
      const own = turn.current;
      const api = site.api('');
      const started = await api.call('passkeyStart', {});
      if (own !== turn.current) return '';
      if (started.state === 'fail') return isOffered ? '' : started.msg;
      const asked = await askPasskey(started.data.options, isOffered);
      if (!asked.answer) return isOffered ? '' : asked.why;
      const reply = await api.call('passkeyLogin', asked.answer);
      if (reply.state === 'fail') return Object.values(reply.data?.fields ?? {})[0] ?? reply.msg;
      await site.session.signIn(reply.data, latest.current());
      return '';
    },
    [site],
  );
};

/** Of one dialog, at most. */
const OFFERS = 5;

const Enter = ({ remember }: { remember: () => boolean }) => {
  const enter = useEnter(remember);
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  useEffect(() => {
    let isHere = true;
    const offer = async (times: number): Promise<void> => {
      if (times === 0 || !(await canOfferPasskeys()) || !isHere) return;
      const failed = await enter(true);
      if (!isHere || !failed) return;
      setWhy(failed);
      // It was taken up, and was over, or is nobody's here: there may be another.
      await offer(times - 1);
    };
    void offer(OFFERS);
    return () => void (isHere = false);
  }, [enter]);
  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setWhy('');
    setWhy(await enter(false));
    setBusy(false);
  };
  return (
    <div className="login-passkey">
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void press()}>
        {isBusy ? '等浏览器核对…' : '用通行密钥登录'}
      </button>
      {why && (
        <p className="field-err" role="alert">
          {why}
        </p>
      )}
    </div>
  );
};

/**
 * 用通行密钥登录, where the browser has any, and passkeys among what it offers at the field of the name; nothing on a
 * software's own host, whose passkeys would be no others'.
 */
export const PasskeyEnter = ({ remember }: { remember: () => boolean }) => {
  const site = useSite();
  const can = useCanPasskey();
  return can && site.ownAlias === '' ? <Enter remember={remember} /> : null;
};
