import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { recordMoves } from '../printer-group/moves.ts';
import { getBatchInfo } from '../printing/batch-list.ts';
import { type GroupShop, createTestGroup } from './testing-groups.ts';

/** The places on the batch's page, and how many labels were checked one by one for it. */
const listMoveQuestions = async ({ ctx, memberId }: GroupShop, batchNo: string) => {
  let looked = 0;
  const kysely = ctx.db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      looked += result.rows.filter((row) => 'queued_at' in row && 'printer_id' in row).length;
      return Promise.resolve(result);
    },
  });
  const info = await getBatchInfo({
    ctx: { ...ctx, db: { ...ctx.db, kysely } },
    memberId,
    batchNo,
  });
  return { canMove: info.group?.places.map((place) => place.canMove), looked };
};

describeEachDatabase((open) => {
  it('looks at labels of a printer that stands only until one of them can go', async () => {
    const shop = await createTestGroup(await open());
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(900);
    await one.reportStopped();
    const { canMove, looked } = await listMoveQuestions(shop, batchNo);
    expect(canMove).toEqual([true]);
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(300);
    // All labels except the last have come from the other printer.
    const { ctx } = shop;
    const been = (await shop.listDetails()).slice(0, -1);
    const printer = await ctx.db.kysely
      .selectFrom('printer')
      .selectAll()
      .where('id', '=', one.printerId)
      .executeTakeFirstOrThrow();
    const from = { id: two.printerId, name: two.name };
    const came = { from, to: { printer }, reason: '缺纸', at: ctx.now() };
    await runTransaction(ctx.db, (tx) => recordMoves(tx, been, came));
    expect((await listMoveQuestions(shop, batchNo)).canMove).toEqual([true]);
    const [last] = (await shop.listDetails()).slice(-1);
    if (!last) return expect.unreachable();
    await runTransaction(ctx.db, (tx) => recordMoves(tx, [last], came));
    expect((await listMoveQuestions(shop, batchNo)).canMove).toEqual([false]);
  });
});
