import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { addApiKey, submitRawForKey } from '../integration/index.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { clearExpiredRawContent } from '../printing/clear-expired-raw.ts';
import { DAY } from '../../platform/time.ts';
import { leaseLabels } from './lease-labels.ts';
import { openShop, reportFor } from './testing.ts';

const ZPL = '^XA^FO1,1^FDx^FS^XZ';
const PRINTED =
  '^XA^MNY^PW400^LL239^PR4^LH0,0^PON^PMN^LRN^BY2,3.0,10^CFA,9,5^FWN^CI0^PA0,0,0,0^FO1,1^FDx^FS^XZ\r\n';

describeEachDatabase((open) => {
  const openRawShop = async (db: Database) => {
    const shop = await openShop(db);
    const { ctx, memberId, clientId } = shop;
    const { item } = await addApiKey({
      ctx,
      memberId,
      input: { name: 'ERP', kind: 'live', scopes: ['raw'] },
    });
    const config = await db.kysely
      .selectFrom('print_config')
      .select('id')
      .executeTakeFirstOrThrow();
    const holder = {
      id: Number(item.id),
      memberId,
      name: 'ERP',
      kind: 'live',
      scopes: ['raw'],
      lastUsedAt: null,
    } as const;
    const submitRaw = (content = ZPL) =>
      submitRawForKey({
        ctx,
        holder,
        input: { printConfigId: String(config.id), type: 'zpl', content, expireAfter: 86_400 },
        idempotencyKey: null,
      });
    const leaseRoom = (fence: number, room = 10) =>
      leaseLabels({ ctx, clientId, fence, localId: 'p1', room });
    const helloWithFeatures = (features: string[]) => shop.hello({ features });
    return { ...shop, submitRaw, leased: leaseRoom, taking: helloWithFeatures };
  };

  it('is leased with its bytes to a client that prints it is, and to no other', async () => {
    const shop = await openRawShop(await open());
    const able = await shop.taking(['raw', 'of later']);
    await shop.submitRaw();
    await shop.submit(1);
    const unable = await shop.taking([]);
    const { batches: others } = await shop.leased(unable);
    expect(others.map(({ raw }) => raw)).toEqual([null]);
    expect(able).toBeLessThan(unable);
    const { batches } = await shop.leased(await shop.taking(['raw']));
    expect(batches.map(({ raw }) => raw).toSorted((a, b) => (a && !b ? -1 : 1))).toEqual([
      { format: 'zpl', bytes: Buffer.from(PRINTED).toString('base64') },
      null,
    ]);
  });

  it('is called by what was sent, not by what it became for the printer', async () => {
    const shop = await openRawShop(await open());
    await shop.taking(['raw']);
    await shop.submitRaw();
    const { title, template } = await shop.ctx.db.kysely
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select(['detail.title', 'batch.template'])
      .executeTakeFirstOrThrow();
    expect(title).toBe(`ZPL，${ZPL.length} 字节`);
    expect(template).toContain(`${ZPL.length} 字节`);
  });

  it('goes over the wire a few at a time, in the order of the queue', async () => {
    const shop = await openRawShop(await open());
    const fence = await shop.taking(['raw']);
    const long = `^XA${`^FO1,1^FD${'x'.repeat(100)}^FS`.repeat(4_400)}^XZ`;
    for (let n = 0; n < 6; n += 1) await shop.submitRaw(`${long}${' '.repeat(n)}`);
    await shop.submit(2);
    const taken = [];
    for (let n = 0; n < 3; n += 1) taken.push((await shop.leased(fence)).rows.flat().length);
    expect(taken).toEqual([4, 4, 0]);
  });

  it('is never printed, whatever its client says, and is whatever else it says', async () => {
    const shop = await openRawShop(await open());
    const fence = await shop.taking(['raw']);
    for (let n = 0; n < 3; n += 1) await shop.submitRaw(ZPL + ' '.repeat(n));
    await shop.submit(1);
    const details = (await shop.leased(fence)).rows.flat();
    const [counted, idle, lost, own] = details;
    if (!counted || !idle || !lost || !own) throw new Error('not leased');
    const moved = { counterFrom: 4, counterTo: 5 };
    await shop.report(fence, [
      reportFor(counted, 'printed', { fence, evidence: 'counter-moved', ...moved }),
      reportFor(idle, 'printed', { fence, evidence: 'printer-idle' }),
      reportFor(lost, 'uncertain', { fence, reason: '断了' }),
      reportFor(own, 'printed', { fence, evidence: 'printer-idle' }),
    ]);
    const ends = (await shop.details()).map((item) => [item.state, item.evidence, item.counter_to]);
    expect(ends).toEqual([
      ['sent', 'consumed', null],
      ['sent', 'consumed', null],
      ['uncertain', 'none', null],
      ['printed', 'printer-idle', null],
    ]);
  });

  it('can be printed again while it is kept, a week behind its end', async () => {
    const shop = await openRawShop(await open());
    const { ctx, memberId } = shop;
    const fence = await shop.taking(['raw']);
    await shop.submitRaw();
    const endLabel = async () => {
      const [detail] = (await shop.leased(fence)).rows.flat();
      if (!detail) throw new Error('not leased');
      await shop.report(fence, [reportFor(detail, 'sent', { fence, evidence: 'consumed' })]);
      return String(detail.id);
    };
    const reprintDetail = (id: string) =>
      resolveDetail({ ctx, memberId, input: { id, action: 'reprint' } });
    const id = await endLabel();
    ctx.pass(6 * DAY);
    expect(await clearExpiredRawContent({ ctx })).toBe(0);
    expect(await reprintDetail(id)).toMatchObject({ state: 'queued', attempt: 2 });
    ctx.pass(9 * DAY);
    expect(await clearExpiredRawContent({ ctx })).toBe(0);
    await ctx.db.kysely
      .updateTable('detail')
      .set({ expires_at: ctx.now() + DAY })
      .execute();
    await endLabel();
    ctx.pass(8 * DAY);
    expect(await clearExpiredRawContent({ ctx })).toBe(1);
    await expect(reprintDetail(id)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('只留 7 天') as string,
    });
  });
});
