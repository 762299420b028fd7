import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onDemand } from '../../kit/site/on-demand.ts';
import { ownPath } from './own-path.ts';
import { keepShareCode } from './share-code.ts';
import { searchText, stringifySearch } from '../../kit/site/search.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';

/** `?login=1`, `register` or `wechat` opens the dialog; closing it gives the page its own address back. */
const DialogAddress = () => {
  const site = useSite();
  const open = useSession((session) => session.showLogin);
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const { login, to: wanted, ...rest } = location.search as Record<string, unknown>;
  const isWechat = login === 'wechat';
  const form = login === '1' || isWechat ? 'login' : login === 'register' ? login : undefined;
  const to = (form && ownPath(wanted)) ?? undefined;
  const plain = location.pathname + stringifySearch(rest);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (!form) return;
    void site.session.ensure().then((signedIn) => {
      if (signedIn) return navigate({ href: to ?? plain, replace: true });
      site.session.openLogin(to, form);
      return isWechat ? site.session.setScene(2) : undefined;
    });
  }, [form, isWechat, to, plain, site, navigate]);

  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // Signed in with somewhere to go: signing in goes there itself.
    if (closed && form && !(to && site.stores.session.get().isLogin))
      void navigate({ href: plain, replace: true });
  }, [open, form, to, plain, site, navigate]);
  return null;
};

const WechatReturn = onDemand(async () => (await import('./wechat-return.tsx')).WechatReturn);
const WechatConfirm = onDemand(async () => (await import('./wechat-confirm.tsx')).WechatConfirm);

/** What an address asks for: the dialog, or one of the two ends of a sign-in with WeChat. */
export const LoginAddress = () => {
  const search = useRouterState({ select: ({ location }) => location.search });
  const login = searchText(search, 'login');
  const share = searchText(search, 'share');
  useEffect(() => {
    if (share) keepShareCode(share);
  }, [share]);
  if (login === 'wx') return <WechatReturn />;
  return login === 'confirm' ? <WechatConfirm /> : <DialogAddress />;
};
