import { transaction } from '@yunbiao/db';
import { eachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { noteMoves } from '../printer-group/moves.ts';
import { batchInfo } from '../printing/batch-list.ts';
import { type GroupShop, openGroup } from './testing-groups.ts';

/** What the batch's page says of its places, and how many labels one after another were looked at for it. */
const asked = async ({ ctx, memberId }: GroupShop, batchNo: string) => {
  let looked = 0;
  const kysely = ctx.db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      looked += result.rows.filter((row) => 'queued_at' in row && 'printer_id' in row).length;
      return Promise.resolve(result);
    },
  });
  const info = await batchInfo({ ctx: { ...ctx, db: { ...ctx.db, kysely } }, memberId, batchNo });
  return { canMove: info.group?.places.map((place) => place.canMove), looked };
};

eachDatabase((open) => {
  it('looks at labels of a printer that stands only until one of them can go', async () => {
    const shop = await openGroup(await open());
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(900);
    await one.stop();
    const { canMove, looked } = await asked(shop, batchNo);
    expect(canMove).toEqual([true]);
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(300);
    // All but the last have come from the other printer.
    const { ctx } = shop;
    const been = (await shop.details()).slice(0, -1);
    const printer = await ctx.db.kysely
      .selectFrom('printer')
      .selectAll()
      .where('id', '=', one.printerId)
      .executeTakeFirstOrThrow();
    const from = { id: two.printerId, name: two.name };
    const came = { from, to: { printer }, reason: '缺纸', at: ctx.now() };
    await transaction(ctx.db, (tx) => noteMoves(tx, been, came));
    expect((await asked(shop, batchNo)).canMove).toEqual([true]);
    const [last] = (await shop.details()).slice(-1);
    if (!last) return expect.unreachable();
    await transaction(ctx.db, (tx) => noteMoves(tx, [last], came));
    expect((await asked(shop, batchNo)).canMove).toEqual([false]);
  });
});
