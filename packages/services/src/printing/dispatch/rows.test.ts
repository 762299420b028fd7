import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { listLeaseLabels } from '@yunbiao/contract/gateway/gateway';
import { cancelBatch } from '../printing/batch-cancel.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import { presentLease } from './lease-labels.ts';
import { groupIntoRows } from './rows.ts';
import { openShop, reportFor, type Shop, getUnit } from './testing.ts';

const ACROSS = 3;
const listSequences = (rows: readonly (readonly { sequence: number }[])[]): string[] =>
  rows.map((row) => row.map(({ sequence }) => sequence).join('+'));
const findDetail = async (shop: Shop, sequence: number) => {
  const found = (await shop.details()).find((detail) => detail.sequence === sequence);
  if (!found) throw new Error(`no label ${sequence}`);
  return found;
};

it('fills rows in queue order and lets no label of another batch in', () => {
  const queue = [1, 1, 1, 1, 2, 3, 3].map((batch, id) => ({ batch_id: batch, id, data: '{}' }));
  const listRowSizes = (room: number) =>
    groupIntoRows(queue, { room, listColumns: (batch) => (batch === 2 ? 1 : ACROSS) }).map((row) =>
      row.map(({ id }) => id),
    );
  expect(listRowSizes(100)).toEqual([[0, 1, 2], [3], [4], [5, 6]]);
  // The last row is complete, although there was room for only one of its labels.
  expect(listRowSizes(1)).toEqual([[0, 1, 2]]);
  expect(listRowSizes(3)).toEqual([[0, 1, 2]]);
  expect(listRowSizes(4)).toEqual([[0, 1, 2], [3]]);
  expect(listRowSizes(0)).toEqual([]);
});

it('keeps what goes over the wire as one within a message', () => {
  const queue = [1, 2, 3].map((id) => ({ batch_id: 1, id, data: 'x'.repeat(200_000) }));
  expect(groupIntoRows(queue, { room: 9, listColumns: () => ACROSS })).toHaveLength(3);
});

describeEachDatabase((open) => {
  it('leases seven labels on a roll of three across as three rows', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(7);
    const fence = await shop.hello();
    const rows = await shop.leaseRows(fence, 64);
    expect(listSequences(rows)).toEqual(['1+2+3', '4+5+6', '7']);
    expect((await shop.details()).map(({ state }) => state)).toEqual(Array(7).fill('sending'));
    const [first] = rows;
    if (!first?.[0]) return expect.unreachable();
    const config = await shop.ctx.db.kysely
      .selectFrom('print_config')
      .selectAll()
      .executeTakeFirstOrThrow();
    const batch = {
      id: 1,
      key: '1',
      batchNo: 'B1',
      template: null,
      setup: buildPrintSetup(config),
      raw: null,
      fonts: '',
    };
    const lease = presentLease([first[0], ...first.slice(1)], { batch, localId: 'p1', fence });
    expect(listLeaseLabels(lease).map(({ data }) => data['货号'])).toEqual(['1', '2', '3']);
  });

  it('fills the row that room is left for, and leases the rest when there is room', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(7);
    const fence = await shop.hello();
    expect(listSequences(await shop.leaseRows(fence, 4))).toEqual(['1+2+3', '4+5+6']);
    expect(listSequences(await shop.leaseRows(fence, 1))).toEqual(['7']);
  });

  it('leaves no hole for a label that went away before its row was made', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(5);
    const { id } = await findDetail(shop, 2);
    const db = shop.ctx.db.kysely;
    await db.updateTable('detail').set({ state: 'cancelled' }).where('id', '=', id).execute();
    const fence = await shop.hello();
    expect(listSequences(await shop.leaseRows(fence, 64))).toEqual(['1+3+4', '5']);
  });

  it('takes every label of a row back that the agent does not hold, and makes rows of them again', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(5);
    const leased = await shop.lease(await shop.hello(), 64);
    // The second label left its row at the agent and has ended; its reports are still to come.
    const [, second] = leased;
    if (!second) return expect.unreachable();
    const fence = await shop.hello({ held: [getUnit(second)] });
    expect(listSequences(await shop.leaseRows(fence, 64))).toEqual(['1+3+4', '5']);
  });

  it('prints again only the label of an uncertain row that the member asks for', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(3);
    const fence = await shop.hello();
    const row = await shop.lease(fence, 64);
    await shop.report(
      fence,
      row.map((detail) => reportFor(detail, 'uncertain', { fence })),
    );
    const { id } = await findDetail(shop, 2);
    const input = { id: String(id), action: 'reprint' as const };
    await resolveDetail({ ctx: shop.ctx, memberId: shop.memberId, input });
    expect(listSequences(await shop.leaseRows(fence, 64))).toEqual(['2']);
    const used = await shop.used();
    const [again] = [await findDetail(shop, 2)];
    await shop.report(fence, [reportFor(again, 'printed', { fence })], 2);
    expect((await shop.details()).map(({ state }) => state).sort()).toEqual([
      'printed',
      'uncertain',
      'uncertain',
    ]);
    expect(await shop.used()).toBe(used);
  });

  it('asks the agent for each label of a row that is to be cancelled', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submit(4);
    const fence = await shop.hello();
    const row = await shop.lease(fence, 1);
    expect(row).toHaveLength(ACROSS);
    const { batch_no: batchNo } = await shop.ctx.db.kysely
      .selectFrom('batch')
      .select('batch_no')
      .executeTakeFirstOrThrow();
    const { ctx, memberId } = shop;
    expect(await cancelBatch({ ctx, memberId, batchNo })).toEqual({ cancelled: 1, requested: 3 });
    // The row was started: it stays one row, and its printed labels stay printed.
    await shop.report(
      fence,
      row.map((detail) => reportFor(detail, 'printed', { fence })),
    );
    expect((await shop.details()).map(({ state }) => state)).toEqual([
      ...Array<string>(ACROSS).fill('printed'),
      'cancelled',
    ]);
  });

  it('counts a label of a row that could not be drawn for itself', async () => {
    const shop = await openShop(await open(), ACROSS);
    await shop.submitRows([
      { 货号: '1', 品名: '苹果' },
      { 货号: '2', 品名: '梨' },
    ]);
    const fence = await shop.hello();
    const [one, two] = await shop.lease(fence, 64);
    if (!one || !two) return expect.unreachable();
    await shop.report(fence, [
      reportFor(one, 'failed', { fence }),
      reportFor(two, 'printed', { fence }),
    ]);
    expect((await shop.details()).map(({ state }) => state)).toEqual(['failed', 'printed']);
  });
});
