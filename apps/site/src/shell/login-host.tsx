import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { ownPath } from './own-path.ts';
import { useSession, useSite } from './site.tsx';

const LoginDialog = lazy(async () => ({
  default: (await import('./login-dialog.tsx')).LoginDialog,
}));

/** `?login=1` opens the dialog; closing it gives the page its plain address back. */
const useLoginAddress = (open: boolean): void => {
  const site = useSite();
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const search = location.search as Record<string, unknown>;
  const asked = search.login === '1';
  const to = ownPath(search.to) ?? undefined;
  const { pathname } = location;
  const wasOpen = useRef(false);

  useEffect(() => {
    if (!asked) return;
    void site.session.ensure().then((signedIn) => {
      if (signedIn) return navigate({ href: to ?? pathname, replace: true });
      return site.session.openLogin(to);
    });
  }, [asked, to, pathname, site, navigate]);

  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    if (closed && asked && !site.stores.session.get().isLogin)
      void navigate({ href: pathname, replace: true });
  }, [open, asked, pathname, site, navigate]);
};

/** Loads the dialog when it is first needed. */
export const LoginHost = () => {
  const open = useSession((session) => session.showLogin);
  useLoginAddress(open);
  return open ? (
    <Suspense fallback={null}>
      <LoginDialog />
    </Suspense>
  ) : null;
};
