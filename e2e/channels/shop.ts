import { getRequestListener } from '@hono/node-server';
import type { Database } from '@yunbiao/db';
import {
  addPlan,
  type ChannelName,
  type Channels,
  createOrder,
  getOwnOrderDetail,
  startPayment,
  processDuePayments,
  type WechatCaller,
} from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  runAsMember,
  createTestContext,
  TEST_PLAN,
  type TestContext,
} from '@yunbiao/services/testing';
import { createServer, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { createApi } from '../../apps/server/src/api/api.ts';

let serial = 0;

/** Answers the requests of a listening server until the test is over. */
const serveApi = (server: Server, ctx: TestContext): void => {
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
};

/** A software with one plan, and a member who buys it. */
const addShopper = async (ctx: TestContext) => {
  serial += 1;
  const alias = `shop${serial}`;
  const softwareId = await addSoftware(ctx, alias);
  const memberId = (await addMember(ctx, `shopper-${serial}`)).id;
  const { id: productId } = await addPlan({ ctx, alias, input: TEST_PLAN });
  await ctx.db.kysely.deleteFrom('security_event').execute();
  return { memberId, softwareId, productId };
};

/** A session of the member in a browser for which WeChat has identified the payer. */
const addCaller = async (
  { db, now, settings }: TestContext,
  memberId: number,
  payer: string,
): Promise<WechatCaller> => {
  const at = now();
  const { id: sessionId } = await db.kysely
    .insertInto('session')
    .values({
      member_id: memberId,
      token_hash: `inside-${payer}`,
      user_agent: 'MicroMessenger',
      address: '127.0.0.1',
      created_at: at,
      last_used_at: at,
      expires_at: at + 86_400_000,
      wechat_payer: payer,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = await db.kysely
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    origin: { address: '127.0.0.1', userAgent: 'MicroMessenger' },
    site: settings.publicUrl,
    browser: '',
    signedIn: { sessionId, member },
  };
};

/** What the database says about payments and what the member got for them. */
const createLookups = (db: Database, memberId: number) => ({
  /** VIP grants so far. */
  grants: async (): Promise<number> => {
    const rows = await db.kysely
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'vip.grant')
      .where('subject', '=', `vip:${memberId}`)
      .execute();
    return rows.length;
  },
  /** Rejected callbacks, by reason. */
  refused: async (): Promise<string[]> => {
    const rows = await db.kysely
      .selectFrom('security_event')
      .select(['subject', 'detail'])
      .where('kind', '=', 'pay.refused')
      .execute();
    return rows.map(({ subject }) => subject);
  },
  /** States of the payment attempts of an order. */
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
});

/** A site on loopback with one member and one plan of ¥29, paid through the given channels. */
export const openShop = async (
  db: Database,
  listChannels: (ctx: TestContext, notify: (name: ChannelName) => string) => Channels,
) => {
  const testContext = createTestContext(db);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const buildNotifyUrl = (name: ChannelName): string => `${origin}/np/api/pay/notify/${name}`;
  const ctx: TestContext = { ...testContext, channels: listChannels(testContext, buildNotifyUrl) };
  serveApi(server, ctx);
  const { memberId, softwareId, productId } = await addShopper(ctx);
  const own = { memberId, softwareId };
  const acting = runAsMember(ctx, memberId);
  const payOrder = (
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
    notify: buildNotifyUrl,
    pay: payOrder,
    /** Pays in a browser for which WeChat has identified the payer. */
    know: async (payer: string): Promise<void> => {
      caller = await addCaller(ctx, memberId, payer);
    },
    order: async (payType: ChannelName) => {
      ctx.pass(11_000);
      return createOrder({ ctx: acting, ...own, input: { productId, num: 1, payType } });
    },
    detail: (id: string) => getOwnOrderDetail({ ctx: acting, ...own, id }),
    getState: async (id: string) => (await getOwnOrderDetail({ ctx: acting, ...own, id })).state,
    ...createLookups(db, memberId),
    /** Advances the time and runs the site's due tasks. */
    later: async (ms: number): Promise<void> => {
      ctx.pass(ms);
      await processDuePayments({ ctx });
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
