import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isShutOut } from '../routing/member-guard.ts';
import { takeStanding } from '../routing/standings.ts';
import { useAlias, useSession, useSite } from '../../kit/site/site.tsx';

/**
 * A suspended member comes to the denied page whichever way he goes. By address the server sees to it; on the way from
 * page to page the data of a public page is the same for everyone, so it is asked here, on each of them again unless its
 * guard has.
 */
export const Standing = () => {
  const site = useSite();
  const alias = useAlias();
  const memberId = useSession((session) => session.userInfo?.id);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const navigate = useNavigate();
  useEffect(() => {
    if (pathname === undefined || takeStanding(site.stores, pathname)) return;
    let isHere = true;
    void isShutOut(site, alias).then((shutOut) => {
      if (!isHere || !shutOut) return;
      void navigate({
        to: '/$soft/denied',
        params: { soft: alias },
        replace: true,
        ignoreBlocker: true,
      });
    });
    return () => void (isHere = false);
  }, [site, alias, memberId, pathname, navigate]);
  return null;
};
