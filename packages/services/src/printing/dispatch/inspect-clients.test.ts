import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { loadClientSnapshots } from './inspect-clients.ts';
import { openShop, type Shop } from './testing.ts';

const lookAt = async (shop: Shop) =>
  (await loadClientSnapshots({ ctx: shop.ctx, clientIds: [shop.clientId] })).get(shop.clientId);

describeEachDatabase((open) => {
  it('sees labels that wait, and leased ones that are asked back or overdue', async () => {
    const shop = await openShop(await open());
    const fence = await shop.hello();
    expect(await lookAt(shop)).toMatchObject({
      hasWork: false,
      fence,
      enabled: 1,
      revoked_at: null,
    });
    await shop.submit(2);
    expect(await lookAt(shop)).toMatchObject({ hasWork: true });
    const [first] = await shop.lease(fence, 2);
    expect(await lookAt(shop)).toMatchObject({ hasWork: false });
    await shop.ctx.db.kysely
      .updateTable('detail')
      .set({ cancel_requested: 1 })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await lookAt(shop)).toMatchObject({ hasWork: true });
    await shop.ctx.db.kysely
      .updateTable('detail')
      .set({ cancel_requested: 0, expires_at: shop.ctx.now() })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await lookAt(shop)).toMatchObject({ hasWork: true });
  });

  it('looks at any number of clients, and leaves out those that are not there', async () => {
    const shop = await openShop(await open());
    const nobody = Array.from({ length: 600 }, (_, n) => 1_000_000 + n);
    const seen = await loadClientSnapshots({
      ctx: shop.ctx,
      clientIds: [...nobody, shop.clientId],
    });
    expect([...seen.keys()]).toEqual([shop.clientId]);
    expect((await loadClientSnapshots({ ctx: shop.ctx, clientIds: [] })).size).toBe(0);
  });
});
