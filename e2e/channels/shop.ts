import { getRequestListener } from '@hono/node-server';
import type { Database } from '@yunbiao/db';
import {
  addPlan,
  type ChannelName,
  type Channels,
  createOrder,
  orderDetail,
  startPayment,
  sweepPayments,
  type WechatCaller,
} from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  asMember,
  contextForTest,
  TEST_PLAN,
  type TestContext,
} from '@yunbiao/services/testing';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { createApi } from '../../apps/server/src/api/api.ts';

let serial = 0;

/** A site on loopback with one member and one plan of ¥29, whose money comes through the channels it is given. */
export const openShop = async (
  db: Database,
  listChannels: (ctx: TestContext, notify: (name: ChannelName) => string) => Channels,
) => {
  const known = contextForTest(db);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const notify = (name: ChannelName): string => `${origin}/np/api/pay/notify/${name}`;
  const ctx: TestContext = { ...known, channels: listChannels(known, notify) };
  const api = createApi(ctx);
  server.on('request', (request, response) => {
    void getRequestListener((asked) => api.fetch(asked), { overrideGlobalObjects: false })(
      request,
      response,
    );
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  serial += 1;
  const alias = `shop${serial}`;
  const softwareId = await addSoftware(ctx, alias);
  const memberId = (await addMember(ctx, `shopper-${serial}`)).id;
  const { id: productId } = await addPlan({ ctx, alias, input: TEST_PLAN });
  await db.kysely.deleteFrom('security_event').execute();
  const own = { memberId, softwareId };
  const acting = asMember(ctx, memberId);
  const pay = (
    id: string,
    payType: ChannelName,
    scene: 'desktop' | 'phone' | 'wechat' = 'desktop',
  ) => {
    const input = { id, payType, scene };
    const address = '127.0.0.1';
    return startPayment({ ctx: acting, ...own, input, address, ...(caller && { caller }) });
  };
  let caller: WechatCaller | undefined;
  return {
    ctx,
    memberId,
    notify,
    pay,
    /** It is paid in a browser that WeChat has told the payer of. */
    know: async (payer: string): Promise<void> => {
      const now = ctx.now();
      const { id: sessionId } = await db.kysely
        .insertInto('session')
        .values({
          member_id: memberId,
          token_hash: `inside-${payer}`,
          user_agent: 'MicroMessenger',
          address: '127.0.0.1',
          created_at: now,
          last_used_at: now,
          expires_at: now + 86_400_000,
          wechat_payer: payer,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const member = await db.kysely
        .selectFrom('member')
        .selectAll()
        .where('id', '=', memberId)
        .executeTakeFirstOrThrow();
      caller = {
        origin: { address: '127.0.0.1', userAgent: 'MicroMessenger' },
        site: ctx.settings.publicUrl,
        browser: '',
        signedIn: { sessionId, member },
      };
    },
    order: async (payType: ChannelName) => {
      ctx.pass(11_000);
      return createOrder({ ctx: acting, ...own, input: { productId, num: 1, payType } });
    },
    detail: (id: string) => orderDetail({ ctx: acting, ...own, id }),
    getState: async (id: string) => (await orderDetail({ ctx: acting, ...own, id })).state,
    /** Grants of VIP so far. */
    grants: async (): Promise<number> => {
      const rows = await db.kysely
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'vip.grant')
        .where('subject', '=', `vip:${memberId}`)
        .execute();
      return rows.length;
    },
    /** Callbacks refused, by reason. */
    refused: async (): Promise<string[]> => {
      const rows = await db.kysely
        .selectFrom('security_event')
        .select(['subject', 'detail'])
        .where('kind', '=', 'pay.refused')
        .execute();
      return rows.map(({ subject }) => subject);
    },
    /** How the tries to pay an order stand. */
    tries: async (id: string): Promise<string[]> => {
      const rows = await db.kysely
        .selectFrom('payment')
        .select('state')
        .where('order_id', '=', Number(id))
        .orderBy('id')
        .execute();
      return rows.map(({ state }) => state);
    },
    refunds: (id: string) =>
      db.kysely
        .selectFrom('payment_refund')
        .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
        .selectAll('payment_refund')
        .where('payment.order_id', '=', Number(id))
        .execute(),
    /** Time goes by and the site does what is due. */
    later: async (ms: number): Promise<void> => {
      ctx.pass(ms);
      await sweepPayments({ ctx });
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
