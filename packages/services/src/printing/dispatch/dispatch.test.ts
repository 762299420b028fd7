import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { Selectable, DetailTable } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { cancelBatch } from '../printing/batch-cancel.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { expireOverdueLabels } from '../printing/expire.ts';
import { setClientField } from '../client/set-value.ts';
import { revokeClient } from '../client/revoke.ts';
import { generateSecret, computeSha256 } from '../../identity/account/session.ts';
import { listOwnClients } from '../client/list.ts';
import { addClient, addSoftware, TEST_TEMPLATE } from '../../testing.ts';
import { acceptHello } from './accept-hello.ts';
import { listCancelRequests } from './cancel-requests.ts';
import { findClientByKey } from './find-client.ts';
import { savePrinterState } from './printers.ts';
import { storeReports } from './store-reports.ts';
import { LEDGER, openShop, reportFor, getUnit } from './testing.ts';

const listStates = (details: readonly Selectable<DetailTable>[]): string[] =>
  details.map((detail) => detail.state);

const getFirst = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('nothing there');
  return item;
};

/** A code with one field. */
const CODE = {
  type: 'code128',
  id: 'c',
  xMm: 2,
  yMm: 2,
  widthMm: 40,
  heightMm: 10,
  rotation: 0,
  content: '{{货号}}',
  showText: false,
  textSizeMm: 3,
};

