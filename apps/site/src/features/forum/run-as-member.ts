import { useCallback, useEffect, useRef } from 'react';
import { useSession, useSite } from '../../kit/site/site.tsx';

/**
 * Runs an action that requires sign-in: immediately when signed in, otherwise after the member
 * signs in through the dialog. Closing the dialog discards the action; typed text stays.
 */
export const useRunAsMember = (): ((act: () => void) => void) => {
  const site = useSite();
  const isLogin = useSession((session) => session.isLogin);
  const isAsked = useSession((session) => session.showLogin);
  const pendingAction = useRef<(() => void) | null>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    const act = pendingAction.current;
    const wasDismissed = wasAsked.current && !isAsked && !isLogin;
    wasAsked.current = isAsked;
    if (wasDismissed) pendingAction.current = null;
    if (!isLogin || !act) return;
    pendingAction.current = null;
    act();
  }, [isLogin, isAsked]);
  return useCallback(
    (act) => {
      const { session } = site.stores;
      if (session.get().isLogin) return act();
      pendingAction.current = act;
      // The session of this browser may not have been checked yet.
      void site.session.ensureSession().then((signedIn) => {
        if (!signedIn) site.session.openLogin();
      });
    },
    [site],
  );
};
