import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { leaseLabels, presentLease } from './lease-labels.ts';
import { openShop, type Shop } from './testing.ts';

/** The rows leased now, and whether the paper is cut after each. */
const listCuts = async ({ ctx, clientId }: Shop, fence: number) => {
  const { rows, batches } = await leaseLabels({ ctx, clientId, fence, localId: 'p1', room: 64 });
  return rows.map((row) => {
    const batch = batches.find(({ id }) => id === row[0].batch_id);
    if (!batch) throw new Error('a label without its batch');
    return presentLease(row, { batch, localId: 'p1', fence }).cut;
  });
};

describeEachDatabase((open) => {
  it('cuts behind each so many labels, and behind the last', async () => {
    const shop = await openShop(await open(), 1, { finishing: 'cut', cutEach: 3 });
    await shop.submit(5);
    expect(await listCuts(shop, await shop.hello())).toEqual([false, false, true, false, true]);
  });

  it('counts rows where a roll has several across', async () => {
    const shop = await openShop(await open(), 3, { finishing: 'cut', cutEach: 2 });
    await shop.submit(14);
    expect(await listCuts(shop, await shop.hello())).toEqual([false, true, false, true, true]);
  });

  it('cuts off what is printed again, which comes by itself', async () => {
    const shop = await openShop(await open(), 1, { finishing: 'cut', cutEach: 3 });
    await shop.submit(4);
    const db = shop.ctx.db.kysely;
    await db.updateTable('detail').set({ attempt: 2 }).where('sequence', '=', 2).execute();
    expect(await listCuts(shop, await shop.hello())).toEqual([false, true, true, true]);
  });

  it('says nothing where each label is cut, or none', async () => {
    for (const rest of [
      { finishing: 'cut', cutEach: 1 },
      { finishing: 'peel', cutEach: 3 },
    ] as const) {
      const shop = await openShop(await open(), 1, rest);
      await shop.submit(2);
      expect(await listCuts(shop, await shop.hello())).toEqual([undefined, undefined]);
    }
  });
});
