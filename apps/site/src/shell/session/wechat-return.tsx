import { useNavigate, useRouterState } from '@tanstack/react-router';
import { WECHAT_STATE } from '@yunbiao/contract/site/wechat';
import { Dialog } from '@yunbiao/ui';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { getSearchText } from '../../kit/site/search.ts';
import { useSite } from '../../kit/site/site.tsx';
import { parseSameSitePath } from './parse-own-path.ts';
import './login-dialog.css';

const NOT_DONE = '微信登录没有完成：没有在微信里同意，或者时间过了。';

/**
 * `?login=wx`: return from WeChat with a single-use code, or return from the main host to a custom
 * domain with `#ticket`.
 */
export const WechatReturn = () => {
  const site = useSite();
  const navigate = useNavigate();
  const { pathname, search, hash } = useRouterState({ select: (state) => state.location });
  const [errorText, setWrong] = useState('');
  const hasBegun = useRef(false);
  const navigateToOwnPath = (to: string): Promise<void> =>
    navigate({ href: parseSameSitePath(to) ?? '/', replace: true });
  const finishLogin = async (): Promise<void> => {
    const [code, nonce] = [getSearchText(search, 'code'), getSearchText(search, 'n')];
    const isBack = code && nonce && getSearchText(search, 'state') === WECHAT_STATE;
    if (!isBack && !hash) return setWrong(NOT_DONE);
    // The call needs the session: WeChat is bound to the signed-in account only.
    await site.session.ensureSession();
    const api = site.createApi('');
    const reply = isBack
      ? await api.call('wxLogin', { code, nonce })
      : await api.call('wechatEnter', { ticket: hash });
    if (reply.state === 'fail') return setWrong(reply.msg);
    const { outcome, token, userInfo, to } = reply.data;
    if (outcome === 'ask') return location.replace(to);
    if (outcome === 'bound') {
      site.stores.session.set((now) => ({ ...now, userInfo: userInfo ?? now.userInfo }));
      toast.success('微信已绑定');
    } else if (userInfo) await site.session.signIn({ token, userInfo }, true);
    await navigateToOwnPath(to);
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finishLogin();
  });
  return (
    <Dialog title="微信登录" onClose={() => void navigateToOwnPath(pathname)}>
      <div className="wechat wechat-box">
        {errorText ? (
          <>
            <p role="alert">{errorText}</p>
            <button
              type="button"
              className="button primary"
              onClick={() => void navigateToOwnPath(`${pathname}?login=wechat`)}
            >
              重新登录
            </button>
          </>
        ) : (
          <p role="status">正在登录…</p>
        )}
      </div>
    </Dialog>
  );
};
