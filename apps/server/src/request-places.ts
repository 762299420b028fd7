import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail } from '@yunbiao/contract/envelope';
import { getNetwork } from '@yunbiao/services';
import { getAddress } from './client-address.ts';
import { reply, TEXT } from './plain-reply.ts';

const RETRY_S = 5;

/** Whose requests are counted together; null when nobody is known: behind a proxy that names no one. */
export const getCaller = (req: IncomingMessage, trustProxy: boolean): string | null =>
  trustProxy && req.headers['x-forwarded-for'] === undefined
    ? null
    : getNetwork(getAddress(req, trustProxy));

/** Requests under way by address: one connection may carry many, and behind a proxy one address has none of its own. */
export const createPlaces = (most: number) => {
  const counts = new Map<string, number>();
  return {
    /** Null when there are too many. */
    take: (who: string | null): { leave: () => void } | null => {
      if (who === null) return { leave: () => {} };
      const count = counts.get(who) ?? 0;
      if (count >= most) return null;
      counts.set(who, count + 1);
      return {
        leave: () => {
          const left = (counts.get(who) ?? 1) - 1;
          if (left > 0) counts.set(who, left);
          else counts.delete(who);
        },
      };
    },
  };
};

export const refuseOneTooMany = (
  res: ServerResponse,
  isCall: boolean,
  headers: readonly (readonly [string, string])[],
): void => {
  const words = '同时来的请求太多，请过几秒再试';
  const wait: [string, string] = ['Retry-After', String(RETRY_S)];
  const body = isCall
    ? JSON.stringify(fail(429, words, { retryAfter: RETRY_S }))
    : `429 ${words}\n`;
  reply(res, 429, isCall ? 'application/json' : TEXT, body, [wait, ...headers]);
};
