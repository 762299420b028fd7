import { useCallback, useEffect, useRef } from 'react';
import { useSession, useSite } from '../../kit/site/site.tsx';

/**
 * Does what only a member may do: at once when signed in, otherwise after signing in through the dialog. Closing the
 * dialog gives the act up; what was typed stays.
 */
export const useMemberAct = (): ((act: () => void) => void) => {
  const site = useSite();
  const isLogin = useSession((session) => session.isLogin);
  const isAsked = useSession((session) => session.showLogin);
  const waiting = useRef<(() => void) | null>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    const act = waiting.current;
    const given = wasAsked.current && !isAsked && !isLogin;
    wasAsked.current = isAsked;
    if (given) waiting.current = null;
    if (!isLogin || !act) return;
    waiting.current = null;
    act();
  }, [isLogin, isAsked]);
  return useCallback(
    (act) => {
      const { session } = site.stores;
      if (session.get().isLogin) return act();
      waiting.current = act;
      // A token of this browser may not have been looked at yet.
      void site.session.ensure().then((signedIn) => {
        if (!signedIn) site.session.openLogin();
      });
    },
    [site],
  );
};
