import { useNavigate, useRouterState } from '@tanstack/react-router';
import { WECHAT_STATE } from '@yunbiao/contract/wechat';
import { Dialog } from '@yunbiao/ui';
import { toast } from '@yunbiao/ui/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { searchText } from '../../kit/site/search.ts';
import { useSite } from '../../kit/site/site.tsx';
import { ownPath } from './own-path.ts';
import './login-dialog.css';

const NOT_DONE = '微信登录没有完成：没有在微信里同意，或者时间过了。';

/**
 * `?login=wx`: back from WeChat's page with a code, which is good once; or, on a software's own host, from the main one
 * with `#ticket`.
 */
export const WechatReturn = () => {
  const site = useSite();
  const navigate = useNavigate();
  const { pathname, search, hash } = useRouterState({ select: (state) => state.location });
  const [wrong, setWrong] = useState('');
  const begun = useRef(false);
  const go = (to: string): Promise<void> => navigate({ href: ownPath(to) ?? '/', replace: true });
  const finish = async (): Promise<void> => {
    const [code, nonce] = [searchText(search, 'code'), searchText(search, 'n')];
    const isBack = code && nonce && searchText(search, 'state') === WECHAT_STATE;
    if (!isBack && !hash) return setWrong(NOT_DONE);
    // Whoever is signed in says so with the call: a WeChat is bound to that account alone.
    await site.session.ensure();
    const api = site.api('');
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
    await go(to);
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish();
  });
  return (
    <Dialog title="微信登录" onClose={() => void go(pathname)}>
      <div className="wechat wechat-box">
        {wrong ? (
          <>
            <p role="alert">{wrong}</p>
            <button
              type="button"
              className="button primary"
              onClick={() => void go(`${pathname}?login=wechat`)}
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
