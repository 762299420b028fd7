import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isAccessDenied } from '../routing/member-guard.ts';
import { consumeAccessCheck } from '../routing/access-checks.ts';
import { useSoftwareAlias, useSession, useSite } from '../../kit/site/site.tsx';

/**
 * Redirects a suspended member to the denied page. The server checks direct requests. During
 * client-side navigation the data of public pages is the same for everyone, so each page is checked
 * here unless its guard has already checked it.
 */
export const MemberAccessCheck = () => {
  const site = useSite();
  const alias = useSoftwareAlias();
  const memberId = useSession((session) => session.userInfo?.id);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const navigate = useNavigate();
  useEffect(() => {
    if (pathname === undefined || consumeAccessCheck(site.stores, pathname)) return;
    let isHere = true;
    void isAccessDenied(site, alias).then((shutOut) => {
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
