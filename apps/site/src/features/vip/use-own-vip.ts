import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../kit/site/site.tsx';
import type { OwnVip } from './own-plan-messages.ts';

/** Plan of the member, requested in the browser, because the page is shared. Null for visitors. */
export const useOwnVip = (): OwnVip | null => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [vip, setVip] = useState<OwnVip | null>(null);
  useEffect(() => {
    if (!isLogin) return setVip(null);
    let isAlive = true;
    void api.call('getVip', {}).then((reply) => {
      if (isAlive && reply.state === 'ok') setVip(reply.data);
    });
    return () => {
      isAlive = false;
    };
  }, [api, isLogin]);
  return vip;
};
