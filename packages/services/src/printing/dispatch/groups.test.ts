import type { DetailTable, Selectable } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { revokeClient } from '../client/revoke.ts';
import { checkRollups } from '../label-state/rollups-check.ts';
import { moveBatch } from '../printer-group/batch-move.ts';
import type { Context } from '../../platform/context.ts';
import { createClientPresence } from '../../platform/presence.ts';
import { createFailover } from '../printer-group/failover.ts';
import { deletePrinterGroup } from '../printer-group/delete.ts';
import { cancelBatch } from '../printing/batch-cancel.ts';
import { getBatchInfo, listBatchPage } from '../printing/batch-list.ts';
import { listDetailPage } from '../printing/detail-list.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { readSheetXml } from '../../platform/excel/testing-sheet.ts';
import { exportBatches } from '../printing/export.ts';
import { exportDetails } from '../printing/export-details.ts';
import { countLabelsThisMonth } from '../../identity/software/usage.ts';
import { addMember, TEST_TEMPLATE } from '../../testing.ts';
import { MINUTE, SECOND } from '../../platform/time.ts';
import { leaseLabels, presentLease } from './lease-labels.ts';
import { reportFor, getUnit } from './testing.ts';
import { type GroupShop, LONG, createTestGroup } from './testing-groups.ts';

type Detail = Selectable<DetailTable>;

/** States of the labels by the name of their printer. */
const whereAre = async ({ listDetails, desks }: GroupShop): Promise<Record<string, string[]>> => {
  const names = new Map(desks.map(({ printerId, name }) => [printerId, name]));
  const at: Record<string, string[]> = {};
  for (const detail of await listDetails())
    (at[names.get(detail.printer_id) ?? '?'] ??= []).push(detail.state);
  return at;
};

const listShownLabels = async ({ ctx, memberId, softwareId }: GroupShop, batchNo: string) => {
  const input = { batchNo, tz: 'UTC', pageSize: 100 };
  return (await listDetailPage({ ctx, whose: { memberId, softwareId }, input })).list;
};

/** The cells of the workbook's only sheet. */
const listCells = async (file: ReadableStream<Uint8Array>): Promise<string[]> => {
  const xml = await readSheetXml(file);
  return [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text = '']) => text);
};

