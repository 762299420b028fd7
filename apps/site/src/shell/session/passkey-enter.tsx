import { useState } from 'react';
import { askPasskey } from '../../kit/passkey/browser.ts';
import { useCanPasskey } from '../../kit/passkey/can-use.ts';
import { useSite } from '../../kit/site/site.tsx';

/** 用通行密钥登录, where the browser has any; nothing on a software's own host, whose passkeys would be no others' */
export const PasskeyEnter = ({ remember }: { remember: () => boolean }) => {
  const site = useSite();
  const can = useCanPasskey();
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  if (!can || site.ownAlias !== '') return null;
  const enter = async (): Promise<string> => {
    const api = site.api('');
    const started = await api.call('passkeyStart', {});
    if (started.state === 'fail') return started.msg;
    const asked = await askPasskey(started.data.options);
    if (!asked.answer) return asked.why;
    const reply = await api.call('passkeyLogin', asked.answer);
    if (reply.state === 'fail') return Object.values(reply.data?.fields ?? {})[0] ?? reply.msg;
    await site.session.signIn(reply.data, remember());
    return '';
  };
  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setWhy('');
    setWhy(await enter());
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
