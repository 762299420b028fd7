import { useNavigate, useRouterState } from '@tanstack/react-router';
import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { useEffect, useRef } from 'react';
import { late } from './late.ts';
import { ownPath } from './own-path.ts';
import { useSession, useSite } from './site.tsx';

const LoginDialog = late(
  async () => (await import('./login-dialog.tsx')).LoginDialog,
  ({ session }) => {
    session.closeLogin();
    toast.error(NETWORK_FAILED);
  },
);

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
    // Signed in with somewhere to go: signing in goes there itself.
    if (closed && asked && !(to && site.stores.session.get().isLogin))
      void navigate({ href: pathname, replace: true });
  }, [open, asked, to, pathname, site, navigate]);
};

/** Loads the dialog when it is first needed. */
export const LoginHost = () => {
  const open = useSession((session) => session.showLogin);
  useLoginAddress(open);
  return open ? <LoginDialog /> : null;
};