describeEachDatabase((open) => {
  it('sends a batch to the first that is ready, and to the first of all when none is', async () => {
    const shop = await createTestGroup(await open());
    const [one, two] = shop.desks;
    await shop.submit(1);
    await one.reportStopped();
    await shop.submit(1);
    await two.disconnect();
    await shop.submit(1);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued', 'queued'], 二号: ['queued'] });
  });

  it('sends each batch to the one with the least to do where that is the rule', async () => {
    const shop = await createTestGroup(await open(), { group: { rule: 'least-busy' } });
    await shop.submit(3);
    await shop.submit(1);
    await shop.submit(1);
    await shop.submit(5);
    expect(await whereAre(shop)).toEqual({
      一号: ['queued', 'queued', 'queued'],
      二号: Array.from({ length: 7 }, () => 'queued'),
    });
  });

  it('takes a group by its name, and says why none of its printers takes a template', async () => {
    const small = { config: { widthMm: 20, heightMm: 20 } };
    const shop = await createTestGroup(await open(), { special: { 一号: small } });
    const { ctx, memberId, softwareId } = shop;
    await shop.submit(1);
    expect(await whereAre(shop)).toEqual({ 二号: ['queued'] });
    await revokeClient({ ctx, memberId, id: shop.desks[1].clientId });
    await expect(shop.submit(1)).rejects.toMatchObject({
      code: 409,
      message: expect.stringMatching(
        /一号：模板是 50 × 30\u00A0mm.*二号：配置“二号的纸”的客户端已撤销/,
      ),
    });
    const { id: stranger } = await addMember(ctx, `stranger-${memberId}`);
    await expect(cancelBatch({ ctx, memberId: stranger, batchNo: 'x' })).rejects.toMatchObject({
      code: 404,
    });
    expect(
      await countLabelsThisMonth(ctx.db.kysely, { memberId, softwareId, now: ctx.now() }),
    ).toBe(1);
  });

  it('leaves the labels of a client that is connected to another server, until that is gone', async () => {
    const shop = await createTestGroup(await open());
    const [one, two] = shop.desks;
    await shop.submit(2);
    let place: 'elsewhere' | 'gone' = 'elsewhere';
    const leader: Context = {
      ...shop.ctx,
      presence: createClientPresence({ nodeId: 'leader', locateNode: () => place }),
    };
    const failover = createFailover();
    const watchForTwoMinutes = async (): Promise<void> => {
      for (let n = 0; n < 4; n += 1) {
        shop.ctx.pass(30 * SECOND);
        for (const desk of [one, two]) await desk.reportReady();
        await failover.checkOnce(leader);
      }
    };
    await watchForTwoMinutes();
    expect(await whereAre(shop)).toEqual({ 一号: ['queued', 'queued'] });
    // Only the first client: the second one is connected to the leader.
    await shop.ctx.db.kysely
      .updateTable('client')
      .set({ node_id: 'leader' })
      .where('id', '=', two.clientId)
      .execute();
    leader.presence.locateNode = (nodeId) => (nodeId === 'leader' ? 'here' : place);
    place = 'gone';
    await watchForTwoMinutes();
    expect(await whereAre(shop)).toEqual({ 二号: ['queued', 'queued'] });
  });

  it('moves what waits after the delay, draws it for the other printer, and says so', async () => {
    const high = { printer: { dpi: 300 as const }, config: { dpi: 300 as const, darkness: 20 } };
    const shop = await createTestGroup(await open(), {
      special: { 二号: high },
      group: { delayMinutes: 5 },
    });
    const { ctx, memberId, softwareId } = shop;
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(3);
    await one.reportStopped('media-empty');
    await shop.passTime(4 * MINUTE);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued', 'queued', 'queued'] });
    await shop.passTime(MINUTE);
    expect(await whereAre(shop)).toEqual({ 二号: ['queued', 'queued', 'queued'] });
    const { rows, batches } = await leaseLabels({
      ctx,
      clientId: two.clientId,
      fence: two.getFence(),
      localId: 'p1',
      room: 10,
    });
    const [batch] = batches;
    expect(rows).toHaveLength(3);
    expect(batch?.setup).toMatchObject({ dpi: 300, darkness: 20 });
    expect(batch?.key).not.toBe(String(batch?.id));
    if (batch && rows[0])
      expect(presentLease(rows[0], { batch, localId: 'p1', fence: 1 }).templateKey).toBe(batch.key);
    const [label] = await listShownLabels(shop, batchNo);
    expect(label).toMatchObject({
      printerName: '二号',
      attempt: 1,
      moves: [{ from: '一号', to: '二号', reason: '缺纸' }],
    });
    expect((await getBatchInfo({ ctx, memberId, batchNo })).group).toMatchObject({
      name: '发货台',
      places: [{ printerName: '二号', total: 3, open: 3 }],
      moves: [{ from: '一号', to: '二号', reason: '缺纸', count: 3 }],
    });
    expect(
      await countLabelsThisMonth(ctx.db.kysely, { memberId, softwareId, now: ctx.now() }),
    ).toBe(3);
    expect((await checkRollups({ ctx })).differences).toEqual([]);
  });

  it('is named by its group in lists and files, each label by its own printer', async () => {
    const shop = await createTestGroup(await open(), { group: { delayMinutes: 5 } });
    const { ctx, memberId, softwareId } = shop;
    await shop.submit(2);
    await shop.desks[0].lease(1);
    await shop.desks[0].reportStopped('media-empty');
    await shop.passTime(5 * MINUTE);
    const at = { 一号: ['sending'], 二号: ['queued'] };
    expect(await whereAre(shop)).toEqual(at);
    const asked = { ctx, whose: { memberId, softwareId }, input: { tz: 'UTC' } };
    const list = async (q: string) =>
      (await listBatchPage({ ...asked, input: { tz: 'UTC', page: 1, pageSize: 20, q } })).list;
    expect(await list('发货台')).toMatchObject([{ groupName: '发货台' }]);
    const batches = await listCells(exportBatches(asked));
    expect(batches).toContain('发货台');
    expect(batches).not.toContain('一号');
    const labels = await listCells(await exportDetails(asked));
    expect(labels.filter((text) => text in at).toSorted()).toEqual(['一号', '二号']);
  });

  it('waits a moment, in which clients come back', async () => {
    const shop = await createTestGroup(await open());
    const [one] = shop.desks;
    await shop.submit(1);
    await one.disconnect();
    await shop.passTime(29 * SECOND);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued'] });
    await one.connect();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued'] });
    await one.disconnect();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 二号: ['queued'] });
  });

  it('leaves with a client that is away what it has been given', async () => {
    const shop = await createTestGroup(await open());
    const [one] = shop.desks;
    await shop.submit(3);
    const [held] = await one.lease(2);
    if (!held) return expect.unreachable();
    await one.disconnect();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['sending', 'sending'], 二号: ['queued'] });
    // Its ledger tells which of these labels were never started.
    await one.connect({ held: [getUnit(held)] });
    await one.reportStopped();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['sending'], 二号: ['queued', 'queued'] });
  });

  it('asks a client for what it has not begun, and moves what it gives back', async () => {
    const shop = await createTestGroup(await open());
    const [one, two] = shop.desks;
    await shop.submit(3);
    const leased = await one.lease();
    await one.reportStopped('cover-open');
    await shop.passTime(LONG);
    expect(await one.listAskedBack()).toEqual(leased.map(getUnit));
    const [begun, ...waiting] = leased as [Detail, ...Detail[]];
    await one.report(waiting.map((detail) => reportFor(detail, 'cancelled')));
    // The returned labels are not leased until they are moved.
    expect(await one.lease()).toEqual([]);
    await shop.passTime(SECOND);
    expect(await whereAre(shop)).toEqual({ 一号: ['sending'], 二号: ['queued', 'queued'] });
    const again = await two.lease();
    expect(again.map(({ id, attempt }) => [id, attempt])).toEqual(waiting.map(({ id }) => [id, 2]));
    await two.report(again.map((detail) => reportFor(detail, 'printed')));
    // Started labels end where they are.
    await one.report([reportFor(begun, 'printed')], 2);
    expect(await whereAre(shop)).toEqual({ 一号: ['printed'], 二号: ['printed', 'printed'] });
    // A late report of the first printer about labels that the second has printed is ignored.
    await one.report([reportFor(waiting[0] ?? begun, 'uncertain')], 3);
    expect((await shop.listDetails()).map(({ recall, state }) => [recall, state])).toEqual(
      leased.map(() => [0, 'printed']),
    );
  });

  it('does not move what was given back with a sign that it was begun', async () => {
    const shop = await createTestGroup(await open());
    const [one] = shop.desks;
    await shop.submit(1);
    const [label] = (await one.lease()) as [Detail];
    await one.reportStopped();
    await shop.passTime(LONG);
    await one.report([reportFor(label, 'cancelled', { evidence: 'consumed' })]);
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['uncertain'] });
  });

  it('lets what was asked back go on where it is when the printer is well again', async () => {
    const shop = await createTestGroup(await open());
    const [one] = shop.desks;
    await shop.submit(1);
    const [label] = (await one.lease()) as [Detail];
    await one.reportStopped();
    await shop.passTime(LONG);
    await one.reportReady();
    await one.report([reportFor(label, 'cancelled')]);
    await shop.passTime(SECOND);
    expect(await one.lease()).toMatchObject([{ id: label.id, attempt: 2 }]);
  });

  it('moves a label once to each printer, and never back', async () => {
    const shop = await createTestGroup(await open(), { names: ['一号', '二号', '三号'] });
    const [one, two, three] = shop.desks;
    await shop.submit(1);
    await one.reportStopped();
    await shop.passTime(LONG);
    await one.reportReady();
    await two.reportStopped();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 三号: ['queued'] });
    await two.reportReady();
    await three?.reportStopped();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 三号: ['queued'] });
  });

  it('asks first where that is the rule, once for each stop, and moves at the member’s word', async () => {
    const shop = await createTestGroup(await open(), { group: { asks: true } });
    const { ctx, memberId } = shop;
    const [one] = shop.desks;
    const batchNo = await shop.submit(2);
    await one.reportStopped();
    for (let n = 0; n < 3; n += 1) await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued', 'queued'] });
    const listNoticeRows = () =>
      ctx.db.kysely.selectFrom('notice').selectAll().where('member_id', '=', memberId).execute();
    expect(await listNoticeRows()).toMatchObject([
      { kind: 'print', title: '“一号”缺纸，2 张标签在等', path: expect.stringContaining(batchNo) },
    ]);
    await one.reportReady();
    await one.reportStopped('cover-open');
    await shop.passTime(LONG);
    expect(await listNoticeRows()).toHaveLength(2);
    const { id: stranger } = await addMember(ctx, `nosy-${memberId}`);
    await expect(moveBatch({ ctx, memberId: stranger, batchNo })).rejects.toMatchObject({
      code: 404,
    });
    expect(await moveBatch({ ctx, memberId, batchNo })).toEqual({ moved: 2, requested: 0 });
    expect(await whereAre(shop)).toEqual({ 二号: ['queued', 'queued'] });
    await expect(moveBatch({ ctx, memberId, batchNo })).rejects.toMatchObject({ code: 409 });
  });

  it('says why nothing can be moved', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(1);
    const canMove = async () =>
      (await getBatchInfo({ ctx, memberId, batchNo })).group?.places.map((place) => place.canMove);
    expect(await canMove()).toEqual([false]);
    await one.reportStopped();
    expect(await canMove()).toEqual([true]);
    await two.reportStopped('marker-supply-empty');
    expect(await canMove()).toEqual([false]);
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['queued'] });
    await expect(moveBatch({ ctx, memberId, batchNo })).rejects.toMatchObject({
      code: 409,
      message: '没有能继续打印的打印机：一号：缺纸；二号：缺碳带',
    });
    await two.reportReady();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 二号: ['queued'] });
  });

  it('says that what its client has may be in the printer, where another would be ready', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one] = shop.desks;
    const batchNo = await shop.submit(3);
    await one.lease(2);
    await one.reportStopped();
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['sending', 'sending'], 二号: ['queued'] });
    // The client has already been asked to return them: nothing is left to move by hand.
    expect((await getBatchInfo({ ctx, memberId, batchNo })).group?.places).toMatchObject([
      { printerName: '一号', open: 2, canMove: false },
      { printerName: '二号', open: 1, canMove: false },
    ]);
    await expect(moveBatch({ ctx, memberId, batchNo })).rejects.toMatchObject({
      code: 409,
      message: expect.stringMatching(/^“一号”缺纸，剩下的客户端没有交回，可能已经在打印机里/),
    });
  });

  it('moves on from a printer that was removed and a client that was revoked, or ends it', async () => {
    const shop = await createTestGroup(await open(), { names: ['一号', '二号', '三号'] });
    const { ctx, memberId } = shop;
    const [one, two, three] = shop.desks;
    await shop.submit(2);
    const [taken] = (await one.lease(1)) as [Detail];
    await revokeClient({ ctx, memberId, id: one.clientId });
    await shop.passTime(SECOND);
    expect(await whereAre(shop)).toEqual({ 一号: ['uncertain'], 二号: ['queued'] });
    await two.connect({ printers: [] });
    await shop.passTime(SECOND);
    expect(await whereAre(shop)).toEqual({ 一号: ['uncertain'], 三号: ['queued'] });
    await revokeClient({ ctx, memberId, id: three?.clientId ?? 0 });
    await shop.passTime(SECOND);
    expect(await whereAre(shop)).toEqual({ 一号: ['uncertain'], 三号: ['cancelled'] });
    await expect(
      resolveDetail({ ctx, memberId, input: { id: String(taken.id), action: 'reprint' } }),
    ).rejects.toMatchObject({ code: 409 });
  });

  it('sends a label again at another printer when its own is gone or stopped', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(2);
    const [a, b] = (await one.lease()) as [Detail, Detail];
    await one.report([reportFor(a, 'uncertain'), reportFor(b, 'uncertain')]);
    const reprintDetail = ({ id }: Detail) =>
      resolveDetail({ ctx, memberId, input: { id: String(id), action: 'reprint' } });
    expect(await reprintDetail(a)).toMatchObject({ printerName: '一号', moves: [] });
    await one.reportStopped();
    expect(await reprintDetail(b)).toMatchObject({
      printerName: '二号',
      attempt: 2,
      moves: [{ from: '一号', to: '二号', reason: '缺纸' }],
    });
    expect(await two.lease()).toMatchObject([{ id: b.id, attempt: 2 }]);
    expect((await listShownLabels(shop, batchNo)).map(({ printerName }) => printerName)).toEqual([
      '一号',
      '二号',
    ]);
  });

  it('asks before it sends a label again at another printer, where calibration there cuts it off', async () => {
    const moved = { config: { offsetXMm: -9 } };
    const shop = await createTestGroup(await open(), { special: { 二号: moved } });
    const { ctx, memberId } = shop;
    const [one, two] = shop.desks;
    const frame = { type: 'rect', id: 'f', xMm: 2, yMm: 2, widthMm: 46, heightMm: 26 };
    const elements = [{ ...frame, rotation: 0, lineMm: 0.5 }];
    await ctx.db.kysely
      .updateTable('template')
      .set({ content: JSON.stringify({ ...TEST_TEMPLATE, elements }) })
      .where('id', '=', shop.templateId)
      .execute();
    await shop.submit(1);
    const [label] = (await one.lease()) as [Detail];
    await one.report([reportFor(label, 'uncertain')]);
    await one.reportStopped();
    const reprintLabel = (allowCutOff?: boolean) =>
      resolveDetail({
        ctx,
        memberId,
        input: { id: String(label.id), action: 'reprint', allowCutOff },
      });
    await expect(reprintLabel()).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('配置“二号的纸”'),
      data: { reason: 'cut-off' },
    });
    // The failed attempt left neither a move nor a place at the other printer.
    expect(await whereAre(shop)).toEqual({ 一号: ['uncertain'] });
    expect(await ctx.db.kysely.selectFrom('label_move').select('id').execute()).toEqual([]);
    expect(await reprintLabel(true)).toMatchObject({ printerName: '二号', attempt: 2 });
    expect(await two.lease()).toMatchObject([{ id: label.id, attempt: 2 }]);
  });

  it('cancels what is asked back, wherever it is', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(2);
    const [a] = (await one.lease(1)) as [Detail];
    await one.reportStopped();
    await shop.passTime(LONG);
    await two.lease();
    expect(await cancelBatch({ ctx, memberId, batchNo })).toEqual({ cancelled: 0, requested: 2 });
    await one.report([reportFor(a, 'cancelled')]);
    expect(await whereAre(shop)).toEqual({ 一号: ['cancelled'], 二号: ['sending'] });
  });

  it('moves nothing of a group that is gone, and ends what waits for a printer that is, too', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one] = shop.desks;
    await shop.submit(2);
    const [a] = (await one.lease(1)) as [Detail];
    await one.reportStopped();
    await shop.saveGroup({ printConfigIds: shop.desks.map(({ configId }) => configId) });
    await deletePrinterGroup({ ctx, memberId, id: Number(shop.groupId) });
    await shop.passTime(LONG);
    expect(await whereAre(shop)).toEqual({ 一号: ['sending', 'queued'] });
    await one.connect({ held: [getUnit(a)], printers: [] });
    expect(await whereAre(shop)).toEqual({ 一号: ['sending', 'cancelled'] });
  });

  it('moves each label once though two look at the same time, and a client comes back', async () => {
    const shop = await createTestGroup(await open());
    const { ctx, memberId } = shop;
    const [one, two] = shop.desks;
    const batchNo = await shop.submit(20);
    await one.disconnect();
    ctx.pass(LONG);
    await two.reportReady();
    await Promise.allSettled([
      shop.passTime(0),
      shop.passTime(0),
      moveBatch({ ctx, memberId, batchNo }),
      one.connect(),
      one.lease(5),
      two.lease(5),
    ]);
    const details = await shop.listDetails();
    const moves = await ctx.db.kysely
      .selectFrom('label_move')
      .select('detail_id')
      .where('member_id', '=', memberId)
      .execute();
    const moved = details.filter(({ printer_id }) => printer_id === two.printerId);
    expect(moves.map((move) => move.detail_id).sort((a, b) => a - b)).toEqual(
      moved.map(({ id }) => id).sort((a, b) => a - b),
    );
    const clients = new Map([one, two].map((desk) => [desk.printerId, desk.clientId]));
    expect(details.every((d) => d.client_id === clients.get(d.printer_id))).toBe(true);
    expect(details).toHaveLength(20);
  });
});
