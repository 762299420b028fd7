import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFailEnvelope } from '@yunbiao/contract/core/envelope';
import { getRateLimitNetwork } from '@yunbiao/services';
import { getRequestAddress } from './client-address.ts';
import { sendPlainReply, TEXT_TYPE } from './plain-reply.ts';

const RETRY_S = 5;

/**
 * Key by which requests are counted together. Null when the client is unknown: behind a proxy that
 * sends no address.
 */
export const toCallerNetworkKey = (req: IncomingMessage, trustProxy: boolean): string | null =>
  trustProxy && req.headers['x-forwarded-for'] === undefined
    ? null
    : getRateLimitNetwork(getRequestAddress(req, trustProxy));

/**
 * Limits pending requests per address. Connection limits do not suffice: one connection may carry
 * many requests, and behind a proxy clients have no connections of their own.
 */
export const createRequestSlotsPerAddress = (max: number) => {
  const counts = new Map<string, number>();
  return {
    /** Returns null when the limit is reached. */
    acquireSlot: (address: string | null): { release: () => void } | null => {
      if (address === null) return { release: () => {} };
      const count = counts.get(address) ?? 0;
      if (count >= max) return null;
      counts.set(address, count + 1);
      return {
        release: () => {
          const remaining = (counts.get(address) ?? 1) - 1;
          if (remaining > 0) counts.set(address, remaining);
          else counts.delete(address);
        },
      };
    },
  };
};

export const sendTooManyRequestsReply = (
  res: ServerResponse,
  isCall: boolean,
  headers: readonly (readonly [string, string])[],
): void => {
  const message = '同时来的请求太多，请几秒后重试';
  const wait: [string, string] = ['Retry-After', String(RETRY_S)];
  const body = isCall
    ? JSON.stringify(createFailEnvelope(429, message, { retryAfter: RETRY_S }))
    : `429 ${message}\n`;
  sendPlainReply(res, 429, isCall ? 'application/json' : TEXT_TYPE, body, [wait, ...headers]);
};
