import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../shell/site.tsx';

export type OwnVip = CallOutput<'getVip'>;

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

const DAY_MS = 86_400_000;

/** “当前方案，还剩 30 天”. */
export const currentText = (vip: OwnVip): string => {
  if (vip.expiresAt === null) return '当前方案';
  const days = Math.max(0, Math.ceil((Date.parse(vip.expiresAt) - Date.now()) / DAY_MS));
  return `当前方案，还剩 ${days} 天`;
};
