import { CAPABILITIES } from '@yunbiao/contract/gateway/capabilities';
import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { getFontsDigest } from '@yunbiao/label/verify-font';
import { expect, it } from 'vitest';
import { listOwnClients } from '../client/list.ts';
import { getBatchInfo } from '../printing/batch-list.ts';
import { listDetailPage } from '../printing/detail-list.ts';
import { expireOverdueLabels } from '../printing/expire.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { TEST_TEMPLATE } from '../../testing.ts';
import { MINUTE } from '../../platform/time.ts';
import { openShop, reportFor, type Shop, getUnit } from './testing.ts';
import { type GroupShop, LONG, createTestGroup } from './testing-groups.ts';

/** The announcement of a client that draws everything except Aztec codes. */
const NO_AZTEC = { ...CAPABILITIES, draws: CAPABILITIES.draws.filter((name) => name !== 'aztec') };
const ALL = { capabilities: { ...CAPABILITIES, draws: [...CAPABILITIES.draws] } };
const OLDER = { capabilities: NO_AZTEC };

const AZTEC = {
  type: 'aztec',
  id: 'a',
  content: '{{货号}}',
  xMm: 2,
  yMm: 2,
  widthMm: 20,
  heightMm: 20,
  rotation: 0,
};

/** Sets the elements of the template: batches submitted from now on contain them. */
const draw = async (db: Database, elements: object[], version = 1): Promise<void> => {
  const content = JSON.stringify({ ...TEST_TEMPLATE, version, elements });
  await db.kysely.updateTable('template').set({ content }).execute();
};

const listStates = (shop: Shop) => async (): Promise<string[]> =>
  (await shop.details()).map(({ sequence, state }) => `${sequence} ${state}`);

const readBatch = async ({ ctx, memberId }: Pick<Shop, 'ctx' | 'memberId'>) => {
  const { batch_no: batchNo, software_id: softwareId } = await ctx.db.kysely
    .selectFrom('batch')
    .select(['batch_no', 'software_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { list } = await listDetailPage({
    ctx,
    whose: { memberId, softwareId },
    input: { batchNo, tz: 'UTC', pageSize: 100 },
  });
  const { clientsToUpdate } = await getBatchInfo({ ctx, memberId, batchNo });
  const { list: clients } = await listOwnClients({ ctx, memberId });
  const reasons = list.map(({ state, reason }) => [state, reason]);
  return { reasons, clientsToUpdate, undrawn: clients.map(({ undrawn }) => undrawn) };
};

const openAztec = async (open: () => Promise<Database>, labels: number, columns = 1) => {
  const db = await open();
  const shop = await openShop(db, columns);
  await draw(db, [AZTEC]);
  await shop.submit(labels);
  return { db, shop, states: listStates(shop) };
};

const listPlaces = async ({ listDetails, desks }: GroupShop): Promise<(string | undefined)[]> => {
  const names = new Map(desks.map(({ printerId, name }) => [printerId, name]));
  return (await listDetails()).map((detail) => names.get(detail.printer_id));
};