describeEachDatabase((open) => {
  it('finds a client by its key, and nobody by another', async () => {
    const { ctx, clientId, memberId } = await openShop(await open());
    const key = generateSecret();
    const set = { key_hash: computeSha256(key) };
    await ctx.db.kysely.updateTable('client').set(set).where('id', '=', clientId).execute();
    expect((await findClientByKey({ ctx, key }))?.id).toBe(clientId);
    expect(await findClientByKey({ ctx, key: `${key}x` })).toBeNull();
    await revokeClient({ ctx, memberId, id: clientId });
    expect(await findClientByKey({ ctx, key })).toBeNull();
  });

  it('leases in queue order, as many as there is room for, and never twice', async () => {
    const shop = await openShop(await open());
    const [a, b, c] = await shop.submit(3);
    const fence = await shop.hello();
    const one = await shop.lease(fence, 2);
    const two = await shop.lease(fence, 2);
    expect([...one, ...two].map((detail) => detail.id)).toEqual([a?.id, b?.id, c?.id]);
    expect(await shop.lease(fence, 2)).toEqual([]);
    expect(listStates(await shop.details())).toEqual(['sending', 'sending', 'sending']);
    expect((await shop.details()).map((detail) => detail.fence)).toEqual([fence, fence, fence]);
    expect(await shop.batchState()).toBe('sending');
  });

  it('gives an overtaken connection nothing', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const older = await shop.hello();
    const newer = await shop.hello();
    expect(await shop.lease(older, 5)).toEqual([]);
    expect(await shop.lease(newer, 5)).toHaveLength(1);
  });

  it('gives a paused client nothing until it is enabled again', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const set = (value: string) =>
      setClientField({
        ctx: shop.ctx,
        memberId: shop.memberId,
        input: { id: String(shop.clientId), field: 'enabled', value },
      });
    await set('0');
    expect(await shop.lease(fence, 5)).toEqual([]);
    await set('1');
    expect(await shop.lease(fence, 5)).toHaveLength(1);
  });

  it('tells that the printer of a paused client takes nothing, whatever the client reports', async () => {
    const { ctx, hello, clientId, memberId } = await openShop(await open());
    const fence = await hello();
    const input = { id: String(clientId), field: 'enabled', value: '0' } as const;
    await setClientField({ ctx, memberId, input });
    const message = { type: 'printer', localId: 'p1', state: 'idle', counter: 1 } as const;
    const report = { ...message, stateReasons: [], stateText: '' };
    await savePrinterState({ ctx, clientId, fence, memberId, message: report });
    expect(ctx.heard.at(-1)).toMatchObject([
      'print',
      { event: { type: 'printer', state: 'stopped', stateText: '客户端已停用', counter: 1 } },
    ]);
  });

  it('leases again what the agent does not hold, and leaves what it holds', async () => {
    const shop = await openShop(await open());
    await shop.submit(3);
    const fence = await shop.hello();
    const [held] = await shop.lease(fence, 3);
    await shop.hello({ held: held ? [getUnit(held)] : [] });
    const details = await shop.details();
    expect(listStates(details)).toEqual(['sending', 'queued', 'queued']);
    expect(details.map((detail) => detail.attempt)).toEqual([1, 1, 1]);
    expect(details.map((detail) => detail.fence)).toEqual([fence, null, null]);
  });

  it('calls everything under way uncertain when the ledger is another one', async () => {
    const shop = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello();
    await shop.lease(fence, 1);
    await shop.hello({ ledgerId: 'a different ledger' });
    const [under, waiting] = await shop.details();
    expect(under).toMatchObject({ state: 'uncertain', evidence: 'none' });
    expect(under?.reason).toContain('账本');
    expect(waiting?.state).toBe('queued');
  });

  it('calls everything under way uncertain when the ledger is older than what was acknowledged', async () => {
    const shop = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello({ ledgerSeq: 4 });
    const [a] = await shop.lease(fence, 2);
    await shop.report(fence, [reportFor(getFirst(a ? [a] : []), 'printed', { fence })], 6);
    await shop.hello({ ledgerSeq: 5 });
    expect(listStates(await shop.details())).toEqual(['printed', 'uncertain']);
  });

  it('accepts a ledger that has gone on', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello({ ledgerSeq: 4 });
    await shop.lease(fence, 1);
    await shop.hello({ ledgerId: LEDGER, ledgerSeq: 9 });
    expect(listStates(await shop.details())).toEqual(['queued']);
  });

  it('stores a report once, and acknowledges every repeat', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const [a] = await shop.lease(fence, 1);
    if (!a) throw new Error('nothing leased');
    const report = reportFor(a, 'printed', {
      fence,
      evidence: 'counter-moved',
      counterFrom: 7,
      counterTo: 8,
    });
    expect(await shop.report(fence, [report])).toEqual([getUnit(a)]);
    shop.ctx.pass(1000);
    expect(await shop.report(fence, [report])).toEqual([getUnit(a)]);
    const finishedUnit = getFirst(await shop.details());
    expect(finishedUnit).toMatchObject({
      state: 'printed',
      evidence: 'counter-moved',
      counter_from: 7,
      counter_to: 8,
    });
    expect(finishedUnit.finished_at).toBe(shop.ctx.now() - 1000);
    expect(await shop.batchState()).toBe('done');
  });

  it('counts a label that has used its place in the quota once, and none that is given back', async () => {
    const { ctx, clientId, ...shop } = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello();
    const store = async (state: 'sending' | 'printed') => {
      const leased = (await shop.lease(fence, 2)).map((detail) => ({ ...detail, fence }));
      const reports = (leased.length > 0 ? leased : await shop.details()).map((detail) =>
        reportFor(detail, state),
      );
      return (await storeReports({ ctx, clientId, fence, seq: 1, reports })).chargedAttempts;
    };
    expect([await store('sending'), await store('printed'), await store('printed')]).toEqual([
      0, 2, 0,
    ]);
  });

  it('counts each attempt that ends once, with or without a place in the quota', async () => {
    const { ctx, clientId, ...shop } = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello();
    const store = async (state: 'sending' | 'cancelled') => {
      const leased = (await shop.lease(fence, 2)).map((detail) => ({ ...detail, fence }));
      await ctx.db.kysely
        .updateTable('detail')
        .set({ cancel_requested: state === 'cancelled' ? 1 : 0 })
        .execute();
      const reports = (leased.length > 0 ? leased : await shop.details()).map((detail) =>
        reportFor(detail, state),
      );
      const stored = await storeReports({ ctx, clientId, fence, seq: 1, reports });
      return [stored.attemptsEnded, stored.chargedAttempts];
    };
    expect([await store('sending'), await store('cancelled'), await store('cancelled')]).toEqual([
      [0, 0],
      [2, 0],
      [0, 0],
    ]);
  });

  it('takes a final state once: a later different one changes nothing', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const a = getFirst(await shop.lease(fence, 1));
    await shop.report(fence, [reportFor(a, 'printed', { fence })]);
    const acknowledged = await shop.report(fence, [reportFor(a, 'failed', { fence })]);
    expect(acknowledged).toEqual([getUnit(a)]);
    expect(listStates(await shop.details())).toEqual(['printed']);
  });

  it('turns uncertain into printed by proof, and not against the member’s word', async () => {
    const shop = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello();
    const [a, b] = await shop.lease(fence, 2);
    if (!a || !b) throw new Error('nothing leased');
    await shop.report(fence, [
      reportFor(a, 'uncertain', { fence }),
      reportFor(b, 'uncertain', { fence }),
    ]);
    expect(await shop.batchState()).toBe('partly');
    const input = { id: String(b.id), action: 'reprint' } as const;
    await resolveDetail({ ctx: shop.ctx, memberId: shop.memberId, input });
    const proof = { fence, evidence: 'counter-moved', counterFrom: 4, counterTo: 5 } as const;
    await shop.report(fence, [reportFor(a, 'printed', proof), reportFor(b, 'printed', proof)]);
    const details = await shop.details();
    expect(details.find((detail) => detail.id === a.id)?.state).toBe('printed');
    expect(details.find((detail) => detail.id === b.id)).toMatchObject({
      state: 'queued',
      attempt: 2,
    });
  });

  it.each([
    ['printer-idle', {}],
    ['printer-echo', {}],
    ['ipp-completed', {}],
    ['counter-moved', { counterFrom: 4, counterTo: 5 }],
  ] as const)('believes “printed” by %s', async (evidence, counters) => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const [a] = await shop.lease(fence, 1);
    if (!a) throw new Error('nothing leased');
    await shop.report(fence, [reportFor(a, 'printed', { fence, evidence, ...counters })]);
    expect((await shop.details())[0]).toMatchObject({ state: 'printed', evidence });
  });

  it.each([
    ['printed without evidence', 'printed', { evidence: 'none' }],
    ['printed because it was taken', 'printed', { evidence: 'consumed' }],
    ['printed by the member’s word', 'printed', { evidence: 'member' }],
    ['printed by a counter nobody read', 'printed', { evidence: 'counter-moved' }],
    [
      'printed by a counter that stood still',
      'printed',
      { evidence: 'counter-moved', counterFrom: 8, counterTo: 8 },
    ],
    ['sent without evidence', 'sent', { evidence: 'none' }],
  ] as const)('takes “%s” for uncertain', async (_name, state, change) => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const [a] = await shop.lease(fence, 1);
    if (!a) throw new Error('nothing leased');
    const said = reportFor(a, state, { fence, ...change });
    expect(await shop.report(fence, [said])).toEqual([getUnit(a)]);
    const [stored] = await shop.details();
    expect(stored?.state).toBe('uncertain');
    expect(['none', 'consumed']).toContain(stored?.evidence);
    expect(stored?.reason).toContain('凭据');
    // A repeated report is no evidence either.
    await shop.report(fence, [said]);
    expect((await shop.details())[0]?.state).toBe('uncertain');
  });

  it('ignores reports of an earlier attempt and of a lease that was taken back', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const older = await shop.hello();
    const a = getFirst(await shop.lease(older, 1));
    const newer = await shop.hello();
    await shop.lease(newer, 1);
    await shop.report(older, [reportFor(a, 'printed', { fence: older })]);
    await shop.report(newer, [reportFor(a, 'printed', { fence: newer, attempt: 2 })]);
    expect(listStates(await shop.details())).toEqual(['sending']);
  });

  it('keeps the times a print client tells, as far as they can be true, until the label starts over', async () => {
    const shop = await openShop(await open());
    await shop.submit(2);
    const fence = await shop.hello();
    const [a, b] = await shop.lease(fence, 2);
    if (!a || !b) throw new Error('nothing leased');
    const leasedAt = shop.ctx.now();
    shop.ctx.pass(5_000);
    const toIsoAfter = (ms: number): string => new Date(leasedAt + ms).toISOString();
    const reportTimes = {
      startedAt: toIsoAfter(20),
      consumedAt: toIsoAfter(120),
      at: toIsoAfter(4_000),
    };
    await shop.report(fence, [
      reportFor(a, 'uncertain', { fence, ...reportTimes }),
      // Before the lease, after the end, not a time.
      reportFor(b, 'printed', {
        fence,
        startedAt: '2020-01-01T00:00:00Z',
        consumedAt: toIsoAfter(90_000),
        at: 'soon',
      }),
    ]);
    const listHops = async () =>
      (await shop.details()).map(({ started_at, consumed_at, ended_at }) =>
        [started_at, consumed_at, ended_at].map((at) => at && at - leasedAt),
      );
    expect(await listHops()).toEqual([
      [20, 120, 4_000],
      [null, null, null],
    ]);
    await resolveDetail({
      ctx: shop.ctx,
      memberId: shop.memberId,
      input: { id: String(a.id), action: 'reprint' },
    });
    expect((await listHops()).flat().every((at) => at === null)).toBe(true);
  });

  it('does not let one client speak of another’s labels', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const a = getFirst(await shop.lease(fence, 1));
    const other = await addClient(shop.ctx, shop.memberId, await addSoftware(shop.ctx, 'other'));
    const reports = [reportFor(a, 'printed', { fence })];
    await storeReports({ ctx: shop.ctx, clientId: other, fence, seq: 1, reports });
    expect(listStates(await shop.details())).toEqual(['sending']);
  });

  it('leases a label known not to be printed again, as the next attempt', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const a = getFirst(await shop.lease(fence, 1));
    const back = reportFor(a, 'sending', { fence });
    await shop.report(fence, [back]);
    const again = getFirst(await shop.lease(fence, 1));
    expect(again).toMatchObject({ id: a.id, attempt: 2 });
    await shop.report(fence, [back]);
    expect(getFirst(await shop.details())).toMatchObject({ state: 'sending', attempt: 2 });
  });

  it('asks the agent about leased labels the member cancels, and takes its answer', async () => {
    const shop = await openShop(await open());
    await shop.submit(3);
    const fence = await shop.hello();
    const [a, b] = await shop.lease(fence, 2);
    if (!a || !b) throw new Error('nothing leased');
    const { batch_no: batchNo } = await shop.ctx.db.kysely
      .selectFrom('batch')
      .select('batch_no')
      .executeTakeFirstOrThrow();
    const answer = await cancelBatch({ ctx: shop.ctx, memberId: shop.memberId, batchNo });
    expect(answer).toEqual({ cancelled: 1, requested: 2 });
    const asked = await listCancelRequests({ ctx: shop.ctx, clientId: shop.clientId });
    expect(asked).toEqual([getUnit(a), getUnit(b)]);
    await shop.report(fence, [
      reportFor(a, 'printed', { fence }),
      reportFor(b, 'cancelled', { fence }),
    ]);
    expect(listStates(await shop.details())).toEqual(['printed', 'cancelled', 'cancelled']);
    expect(await listCancelRequests({ ctx: shop.ctx, clientId: shop.clientId })).toEqual([]);
    expect(await shop.batchState()).toBe('partly');
  });

  it('cancels instead of leasing again when the agent lost a label the member cancelled', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    await shop.lease(fence, 1);
    const { batch_no: batchNo } = await shop.ctx.db.kysely
      .selectFrom('batch')
      .select('batch_no')
      .executeTakeFirstOrThrow();
    await cancelBatch({ ctx: shop.ctx, memberId: shop.memberId, batchNo });
    await shop.hello();
    expect(listStates(await shop.details())).toEqual(['cancelled']);
  });

  it('lets waiting labels expire and leases none of them; leased ones are the agent’s to end', async () => {
    const shop = await openShop(await open());
    await shop.submit(2, 60);
    const fence = await shop.hello();
    const a = getFirst(await shop.lease(fence, 1));
    shop.ctx.pass(60_000);
    expect(await shop.lease(fence, 5)).toEqual([]);
    await expireOverdueLabels({ ctx: shop.ctx });
    expect(listStates(await shop.details())).toEqual(['sending', 'expired']);
    await shop.report(fence, [reportFor(a, 'cancelled', { fence })]);
    expect(listStates(await shop.details())).toEqual(['expired', 'expired']);
  });

  it('does not accept a hello of a revoked client', async () => {
    const shop = await openShop(await open());
    await revokeClient({ ctx: shop.ctx, memberId: shop.memberId, id: shop.clientId });
    await expect(shop.hello()).rejects.toThrow('not accepted');
  });

  it('cancels what waits for a printer its client no longer has, and takes nothing for it', async () => {
    const shop = await openShop(await open());
    await shop.submit(3);
    const fence = await shop.hello();
    await shop.lease(fence, 1);
    shop.ctx.heard.length = 0;
    await shop.hello({ printers: [] });
    expect(shop.ctx.heard).toContainEqual([
      'print',
      {
        memberId: shop.memberId,
        event: expect.objectContaining({
          type: 'printer',
          state: 'removed',
          stateText: '打印机已移除',
        }),
      },
    ]);
    const details = await shop.details();
    expect(details.map(({ state, reason }) => `${state} ${reason}`)).toEqual(
      Array.from({ length: 3 }, () => 'cancelled 打印机已从客户端移除，没有发出'),
    );
    expect(await shop.used()).toBe(0);
    await expect(shop.submit(1)).rejects.toMatchObject({
      code: 409,
      message: '打印机“仓库一号”已从客户端移除，请给配置“发货台”换一台',
    });
    const id = String(details[0]?.id);
    const again = resolveDetail({
      ctx: shop.ctx,
      memberId: shop.memberId,
      input: { id, action: 'reprint' },
    });
    await expect(again).rejects.toMatchObject({ code: 409 });
    await shop.hello();
    expect(await shop.submit(1)).toHaveLength(4);
  });

  it('leaves no label behind that is given back for a printer that went', async () => {
    const shop = await openShop(await open());
    await shop.submit(1);
    const fence = await shop.hello();
    const a = getFirst(await shop.lease(fence, 1));
    const newer = await shop.hello({ printers: [], held: [getUnit(a)] });
    await shop.report(newer, [reportFor(a, 'sending', { fence })]);
    expect(listStates(await shop.details())).toEqual(['cancelled']);
  });

  it('takes no submission for a printer that goes at the same moment', async () => {
    const shop = await openShop(await open());
    await Promise.allSettled([
      shop.submit(1),
      shop.submit(1),
      shop.hello({ printers: [] }),
      shop.submit(1),
    ]);
    expect(listStates(await shop.details())).not.toContain('queued');
  });

  it('gives the place back for a label that cannot be drawn, and for no other that "failed"', async () => {
    const shop = await openShop(await open());
    const template = JSON.stringify({ ...TEST_TEMPLATE, elements: [CODE] });
    await shop.ctx.db.kysely.updateTable('template').set({ content: template }).execute();
    await shop.submitRows([{ 货号: '1' }, { 货号: '中文' }, { 货号: '2' }]);
    const fence = await shop.hello();
    const [good, bad, other] = await shop.lease(fence, 3);
    if (!good || !bad || !other) throw new Error('nothing leased');
    await shop.report(fence, [
      reportFor(good, 'failed', { fence }),
      reportFor(bad, 'failed', { fence }),
      reportFor(other, 'cancelled', { fence }),
    ]);
    expect(listStates(await shop.details())).toEqual(['failed', 'failed', 'cancelled']);
    expect(await shop.used()).toBe(2);
  });

  it('gives the place back where an older client refuses a code that is left blank', async () => {
    const shop = await openShop(await open());
    const fields = [{ name: '货号', label: '货号', sample: 'A1' }];
    const template = JSON.stringify({ ...TEST_TEMPLATE, fields, elements: [CODE] });
    await shop.ctx.db.kysely.updateTable('template').set({ content: template }).execute();
    await shop.submitRows([{ 货号: '' }, { 货号: '1' }]);
    const fence = await shop.hello();
    const leased = await shop.lease(fence, 2);
    const failed = leased.map((detail) => reportFor(detail, 'failed', { fence }));
    await shop.report(fence, failed);
    expect(listStates(await shop.details())).toEqual(['failed', 'failed']);
    expect(await shop.used()).toBe(1);
  });

  it('does not know how a printer is until its client has told', async () => {
    const shop = await openShop(await open());
    const getPrinterState = async () => {
      const [client] = (await listOwnClients({ ctx: shop.ctx, memberId: shop.memberId })).list;
      return client?.printers[0]?.state;
    };
    const message = { type: 'printer', localId: 'p1', state: 'idle', counter: 1 } as const;
    const reportState = (fence: number) =>
      savePrinterState({
        ctx: shop.ctx,
        clientId: shop.clientId,
        fence,
        memberId: shop.memberId,
        message: { ...message, stateReasons: [], stateText: '' },
      });
    const fence = await shop.hello();
    expect(await getPrinterState()).toBe('offline');
    await reportState(fence);
    expect(await getPrinterState()).toBe('idle');
    await shop.hello();
    expect(await getPrinterState()).toBe('offline');
    // Handled late, by a server that was stopped.
    await reportState(fence);
    expect(await getPrinterState()).toBe('offline');
  });

  it('keeps printers in step with the hello and marks those that are gone', async () => {
    const shop = await openShop(await open());
    const list = () =>
      shop.ctx.db.kysely
        .selectFrom('printer')
        .select(['local_id', 'name', 'gone'])
        .orderBy('id')
        .execute();
    const hello = { agentVersion: '0.1.0', machineName: 'x', system: 'x', ledgerSeq: 0, held: [] };
    await acceptHello({
      ctx: shop.ctx,
      clientId: shop.clientId,
      address: '127.0.0.1',
      hello: {
        ...hello,
        type: 'hello',
        version: GATEWAY_VERSION,
        ledgerId: LEDGER,
        printers: [
          {
            localId: 'p2',
            name: '二号',
            language: 'zpl',
            dpi: 300,
            exclusive: true,
            evidence: [],
          },
        ],
      },
    });
    expect(await list()).toEqual([
      { local_id: 'p1', name: '仓库一号', gone: 1 },
      { local_id: 'p2', name: '二号', gone: 0 },
    ]);
    await shop.hello();
    expect((await list()).map((printer) => printer.gone)).toEqual([0, 1]);
  });
});
