import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../kit/site/site.tsx';
import type { Plan } from './load.ts';

export type Price = CallOutput<'productPrice'>;
export type Priced = {
  /** The last answer for this very choice; null while it is on its way, or nothing was asked. */
  price: Price | null;
  /** The call failed: the server's words. */
  failure: string;
  isAsking: boolean;
  /** The call failed, with or without a code. */
  isUnknown: boolean;
};

/** Steps of the number that come in a burst are asked once, ms. */
const SETTLE_MS = 250;

/** The code asked about, '' without one, and how often it was: asking again after a failure is another question. */
export type AskedCode = { code: string; round: number };

type Held = { key: string; price: Price | null; failure: string };

/**
 * What the server would charge with a code, and how a member's VIP would run. For a visitor without a code nothing can
 * differ from price times number, and nothing is asked: the calls are counted against guessing. Without a code nobody
 * waits for the answer, and nobody is told when there is none.
 */
export const usePrice = (
  plan: Plan | undefined,
  num: number,
  { code, round }: AskedCode,
): Priced => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [held, setHeld] = useState<Held>({ key: '', price: null, failure: '' });
  const productId = plan?.id ?? '';
  const key =
    productId && (code || isLogin) ? [productId, num, code, isLogin, round].join(' ') : '';
  useEffect(() => {
    if (!key) return;
    let isAlive = true;
    const ask = async (): Promise<void> => {
      const reply = await api.call('productPrice', { productId, num, discountCode: code });
      if (!isAlive) return;
      if (reply.state === 'ok') setHeld({ key, price: reply.data, failure: '' });
      else setHeld({ key, price: null, failure: reply.msg });
    };
    const timer = setTimeout(() => void ask(), SETTLE_MS);
    return () => {
      isAlive = false;
      clearTimeout(timer);
    };
  }, [api, key, productId, num, code]);
  if (!key) return { price: null, failure: '', isAsking: false, isUnknown: false };
  const isHere = held.key === key;
  return {
    price: isHere ? held.price : null,
    failure: isHere && code ? held.failure : '',
    isAsking: !isHere && code !== '',
    isUnknown: isHere && held.failure !== '',
  };
};
