import { useRouter, useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getSearchText, stringifySearch } from '../../kit/site/search.ts';
import { useApi } from '../../kit/site/site.tsx';
import { payInWechat } from './wechat-bridge.ts';

export type Action = CallOutput<'orderPay'>['action'];
type Way = CallOutput<'orderDetail'>['payType'];
export type Scene = 'desktop' | 'phone' | 'wechat';

/**
 * Detects where the page is open. A touch screen means a phone, which cannot scan its own screen.
 */
export const detectPaymentScene = (): Scene => {
  if (/MicroMessenger/i.test(navigator.userAgent)) return 'wechat';
  return matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop';
};

export type Cashier = {
  /** Payment step to display; null until known. */
  action: Action | null;
  failure: string;
  isAsking: boolean;
  /** Starts or continues the payment, optionally with another method. */
  pay: (method?: Way) => Promise<void>;
};

/** The address of the page, and its parameter that WeChat returns with. */
const usePayLocation = () => {
  const location = useRouterState({ select: (state) => state.location });
  return { location, payParam: getSearchText(location.search, 'pay') };
};

/** Continues the payment once on return from WeChat, which identified the payer. */
const useContinueInWechat = (isReady: boolean, pay: Cashier['pay']): void => {
  const router = useRouter();
  const { location, payParam } = usePayLocation();
  const isOn = useRef(false);
  useEffect(() => {
    if (payParam === undefined || isOn.current || !isReady || detectPaymentScene() !== 'wechat')
      return;
    isOn.current = true;
    void pay().then(() => {
      const { pay: _, ...rest } = location.search as Record<string, unknown>;
      if (payParam === 'jsapi')
        return router.navigate({ href: location.pathname + stringifySearch(rest), replace: true });
    });
  }, [payParam, isReady, pay, router, location]);
};

/** On a desktop, requests the code of the payment method without a click. */
const useDesktopCode = (
  payType: Way,
  isReady: boolean,
  requestPayment: (method: Way) => Promise<Action | null>,
  setAction: (action: Action | null) => void,
): void => {
  useEffect(() => {
    setAction(null);
    if (!isReady || payType === 'offline' || detectPaymentScene() !== 'desktop') return;
    let isAlive = true;
    void requestPayment(payType).then((action) => {
      if (isAlive && action?.kind === 'qr') setAction(action);
    });
    return () => {
      isAlive = false;
    };
  }, [requestPayment, payType, isReady, setAction]);
};

/**
 * Starts the payment of an order and executes the step of the channel: display a code, redirect, or
 * call WeChat. On a desktop the code is requested automatically; a redirect needs a click.
 */
export const useCashier = (order: { id: string; payType: Way }, isReady: boolean): Cashier => {
  const api = useApi();
  const router = useRouter();
  const [action, setAction] = useState<Action | null>(null);
  const [failure, setFailure] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const { id, payType } = order;
  const { payParam } = usePayLocation();

  const requestPayment = useCallback(
    async (method: Way): Promise<Action | null> => {
      setIsAsking(true);
      setFailure('');
      const payer = payParam === 'code' ? 'code' : 'ask';
      const reply = await api.call('orderPay', {
        id,
        payType: method,
        scene: detectPaymentScene(),
        payer,
      });
      setIsAsking(false);
      if (reply.state === 'ok') return reply.data.action;
      setFailure(reply.msg);
      // The order was paid or closed in the meantime.
      if (reply.code === 409) await router.invalidate();
      return null;
    },
    [api, id, router, payParam],
  );

  const pay = useCallback(
    async (method: Way = payType): Promise<void> => {
      const payment = await requestPayment(method);
      if (payment?.kind === 'redirect') return globalThis.location.assign(payment.url);
      if (payment?.kind === 'jsapi') setFailure(await payInWechat(payment.params));
      else if (payment) setAction(payment);
      if (method !== payType || payment) await router.invalidate();
    },
    [requestPayment, payType, router],
  );

  useContinueInWechat(isReady, pay);
  useDesktopCode(payType, isReady, requestPayment, setAction);
  return { action, failure, isAsking, pay };
};
