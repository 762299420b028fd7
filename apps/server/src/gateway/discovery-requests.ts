import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import type { ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { createBusyError, createConflictError } from '@yunbiao/services';

/** Timeout for a response, ms. Printing a test label may require waking a printer. */
const RESPONSE_TIMEOUT_MS = 40_000;
/** Maximum number of pending discovery requests per client. */
const MAX_PENDING = 8;

export type DiscoveryRequests = {
  /** @throws 503 if too many requests are pending, 409 if no response arrives */
  send: (wish: DiscoveryRequest) => Promise<DiscoveryResult>;
  handleAnswer: (message: DiscoveryResult) => void;
  /** The connection ended: pending requests fail. */
  close: () => void;
};

/** Pending discovery requests of one connection. */
export const createDiscoveryRequestQueue = (
  send: (message: ServerMessage) => void,
): DiscoveryRequests => {
  const pending = new Map<number, (answer: DiscoveryResult | null) => void>();
  let lastRequest = 0;
  let isClosed = false;
  return {
    send: (wish) => {
      if (pending.size >= MAX_PENDING) throw createBusyError(5);
      if (isClosed) throw createConflictError('客户端刚刚断开了，重试');
      const request = (lastRequest += 1);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => pending.get(request)?.(null), RESPONSE_TIMEOUT_MS);
        pending.set(request, (answer) => {
          clearTimeout(timer);
          pending.delete(request);
          if (answer) resolve(answer);
          else reject(createConflictError('客户端没有回答，不知道做了没有；看看那台电脑，重试'));
        });
        send({ type: 'wish', request, wish });
      });
    },
    handleAnswer: (message) => pending.get(message.request)?.(message),
    close: () => {
      isClosed = true;
      for (const end of pending.values()) end(null);
    },
  };
};
