import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { parseSameSitePath } from './parse-own-path.ts';
import { storeShareCode } from './share-code.ts';
import { getSearchText, stringifySearch } from '../../kit/site/search.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';

/**  `?login=1`, `register` or `wechat` opens the dialog. Closing it removes the parameter. */
const DialogAddress = () => {
  const site = useSite();
  const open = useSession((session) => session.showLogin);
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const { login, to: wantedPath, ...rest } = location.search as Record<string, unknown>;
  const isWechat = login === 'wechat';
  const form = login === '1' || isWechat ? 'login' : login === 'register' ? login : undefined;
  const to = (form && parseSameSitePath(wantedPath)) ?? undefined;
  const plainHref = location.pathname + stringifySearch(rest);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (!form) return;
    void site.session.ensureSession().then((signedIn) => {
      if (signedIn) return navigate({ href: to ?? plainHref, replace: true });
      site.session.openLogin(to, form);
      return isWechat ? site.session.setScene(2) : undefined;
    });
  }, [form, isWechat, to, plainHref, site, navigate]);

  useEffect(() => {
    const isClosing = wasOpen.current && !open;
    wasOpen.current = open;
    // After signing in with a target, the sign-in itself navigates there.
    if (isClosing && form && !(to && site.stores.session.get().isLogin))
      void navigate({ href: plainHref, replace: true });
  }, [open, form, to, plainHref, site, navigate]);
  return null;
};

const WechatReturn = createOnDemandComponent(
  async () => (await import('./wechat-return.tsx')).WechatReturn,
);
const WechatConfirm = createOnDemandComponent(
  async () => (await import('./wechat-confirm.tsx')).WechatConfirm,
);

/** Handles `login` in the address: the dialog, or the return from a WeChat sign-in. */
export const LoginAddress = () => {
  const search = useRouterState({ select: ({ location }) => location.search });
  const login = getSearchText(search, 'login');
  const share = getSearchText(search, 'share');
  useEffect(() => {
    if (share) storeShareCode(share);
  }, [share]);
  if (login === 'wx') return <WechatReturn />;
  return login === 'confirm' ? <WechatConfirm /> : <DialogAddress />;
};
