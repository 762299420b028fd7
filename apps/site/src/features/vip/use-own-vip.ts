import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../kit/site/site.tsx';
import type { OwnVip } from './own-words.ts';

/** The member's own plan, asked for in the browser: the page itself is everybody's. Null for visitors. */
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
