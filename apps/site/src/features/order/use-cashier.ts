import { useRouter, useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { searchText, stringifySearch } from '../../kit/site/search.ts';
import { useApi } from '../../kit/site/site.tsx';
import { payInWechat } from './wechat-bridge.ts';

export type Action = CallOutput<'orderPay'>['action'];
type Way = CallOutput<'orderDetail'>['payType'];
export type Scene = 'desktop' | 'phone' | 'wechat';

/** Where the page is open. A finger is the mark of a phone: it cannot scan its own screen. */
export const sceneHere = (): Scene => {
  if (/MicroMessenger/i.test(navigator.userAgent)) return 'wechat';
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop';
};

export type Cashier = {
  /** What the browser shows; null before it is known. */
  action: Action | null;
  failure: string;
  isAsking: boolean;
  /** Begins to pay, or goes on; another way when one is named. */
  pay: (way?: Way) => Promise<void>;
};

/**
 * Begins to pay an order and does what the channel wants: shows a code, goes to its page, hands over to WeChat. On a
 * desktop the code is there by itself; leaving the page is for whoever presses the button.
 */
export const useCashier = (order: { id: string; payType: Way }, isReady: boolean): Cashier => {
  const api = useApi();
  const router = useRouter();
  const [action, setAction] = useState<Action | null>(null);
  const [failure, setFailure] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const { id, payType } = order;
  const location = useRouterState({ select: (state) => state.location });
  const told = searchText(location.search, 'pay');

  const ask = useCallback(
    async (way: Way): Promise<Action | null> => {
      setIsAsking(true);
      setFailure('');
      const payer = told === 'code' ? 'code' : 'ask';
      const reply = await api.call('orderPay', { id, payType: way, scene: sceneHere(), payer });
      setIsAsking(false);
      if (reply.state === 'ok') return reply.data.action;
      setFailure(reply.msg);
      // Paid or closed meanwhile.
      if (reply.code === 409) await router.invalidate();
      return null;
    },
    [api, id, router, told],
  );

  const pay = useCallback(
    async (way: Way = payType): Promise<void> => {
      const asked = await ask(way);
      if (asked?.kind === 'redirect') return globalThis.location.assign(asked.url);
      if (asked?.kind === 'jsapi') setFailure(await payInWechat(asked.params));
      else if (asked) setAction(asked);
      if (way !== payType || asked) await router.invalidate();
    },
    [ask, payType, router],
  );

  // Back from WeChat, which was asked who pays: it goes on where it was left, once.
  const isOn = useRef(false);
  useEffect(() => {
    if (told === undefined || isOn.current || !isReady || sceneHere() !== 'wechat') return;
    isOn.current = true;
    void pay().then(() => {
      const { pay: _, ...rest } = location.search as Record<string, unknown>;
      if (told === 'jsapi')
        return router.navigate({ href: location.pathname + stringifySearch(rest), replace: true });
    });
  }, [told, isReady, pay, router, location]);

  useEffect(() => {
    setAction(null);
    if (!isReady || payType === 'offline' || sceneHere() !== 'desktop') return;
    let isAlive = true;
    void ask(payType).then((asked) => {
      if (isAlive && asked?.kind === 'qr') setAction(asked);
    });
    return () => {
      isAlive = false;
    };
  }, [ask, payType, isReady]);
  return { action, failure, isAsking, pay };
};
