import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ownPath } from './own-path.ts';
import { stringifySearch } from '../../kit/site/search.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';

/** `?login=1` or `?login=register` opens the dialog; closing it gives the page its own address back. */
export const LoginAddress = () => {
  const site = useSite();
  const open = useSession((session) => session.showLogin);
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const { login, to: wanted, ...rest } = location.search as Record<string, unknown>;
  const form = login === '1' ? 'login' : login === 'register' ? login : undefined;
  const to = (form && ownPath(wanted)) ?? undefined;
  const plain = location.pathname + stringifySearch(rest);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (!form) return;
    void site.session.ensure().then((signedIn) => {
      if (signedIn) return navigate({ href: to ?? plain, replace: true });
      return site.session.openLogin(to, form);
    });
  }, [form, to, plain, site, navigate]);

  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // Signed in with somewhere to go: signing in goes there itself.
    if (closed && form && !(to && site.stores.session.get().isLogin))
      void navigate({ href: plain, replace: true });
  }, [open, form, to, plain, site, navigate]);
  return null;
};
