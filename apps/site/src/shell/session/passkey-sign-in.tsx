import { useCallback, useEffect, useRef, useState } from 'react';
import {
  requestPasskey,
  canOfferPasskeys,
  cancelPasskeyRequest,
} from '../../kit/passkey/browser.ts';
import { usePasskeySupport } from '../../kit/passkey/is-supported.ts';
import { useSite } from '../../kit/site/site.tsx';

/**
 * Signs in with a passkey and returns an error message. The conditional request of the name field
 * stays silent when it is not used or not available, because there is also a button.
 */
const usePasskeySignIn = (remember: () => boolean): ((isOffered: boolean) => Promise<string>) => {
  const site = useSite();
  const latest = useRef(remember);
  useEffect(() => {
    latest.current = remember;
  });
  /** Only the latest request continues, because the browser handles one at a time. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      cancelPasskeyRequest();
    },
    [],
  );
  return useCallback(
    async (isOffered) => {
      turn.current += 1;
      const ownTurn = turn.current;
      const api = site.createApi('');
      const started = await api.call('passkeyStart', {});
      if (ownTurn !== turn.current) return '';
      if (started.state === 'fail') return isOffered ? '' : started.msg;
      const assertion = await requestPasskey(started.data.options, isOffered);
      if (!assertion.answer) return isOffered ? '' : assertion.why;
      const reply = await api.call('passkeyLogin', assertion.answer);
      if (reply.state === 'fail') return Object.values(reply.data?.fields ?? {})[0] ?? reply.msg;
      await site.session.signIn(reply.data, latest.current());
      return '';
    },
    [site],
  );
};

/** Maximum number of conditional requests per dialog. */
const MAX_OFFERS = 5;

const PasskeySignInButton = ({ remember }: { remember: () => boolean }) => {
  const enter = usePasskeySignIn(remember);
  const [isBusy, setBusy] = useState(false);
  const [reason, setWhy] = useState('');
  useEffect(() => {
    let isHere = true;
    const offerPasskey = async (times: number): Promise<void> => {
      if (times === 0 || !(await canOfferPasskeys()) || !isHere) return;
      const failed = await enter(true);
      if (!isHere || !failed) return;
      setWhy(failed);
      // The request expired or the passkey is unknown here. The user may have another one.
      await offerPasskey(times - 1);
    };
    void offerPasskey(MAX_OFFERS);
    return () => void (isHere = false);
  }, [enter]);
  const signInWithPasskey = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setWhy('');
    setWhy(await enter(false));
    setBusy(false);
  };
  return (
    <div className="login-passkey">
      <button
        type="button"
        className="button"
        aria-disabled={isBusy}
        onClick={() => void signInWithPasskey()}
      >
        {isBusy ? '等浏览器核对…' : '用通行密钥登录'}
      </button>
      {reason && (
        <p className="field-err" role="alert">
          {reason}
        </p>
      )}
    </div>
  );
};

/**
 * 用通行密钥登录 as a button and as autofill of the name field, if the browser supports passkeys. Hidden
 * on custom domains, because passkeys created there would not work elsewhere.
 */
export const PasskeySignIn = ({ remember }: { remember: () => boolean }) => {
  const site = useSite();
  const can = usePasskeySupport();
  return can && site.ownAlias === '' ? <PasskeySignInButton remember={remember} /> : null;
};
