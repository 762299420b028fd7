import { calls } from '@yunbiao/contract';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { Database } from '@yunbiao/db';
import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { computeSha256 } from '../../identity/account/session.ts';
import { confirmPairing } from '../pairing/confirm.ts';
import { getPairingInfo } from '../pairing/info.ts';
import { pollPairing } from '../pairing/poll.ts';
import { startPairing } from '../pairing/start.ts';
import { deletePrintConfig } from '../print-config/delete.ts';
import { listPrintConfigs } from '../print-config/list.ts';
import { selectConfigs } from '../print-config/present.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import { storeClientDisconnect } from '../dispatch/presence.ts';
import { applyDetailChanges } from '../label-state/details.ts';
import { getBatchInfo } from '../printing/batch-list.ts';
import { submitBatch } from '../printing/submission/submit.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  setTestClientOnline,
  type TestContext,
} from '../../testing.ts';
import { MINUTE } from '../../platform/time.ts';
import { getClientSummary } from './auth-stat.ts';
import { listOwnClients } from './list.ts';
import { revokeClient } from './revoke.ts';
import { setClientField } from './set-value.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let softwareId: number;
  let memberId: number;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    serial += 1;
    softwareId = await addSoftware(ctx, `soft${serial}`);
    memberId = (await addMember(ctx, `member-${serial}`)).id;
  });

  const start = () =>
    startPairing({
      ctx,
      input: { machineName: '仓库电脑', system: 'Linux', version: '0.1.0' },
      address: '10.0.0.3',
      software: null,
    });
  const confirm = (code: string, who = memberId) =>
    confirmPairing({ ctx, memberId: who, softwareId, input: { code, remark: '' } });
  const pollSecret = (secret: string) => pollPairing({ ctx, input: { secret } });

  describe('pairing', () => {
    it('shows the machine, and hands the key over once', async () => {
      const { code, secret, url } = await start();
      expect(url).toMatch(
        /^http:\/\/127\.0\.0\.1:3000\/[^/]+\/user\/auth\?code=[0-9A-Z]{4}-[0-9A-Z]{4}$/,
      );
      expect(await pollSecret(secret)).toEqual({ state: 'waiting', clientId: null, key: null });
      expect(
        await getPairingInfo({ ctx, memberId, input: { code: code.toLowerCase() } }),
      ).toMatchObject({
        machineName: '仓库电脑',
        system: 'Linux',
        address: '10.0.0.3',
        leftS: 600,
      });
      const client = await confirm(code);
      const answer = await pollSecret(secret);
      expect(answer).toMatchObject({ state: 'confirmed', clientId: client.id });
      const row = await db.kysely
        .selectFrom('client')
        .selectAll()
        .where('id', '=', Number(client.id))
        .executeTakeFirstOrThrow();
      expect(row.key_hash).toBe(computeSha256(answer.key ?? ''));
      expect(await pollSecret(secret)).toEqual({
        state: 'confirmed',
        clientId: client.id,
        key: null,
      });
      await expect(confirm(code)).rejects.toMatchObject({ code: 404 });
    });

    it('gives one key when the agent asks twice at once', async () => {
      const { code, secret } = await start();
      await confirm(code);
      const keys = (
        await Promise.all([pollSecret(secret), pollSecret(secret), pollSecret(secret)])
      ).map((answer) => answer.key);
      expect(keys.filter((key) => key !== null)).toHaveLength(1);
    });

    it('makes one client when two members confirm at once', async () => {
      const { code } = await start();
      const other = (await addMember(ctx, `other-${serial}`)).id;
      const both = await Promise.allSettled([confirm(code), confirm(code, other)]);
      expect(both.map((item) => item.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('ends after ten minutes', async () => {
      const { code, secret } = await start();
      ctx.pass(10 * MINUTE);
      expect((await pollSecret(secret)).state).toBe('expired');
      await expect(confirm(code)).rejects.toMatchObject({ code: 404 });
      expect((await pollSecret('a secret of no client')).state).toBe('expired');
    });

    it('takes five wrong codes, then none for a while, not even a right one', async () => {
      const { code } = await start();
      for (let i = 0; i < 5; i += 1)
        await expect(confirm('00000000')).rejects.toMatchObject({ code: 404 });
      await expect(confirm(code)).rejects.toMatchObject({ code: 429, data: { retryAfter: 600 } });
      ctx.pass(10 * MINUTE);
      await expect(confirm((await start()).code)).resolves.toMatchObject({ name: '仓库电脑' });
    });

    it('stops at what the plan allows, even all at once', async () => {
      const codes = await Promise.all([start(), start(), start(), start()]);
      const all = await Promise.allSettled(codes.map(({ code }) => confirm(code)));
      const refused = all.filter((item) => item.status === 'rejected');
      expect(refused).toHaveLength(2);
      expect(refused[0]?.reason).toMatchObject({
        code: 403,
        message: '“免费”最多授权 2 台客户端，已经用了 2 台；先撤销一台，再来配对',
      });
    });
  });

  describe('a client', () => {
    it('shows its printers, and is away until it connects', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const printerId = await addPrinter(ctx, id);
      const getOnlyClient = async () => (await listOwnClients({ ctx, memberId })).list[0];
      expect(await getOnlyClient()).toMatchObject({
        online: false,
        printers: [{ id: String(printerId), state: 'offline' }],
      });
      await setTestClientOnline(ctx, id, true);
      expect(await getOnlyClient()).toMatchObject({
        online: true,
        printers: [{ state: 'idle', stateText: '空闲' }],
      });
      expect(await getClientSummary({ ctx, memberId, softwareId })).toMatchObject({
        clientsAllowed: 2,
        clientsUsed: 1,
        clientsOnline: 1,
        printersUsed: 0,
        printersReady: 1,
        attention: 0,
      });
    });

    it('does not know how a printer is that nobody has heard of for minutes', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const printerId = await addPrinter(ctx, id);
      const config = await savePrintConfig({
        ctx,
        memberId,
        input: createConfigInput(id, printerId),
      });
      await setTestClientOnline(ctx, id, true);
      const listStates = async () => {
        const [client] = (await listOwnClients({ ctx, memberId })).list;
        const { list } = await listPrintConfigs({ ctx, memberId });
        const printConfig = list.find((item) => item.id === config.id);
        return [
          client?.printers[0]?.state,
          printConfig?.printerState,
          printConfig?.printerStateText,
        ];
      };
      ctx.pass(3 * MINUTE);
      expect(await listStates()).toEqual(['idle', 'idle', '空闲']);
      ctx.pass(1);
      expect(await listStates()).toEqual(['offline', 'offline', '很久没有回报状态']);
    });

    it('lets remark, group and the enabled flag be set', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const set = (field: 'remark' | 'groupName' | 'enabled', value: string) =>
        setClientField({ ctx, memberId, input: { id: String(id), field, value } });
      expect(await set('remark', '3 号仓')).toMatchObject({ remark: '3 号仓' });
      expect(await set('groupName', '仓库')).toMatchObject({ groupName: '仓库' });
      expect(await set('enabled', '0')).toMatchObject({ enabled: false });
      await expect(set('enabled', 'maybe')).rejects.toMatchObject({ code: 400 });
      expect(ctx.heard.filter(([name]) => name === 'client-work')).toHaveLength(3);
      const told = { memberId, event: { type: 'client', id: String(id), online: false } };
      expect(ctx.heard.filter(([name]) => name === 'print')).toEqual(
        Array.from({ length: 3 }, () => ['print', told]),
      );
    });

    it('says of the printers of a paused client that they print nothing', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const printerId = await addPrinter(ctx, id);
      await savePrintConfig({ ctx, memberId, input: createConfigInput(id, printerId) });
      await setTestClientOnline(ctx, id, true);
      const pause = (value: string) =>
        setClientField({ ctx, memberId, input: { id: String(id), field: 'enabled', value } });
      const paused = { state: 'stopped', stateText: '客户端已停用' };
      expect((await pause('0')).printers).toMatchObject([paused]);
      const [config] = (await listPrintConfigs({ ctx, memberId })).list;
      expect(config).toMatchObject({ printerState: 'stopped', printerStateText: '客户端已停用' });
      expect(await getClientSummary({ ctx, memberId, softwareId })).toMatchObject({
        clientsOnline: 0,
        printersUsed: 1,
        printersReady: 0,
        attention: 0,
      });
      expect((await pause('1')).printers).toMatchObject([{ state: 'idle' }]);
      const told = ctx.heard.flatMap(([name, said]) =>
        name === 'print' && said.event.type === 'printer' ? [said.event] : [],
      );
      expect(told).toMatchObject([
        { id: String(printerId), ...paused },
        { id: String(printerId), state: 'idle', stateText: '空闲' },
      ]);
    });

    it('is away when it is paused and away, and says that it is paused', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      await savePrintConfig({
        ctx,
        memberId,
        input: createConfigInput(id, await addPrinter(ctx, id)),
      });
      const input = { id: String(id), field: 'enabled', value: '0' } as const;
      await setTestClientOnline(ctx, id, true);
      await setClientField({ ctx, memberId, input });
      await storeClientDisconnect({ ctx, clientId: id, fence: 0 });
      const words = '客户端已停用';
      const told = ctx.heard.flatMap(([name, said]) =>
        name === 'print' && said.event.type === 'printer' ? [said.event] : [],
      );
      expect(told.map(({ state, stateText }) => [state, stateText])).toEqual([
        ['stopped', words],
        ['offline', words],
      ]);
      const [client] = (await listOwnClients({ ctx, memberId })).list;
      expect(client?.printers).toMatchObject([{ state: 'offline', stateText: words }]);
      const [config] = (await listPrintConfigs({ ctx, memberId })).list;
      expect(config).toMatchObject({ printerState: 'offline', printerStateText: words });
      // Labels sent to it are accepted and wait.
      const templateId = await addTemplate(ctx, softwareId);
      const batch = createPrintInput(config?.id ?? '', templateId, { copies: 1 });
      const { batchNo } = await submitBatch({ ctx, memberId, softwareId, input: batch });
      const shown = { printerState: 'offline', printerStateText: words };
      expect(await getBatchInfo({ ctx, memberId, batchNo })).toMatchObject(shown);
    });

    it('takes its printers along when it is revoked, paused or not, there or not', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const input = createConfigInput(id, await addPrinter(ctx, id));
      const { id: configId } = await savePrintConfig({ ctx, memberId, input });
      const templateId = await addTemplate(ctx, softwareId);
      const batch = createPrintInput(configId, templateId, { copies: 1 });
      const { batchNo } = await submitBatch({ ctx, memberId, softwareId, input: batch });
      const pause = { id: String(id), field: 'enabled', value: '0' } as const;
      await setClientField({ ctx, memberId, input: pause });
      await setTestClientOnline(ctx, id, true);
      await revokeClient({ ctx, memberId, id });
      const removed = { printerState: 'removed', printerStateText: '客户端已撤销' };
      const expectRemoved = async () => {
        expect(await getBatchInfo({ ctx, memberId, batchNo })).toMatchObject(removed);
        expect((await listPrintConfigs({ ctx, memberId })).list).toMatchObject([removed]);
      };
      await expectRemoved();
      await storeClientDisconnect({ ctx, clientId: id, fence: 0 });
      await expectRemoved();
      expect(ctx.heard.at(-1)).toMatchObject([
        'print',
        { event: { type: 'printer', state: 'removed', stateText: '客户端已撤销' } },
      ]);
    });

    it('leaves nothing open when it is revoked while batches come in', async () => {
      const big = await addSoftware(ctx, `big${serial}`, { labelsPerMonth: 10_000 });
      const id = await addClient(ctx, memberId, big);
      const input = createConfigInput(id, await addPrinter(ctx, id));
      const config = await savePrintConfig({ ctx, memberId, input });
      const templateId = await addTemplate(ctx, big);
      const print = () => {
        const batch = createPrintInput(config.id, templateId, { copies: 500 });
        return submitBatch({ ctx, memberId, softwareId: big, input: batch });
      };
      const first = print();
      // By now it has read the client and is storing its labels.
      await new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.allSettled([first, print(), revokeClient({ ctx, memberId, id })]);
      const open = await db.kysely
        .selectFrom('detail')
        .select('id')
        .where('client_id', '=', id)
        .where('state', 'in', ['queued', 'sending'])
        .execute();
      expect(open).toEqual([]);
    });

    it('leaves nothing open when it is revoked: what waits is cancelled, what it had is uncertain', async () => {
      const id = await addClient(ctx, memberId, softwareId);
      const input = createConfigInput(id, await addPrinter(ctx, id));
      const config = await savePrintConfig({ ctx, memberId, input });
      const templateId = await addTemplate(ctx, softwareId);
      const print = () =>
        submitBatch({
          ctx,
          memberId,
          softwareId,
          input: createPrintInput(config.id, templateId, { copies: 3 }),
        });
      await print();
      const [first] = await db.kysely
        .selectFrom('detail')
        .select('id')
        .where('client_id', '=', id)
        .orderBy('id')
        .execute();
      await runTransaction(db, (tx) =>
        applyDetailChanges({
          ctx,
          tx,
          changes: [{ ids: [first?.id ?? 0], set: { state: 'sending', fence: 1 } }],
        }),
      );
      await revokeClient({ ctx, memberId, id });
      const states = await db.kysely
        .selectFrom('detail')
        .select('state')
        .where('client_id', '=', id)
        .orderBy('id')
        .execute();
      expect(states.map((row) => row.state)).toEqual(['uncertain', 'cancelled', 'cancelled']);
      expect(ctx.heard).toContainEqual(['client-revoked', { clientId: id }]);
      const event = { type: 'client', id: String(id), online: false };
      expect(ctx.heard).toContainEqual(['print', { memberId, event }]);
      expect((await listOwnClients({ ctx, memberId })).list).toEqual([]);
      await expect(revokeClient({ ctx, memberId, id })).rejects.toMatchObject({ code: 404 });
      await expect(print()).rejects.toMatchObject({ code: 409 });
      expect((await listPrintConfigs({ ctx, memberId })).list[0]).toMatchObject({
        printerState: 'removed',
        printerStateText: '客户端已撤销',
      });
    });
  });

  describe('printer configurations', () => {
    let clientId: number;
    let printerId: number;
    beforeEach(async () => {
      clientId = await addClient(ctx, memberId, softwareId);
      printerId = await addPrinter(ctx, clientId);
    });
    const save = (rest: Parameters<typeof createConfigInput>[2] = {}) =>
      savePrintConfig({ ctx, memberId, input: createConfigInput(clientId, printerId, rest) });
    const listDefaults = async () =>
      (await listPrintConfigs({ ctx, memberId })).list
        .filter((item) => item.isDefault)
        .map((item) => item.name);

    it('come back as they were saved, to the hundredth', async () => {
      const saved = await save({
        offsetXMm: -0.05,
        pitchScale: 99.75,
        gapMm: 2.5,
        barReduction: 2,
      });
      expect(saved).toMatchObject({
        widthMm: 50,
        heightMm: 30,
        gapMm: 2.5,
        offsetXMm: -0.05,
        pitchScale: 99.75,
        barReduction: 2,
        clientName: '3 号仓',
      });
      const again = await save({ id: saved.id, name: '改了名', widthMm: 60.4 });
      expect(again).toMatchObject({ id: saved.id, name: '改了名', widthMm: 60.4 });
    });

    it('say with each batch whether its pages are vectors', async () => {
      const machine = { language: 'ipp', dpi: 600 } as const;
      const usual = { ...machine, ...LANGUAGE_FACTS.ipp.defaults };
      await db.kysely.updateTable('printer').set(machine).where('id', '=', printerId).execute();
      const read = async (id: string) =>
        buildPrintSetup(
          await selectConfigs(db.kysely, memberId)
            .where('print_config.id', '=', Number(id))
            .executeTakeFirstOrThrow(),
        );
      const saved = await save({ ...usual, vector: true });
      expect([saved.vector, (await read(saved.id)).vector]).toEqual([true, true]);
      // A page of a release without vectors omits the field: its batches are printed as dots.
      const { vector, ...before } = createConfigInput(clientId, printerId, {
        id: saved.id,
        ...usual,
      });
      const input = calls.savePrintConfig.input.parse(before);
      const again = await savePrintConfig({ ctx, memberId, input });
      expect([vector, again.vector, (await read(saved.id)).vector]).toEqual([false, false, false]);
    });

    it('have exactly one default, whatever is saved or deleted', async () => {
      const first = await save({ name: '一' });
      expect(await listDefaults()).toEqual(['一']);
      const second = await save({ name: '二', isDefault: true });
      expect(await listDefaults()).toEqual(['二']);
      await save({ id: second.id, name: '二', isDefault: false });
      expect(await listDefaults()).toEqual(['二']);
      await save({ id: first.id, name: '一', isDefault: true });
      expect(await listDefaults()).toEqual(['一']);
      await deletePrintConfig({ ctx, memberId, id: Number(first.id) });
      expect(await listDefaults()).toEqual(['二']);
      await expect(
        deletePrintConfig({ ctx, memberId, id: Number(first.id) }),
      ).rejects.toMatchObject({ code: 404 });
    });

    it('say that their printer was removed, and cannot be saved on it', async () => {
      const saved = await save();
      await db.kysely.updateTable('printer').set({ gone: 1 }).where('id', '=', printerId).execute();
      await setTestClientOnline(ctx, clientId, true);
      expect((await listPrintConfigs({ ctx, memberId })).list[0]).toMatchObject({
        printerState: 'removed',
        printerStateText: '打印机已移除',
      });
      await expect(save({ id: saved.id })).rejects.toMatchObject({
        code: 400,
        data: { fields: { printerId: '打印机“打印机 p1”已从客户端移除，请换一台' } },
      });
    });

    it('fit their printer, and stay within the plan', async () => {
      await expect(save({ dpi: 300 })).rejects.toMatchObject({
        code: 400,
        data: { fields: { dpi: '这台打印机是 203 dpi' } },
      });
      const elsewhere = await addPrinter(ctx, await addClient(ctx, memberId, softwareId), 'p2');
      await expect(save({ printerId: String(elsewhere) })).rejects.toMatchObject({ code: 404 });
      const all = await Promise.allSettled(
        Array.from({ length: 5 }, (_, i) => save({ name: `第 ${i} 个` })),
      );
      expect(all.filter((item) => item.status === 'fulfilled')).toHaveLength(3);
      expect(await listDefaults()).toHaveLength(1);
    });
  });
});