describeEachDatabase((open) => {
  it('leases nothing its client cannot draw, and leases it once a newer one is connected', async () => {
    const { shop, states } = await openAztec(open, 2);
    const older = await shop.hello(OLDER);
    expect(await shop.lease(older, 10)).toEqual([]);
    expect(await states()).toEqual(['1 queued', '2 queued']);
    const newer = await shop.hello(ALL);
    expect(await shop.lease(newer, 10)).toHaveLength(2);
    expect(await shop.lease(older, 10)).toEqual([]);
  });

  it('says that the client is to be updated, where labels, batches and clients are shown', async () => {
    const { shop } = await openAztec(open, 2);
    await shop.hello(OLDER);
    const waits = ['queued', UPDATE_CLIENT_LABEL];
    expect(await readBatch(shop)).toEqual({
      reasons: [waits, waits],
      clientsToUpdate: ['3 号仓'],
      undrawn: [2],
    });
    const fence = await shop.hello(ALL);
    const free = { clientsToUpdate: [], undrawn: [0] };
    const queued = ['queued', ''];
    expect(await readBatch(shop)).toEqual({ reasons: [queued, queued], ...free });
    await shop.lease(fence, 1);
    expect(await readBatch(shop)).toEqual({ reasons: [['sending', ''], queued], ...free });
  });

  it('leases labels with conditions only where conditions are understood', async () => {
    const db = await open();
    const shop = await openShop(db);
    const older = await shop.hello();
    await draw(db, [{ ...AZTEC, type: 'qr', level: 'M', showIf: '1 = 2' }]);
    await shop.submit(1);
    expect(await shop.lease(older, 1)).toEqual([]);
    expect((await readBatch(shop)).reasons).toEqual([['queued', UPDATE_CLIENT_LABEL]]);
    expect(await shop.lease(await shop.hello(ALL), 1)).toHaveLength(1);
  });

  it('leases letters of a later edition of the fonts only where there is that edition', async () => {
    const db = await open();
    const shop = await openShop(db);
    await draw(db, [
      { ...AZTEC, type: 'text', sizeMm: 3, weight: 400, align: 'left', fit: 'shrink' },
    ]);
    await shop.submitRows([{ 货号: 'Łódź', 品名: 'Győr' }]);
    await shop.submit(2);
    const fonts = await db.kysely.selectFrom('batch').select('fonts').orderBy('id').execute();
    expect(fonts.map((batch) => batch.fonts)).toEqual([getFontsDigest(2), getFontsDigest(1)]);
    const draws = CAPABILITIES.draws.filter((name) => name !== 'fonts.2');
    const older = await shop.hello({ capabilities: { ...CAPABILITIES, draws } });
    expect(await shop.lease(older, 10)).toHaveLength(2);
    const newer = await shop.hello(ALL);
    expect(await shop.lease(newer, 10)).toHaveLength(3);
  });

  it('keeps no label of another batch waiting behind it, and no row of labels', async () => {
    for (const columns of [1, 3]) {
      const { db, shop } = await openAztec(open, 4, columns);
      await draw(db, []);
      await shop.submit(5);
      const fence = await shop.hello(OLDER);
      const rows = await shop.leaseRows(fence, 10);
      expect(rows.map((row) => row.length)).toEqual(columns === 1 ? [1, 1, 1, 1, 1] : [3, 2]);
      expect(await shop.leaseRows(fence, 10)).toEqual([]);
      const queued = (await shop.details()).filter(({ state }) => state === 'queued');
      expect(new Set(queued.map(({ batch_id: id }) => id)).size).toBe(1);
      expect(queued).toHaveLength(4);
      const newer = await shop.hello({ ...ALL, held: rows.flat().map((item) => getUnit(item)) });
      const aztec = await shop.leaseRows(newer, 10);
      expect(aztec.map((row) => row.length)).toEqual(columns === 1 ? [1, 1, 1, 1] : [3, 1]);
    }
  });

  it('gives the quota back of what expires before its client is updated', async () => {
    const { shop, states } = await openAztec(open, 2);
    const fence = await shop.hello(OLDER);
    expect(await shop.used()).toBe(2);
    shop.ctx.pass(25 * 60 * MINUTE);
    await expireOverdueLabels({ ctx: shop.ctx });
    expect(await shop.lease(fence, 10)).toEqual([]);
    expect(await states()).toEqual(['1 expired', '2 expired']);
    expect(await shop.used()).toBe(0);
  });

  it('waits again when its client goes back to an older version, and what was leased and not held with it', async () => {
    const { shop, states } = await openAztec(open, 3);
    const newer = await shop.hello(ALL);
    const [first] = await shop.lease(newer, 2);
    if (!first) throw new Error('not leased');
    const older = await shop.hello({ ...OLDER, held: [getUnit(first)] });
    expect(await shop.lease(older, 10)).toEqual([]);
    expect(await states()).toEqual(['1 sending', '2 queued', '3 queued']);
    await shop.report(older, [reportFor({ ...first, fence: newer }, 'printed')]);
    expect(await states()).toEqual(['1 printed', '2 queued', '3 queued']);
  });

  it('is leased to a client that announces nothing as long as the release before draws it', async () => {
    const { db, shop, states } = await openAztec(open, 1);
    const fence = await shop.hello();
    expect(await shop.lease(fence, 10)).toHaveLength(1);
    await draw(db, []);
    // A format that no client here reads, stored by a later server whose data this one uses.
    await shop.submit(1);
    await db.kysely.updateTable('batch').set({ needs: '2 text' }).where('id', '>', 1).execute();
    expect(await shop.lease(fence, 10)).toEqual([]);
    expect(await states()).toEqual(['1 sending', '1 queued']);
  });

  it('knows nothing of names this server does not know', async () => {
    const { db, shop } = await openAztec(open, 1);
    await shop.hello({ capabilities: { format: 9, draws: ['aztec', 'text.outline', 'text'] } });
    const { draws } = await db.kysely
      .selectFrom('client')
      .select('draws')
      .executeTakeFirstOrThrow();
    expect(draws).toBe('9 aztec text');
  });

  it('asks of batches from before it was kept what they need, when it matters', async () => {
    const { db, shop } = await openAztec(open, 1);
    await draw(db, []);
    await shop.submit(1);
    await db.kysely.updateTable('batch').set({ needs: '' }).execute();
    const fence = await shop.hello(OLDER);
    expect(await shop.lease(fence, 10)).toHaveLength(1);
    const rows = await db.kysely.selectFrom('batch').select('needs').orderBy('id').execute();
    expect(rows.map(({ needs }) => needs)).toEqual(['1 aztec', '1']);
    // The needs of a batch do not matter for a client that draws everything the previous release
    // did.
    await db.kysely.updateTable('batch').set({ needs: '' }).execute();
    expect(await shop.lease(await shop.hello(), 10)).toHaveLength(2);
  });

  it('is accepted again for a client that cannot draw it any more, and waits', async () => {
    const { db, shop, states } = await openAztec(open, 1);
    const newer = await shop.hello(ALL);
    const [detail] = await shop.lease(newer, 1);
    if (!detail) throw new Error('not leased');
    await shop.report(newer, [reportFor({ ...detail, fence: newer }, 'printed')]);
    await db.kysely.updateTable('batch').set({ needs: '' }).execute();
    const older = await shop.hello(OLDER);
    const { ctx, memberId } = shop;
    const again = await resolveDetail({
      ctx,
      memberId,
      input: { id: String(detail.id), action: 'reprint', newFonts: true },
    });
    expect(again).toMatchObject({ state: 'queued', reason: UPDATE_CLIENT_LABEL });
    expect(await shop.lease(older, 10)).toEqual([]);
    expect(await states()).toEqual(['1 queued']);
  });

  it('goes to a printer of its group whose client draws it', async () => {
    const db = await open();
    const shop = await createTestGroup(db);
    const [one, two] = shop.desks;
    await draw(db, [AZTEC]);
    await one.connect(OLDER);
    await shop.submit(2);
    expect(await listPlaces(shop)).toEqual(['二号', '二号']);
    await draw(db, []);
    await shop.submit(1);
    expect((await listPlaces(shop)).at(-1)).toBe('一号');
    expect(await two.lease()).toHaveLength(2);
  });

  it('waits where no client of its group draws it, and goes on at the first that does', async () => {
    const db = await open();
    const shop = await createTestGroup(db);
    const [one, two] = shop.desks;
    await draw(db, [AZTEC]);
    await one.connect(OLDER);
    await two.connect(OLDER);
    await shop.submit(2);
    expect(await listPlaces(shop)).toEqual(['一号', '一号']);
    await shop.passTime(LONG);
    await shop.passTime(LONG);
    expect(await listPlaces(shop)).toEqual(['一号', '一号']);
    await two.connect(ALL);
    await shop.passTime(LONG);
    expect(await listPlaces(shop)).toEqual(['二号', '二号']);
    // Labels that the client can draw are not moved.
    await draw(db, []);
    await shop.submit(1);
    await shop.passTime(LONG);
    await shop.passTime(LONG);
    expect((await listPlaces(shop)).at(-1)).toBe('一号');
    expect(await one.lease()).toHaveLength(1);
    expect(await two.lease()).toHaveLength(2);
    const moves = await db.kysely.selectFrom('label_move').select('reason').execute();
    expect(moves.map(({ reason }) => reason)).toEqual([UPDATE_CLIENT_LABEL, UPDATE_CLIENT_LABEL]);
  });
});
