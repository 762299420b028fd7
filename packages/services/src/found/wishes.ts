import type { ClientWish, Wished } from '@yunbiao/contract/found';
import type { Context, Wishes } from '../context.ts';
import { conflict } from '../errors.ts';

const RETURNING = '网站刚重新启动，客户端还没有连回来，过几秒再试';
const AWAY = '客户端不在线，或者版本旧，不认得这件事；打开那台电脑上的打印客户端，或更新它';

/** The connections that take wishes, of the clients that understand them. */
export const createWishes = (): Wishes => {
  const takers = new Map<number, (wish: ClientWish) => Promise<Wished>>();
  return {
    send: async (clientId, wish) => {
      const take = takers.get(clientId);
      if (!take) throw conflict(AWAY);
      return take(wish);
    },
    attach: (clientId, take) => {
      takers.set(clientId, take);
      return () => {
        // A newer connection may have taken its place.
        if (takers.get(clientId) === take) takers.delete(clientId);
      };
    },
  };
};

/** Has a client do it. @throws 409 with its own words when it did not, or is away; 503 when it did not answer */
export const getWish = async (
  ctx: Context,
  clientId: number,
  wish: ClientWish,
): Promise<Wished> => {
  if (!ctx.wishes) throw conflict(AWAY);
  if (ctx.presence.isExpected(clientId)) throw conflict(RETURNING);
  const wished = await ctx.wishes.send(clientId, wish);
  if (!wished.ok) throw conflict(wished.text || '客户端没有做成');
  return wished;
};
