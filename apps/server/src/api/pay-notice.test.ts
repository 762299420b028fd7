import { randomBytes } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { createSandbox, type SandboxCashier, signSandboxBody } from '@yunbiao/services';
import { createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

const secret = randomBytes(32);
const desk: SandboxCashier = {
  open: ({ tradeNo }) => ({ url: tradeNo }),
  getTrade: () => ({ state: 'missing' }),
  close: () => {},
  refund: () => ({ state: 'failed' }),
  getRefundState: () => ({ state: 'missing' }),
};

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    const testContext = createTestContext(db);
    ctx = {
      ...testContext,
      channels: { sandbox: createSandbox({ secret, desk, now: testContext.now }) },
    };
    await db.kysely.deleteFrom('security_event').execute();
  });

  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    createApi(ctx).request(`/np/api/pay/notify/${path}`, { method: 'POST', body, headers });
  const listRefusedKinds = async () => {
    const rows = await db.kysely.selectFrom('security_event').selectAll().execute();
    return rows.map(({ kind, subject, actor }) => [kind, subject, actor]);
  };

  describe('the address of callbacks', () => {
    it('is there for channels that are configured, and for what channels send', async () => {
      for (const name of ['alipay', 'wechat', 'constructor', '__proto__'])
        expect([name, (await post(name, '')).status]).toEqual([name, 404]);
      const got = await createApi(ctx).request('/np/api/pay/notify/sandbox');
      expect(got.status).toBe(404);
      expect(await listRefusedKinds()).toEqual([]);
    });

    it('reads no more than a callback has, and writes down what is more', async () => {
      expect((await post('sandbox', 'x'.repeat(64_001))).status).toBe(413);
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
      });
      const request = new Request('http://127.0.0.1/np/api/pay/notify/sandbox', {
        method: 'POST',
        body: endless,
        duplex: 'half',
      } as RequestInit);
      expect((await createApi(ctx).request(request)).status).toBe(413);
      expect(await listRefusedKinds()).toEqual([['pay.refused', 'pay:sandbox:body', 'visitor']]);
    });

    it('tells anyone who is not the channel no more than that', async () => {
      const reply = await post('sandbox', '{}', { 'sandbox-time': 'x' });
      expect([reply.status, await reply.text()]).toEqual([500, 'no']);
      expect(await listRefusedKinds()).toEqual([
        ['pay.refused', 'pay:sandbox:unreadable', 'visitor'],
      ]);
    });

    it('hears what is signed, of a payment that was not made here as well, and grants nothing', async () => {
      const body = JSON.stringify({
        site: 'yunbiao',
        tradeNo: `YB2611210000000000P1`,
        state: 'paid',
        amountFen: 1,
        sandboxNo: 'SB1',
      });
      const time = String(ctx.now());
      const signed = {
        'sandbox-time': time,
        'sandbox-sign': signSandboxBody(secret, time, body),
      };
      expect((await post('sandbox', body, signed)).status).toBe(500);
      expect(await listRefusedKinds()).toEqual([['pay.refused', 'pay:sandbox:unknown', 'visitor']]);
    });
  });
});
