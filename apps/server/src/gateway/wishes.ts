import type { ClientWish, Wished } from '@yunbiao/contract/found';
import type { ServerMessage } from '@yunbiao/contract/gateway';
import { busy, conflict } from '@yunbiao/services';

/** Printing a test label may mean to wait for a printer to wake up. */
const ANSWER_MS = 40_000;
/** Wishes one client has under way at once. */
const MOST = 8;

export type WishBook = {
  /** @throws 503 where too many are under way, 409 where no answer comes */
  send: (wish: ClientWish) => Promise<Wished>;
  answered: (message: Wished) => void;
  /** The connection ended: nobody will answer. */
  close: () => void;
};

/** The wishes of one connection that are not answered yet. */
export const openWishBook = (send: (message: ServerMessage) => void): WishBook => {
  const waiting = new Map<number, (answer: Wished | null) => void>();
  let newest = 0;
  let closed = false;
  return {
    send: (wish) => {
      if (waiting.size >= MOST) throw busy(5);
      if (closed) throw conflict('客户端刚刚断开了，再试一次');
      const request = (newest += 1);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => waiting.get(request)?.(null), ANSWER_MS);
        waiting.set(request, (answer) => {
          clearTimeout(timer);
          waiting.delete(request);
          if (answer) resolve(answer);
          else reject(conflict('客户端没有回答，不知道做了没有；看看那台电脑，再试一次'));
        });
        send({ type: 'wish', request, wish });
      });
    },
    answered: (message) => waiting.get(message.request)?.(message),
    close: () => {
      closed = true;
      for (const end of waiting.values()) end(null);
    },
  };
};
