import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../kit/site/site.tsx';
import type { Plan } from './load.ts';

export type Price = CallOutput<'productPrice'>;
export type Priced = {
  /** Reply for the current selection; null while pending or without a request. */
  price: Price | null;
  /** Error message of the server; only set with a code. */
  failure: string;
  isAsking: boolean;
  /** True when the call failed, with or without a code. */
  isUnknown: boolean;
};

/** Debounce delay for quantity changes, ms. */
const DEBOUNCE_MS = 250;

/** Code, '' for none, and a counter that forces a new request after a failure. */
export type CodeCheck = { code: string; round: number };

type Held = { key: string; price: Price | null; failure: string };

/**
 * Requests the price with a code, and the resulting VIP periods. For visitors without a code no
 * request is sent: the price is price × quantity, and requests are rate-limited against guessing.
 * Without a code, pending and failed requests are not displayed.
 */
export const usePriceWithCode = (
  plan: Plan | undefined,
  num: number,
  { code, round }: CodeCheck,
): Priced => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [heldPrice, setHeld] = useState<Held>({ key: '', price: null, failure: '' });
  const productId = plan?.id ?? '';
  const key =
    productId && (code || isLogin) ? [productId, num, code, isLogin, round].join(' ') : '';
  useEffect(() => {
    if (!key) return;
    let isAlive = true;
    const fetchPrice = async (): Promise<void> => {
      const reply = await api.call('productPrice', { productId, num, discountCode: code });
      if (!isAlive) return;
      if (reply.state === 'ok') setHeld({ key, price: reply.data, failure: '' });
      else setHeld({ key, price: null, failure: reply.msg });
    };
    const timer = setTimeout(() => void fetchPrice(), DEBOUNCE_MS);
    return () => {
      isAlive = false;
      clearTimeout(timer);
    };
  }, [api, key, productId, num, code]);
  if (!key) return { price: null, failure: '', isAsking: false, isUnknown: false };
  const isHere = heldPrice.key === key;
  return {
    price: isHere ? heldPrice.price : null,
    failure: isHere && code ? heldPrice.failure : '',
    isAsking: !isHere && code !== '',
    isUnknown: isHere && heldPrice.failure !== '',
  };
};
