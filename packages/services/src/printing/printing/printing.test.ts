import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import type { Database, ExpressionBuilder, Schema } from '@yunbiao/db';
import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { getFontsDigest } from '@yunbiao/label/verify-font';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { savePrintConfig } from '../print-config/save.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  TEST_TEMPLATE,
  type TestContext,
} from '../../testing.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readSheetXml } from '../../platform/excel/testing-sheet.ts';
import { countLabelsThisMonth } from '../../identity/software/usage.ts';
import { DAY } from '../../platform/time.ts';
import { cancelBatch } from './batch-cancel.ts';
import { hideBatch } from './batch-hide.ts';
import { getBatchInfo, listBatchPage } from './batch-list.ts';
import { setDictRowEnabled, upsertDictRow } from '../../community/content/dict-admin.ts';
import { cycleDetailColor } from './detail-color.ts';
import { listDetailPage, listDetailStates } from './detail-list.ts';
import { resolveDetail } from './incidents/detail-resolve.ts';
import { type DetailUpdate, applyDetailChanges } from '../label-state/details.ts';
import { expireOverdueLabels } from './expire.ts';
import { exportDetails } from './export-details.ts';
import { listOpenIncidents } from './incidents/incident-list.ts';
import { resolveIncident } from './incidents/incident-settle.ts';
import { getPrintShares } from './statistics/stat-shares.ts';
import { getPrintStatistics } from './statistics/stat.ts';
import { submitBatch } from './submission/submit.ts';

const zone = { tz: 'Asia/Shanghai' };
let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let world: {
    memberId: number;
    softwareId: number;
    clientId: number;
    templateId: number;
    configId: string;
  };

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    serial += 1;
    const softwareId = await addSoftware(ctx, `soft${open.dialect}${serial}`);
    const { id: memberId } = await addMember(ctx, `printer-${serial}`);
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    const templateId = await addTemplate(ctx, softwareId);
    const config = await savePrintConfig({
      ctx,
      memberId,
      input: createConfigInput(clientId, printerId),
    });
    world = { memberId, softwareId, clientId, templateId, configId: config.id };
  });

  const submit = (rest: Partial<ReturnType<typeof createPrintInput>> = {}) =>
    submitBatch({
      ctx,
      memberId: world.memberId,
      softwareId: world.softwareId,
      input: createPrintInput(world.configId, world.templateId, rest),
    });
  const getOwner = () => ({ memberId: world.memberId, softwareId: world.softwareId });
  const listDetails = async (batchNo: string) => {
    const input = { ...zone, batchNo, pageSize: 100 };
    return (await listDetailPage({ ctx, whose: getOwner(), input })).list;
  };
  const settle = (ids: string[], set: DetailUpdate) =>
    runTransaction(db, (tx) =>
      applyDetailChanges({ ctx, tx, changes: [{ ids: ids.map(Number), set }] }),
    );
  const createRows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ 货号: String(i), 品名: '苹果' }));

  describe('a submission', () => {
    it('is stored label by label, the copies of a row together, before it is answered', async () => {
      const { batchNo, total } = await submit({
        rows: [{ 货号: '00123', 品名: '苹果' }, { 品名: '梨' }],
        copies: 2,
      });
      expect({ batchNo, total }).toEqual({ batchNo: '20261121-0001', total: 4 });
      const list = await listDetails(batchNo);
      expect(list.map((d) => [d.sequence, d.copy, d.attempt, d.title, d.state])).toEqual([
        [1, 1, 1, '00123', 'queued'],
        [1, 2, 1, '00123', 'queued'],
        [2, 1, 1, '梨', 'queued'],
        [2, 2, 1, '梨', 'queued'],
      ]);
      const stored = await db.kysely
        .selectFrom('detail')
        .select(['id', 'queue_order'])
        .where('member_id', '=', world.memberId)
        .execute();
      for (const row of stored) expect(row.queue_order).toBe(row.id);
      expect(ctx.heard).toContainEqual(['client-work', { clientId: world.clientId }]);
    });

    it('keeps the rows of the sheet, through copies, reprint and export', async () => {
      const input = {
        idempotencyKey: 'from-a-sheet-1',
        rows: [{ 货号: '1' }, { 货号: '2' }, { 货号: '3' }],
        sheetRows: [4, null, 9],
        copies: 2,
      };
      const { batchNo } = await submit(input);
      const readRows = async () => (await listDetails(batchNo)).map(({ sheetRow }) => sheetRow);
      expect(await readRows()).toEqual([4, 4, null, null, 9, 9]);
      const [first] = await listDetails(batchNo);
      const id = first?.id ?? '';
      await settle([id], { state: 'uncertain' });
      const incidents = await listOpenIncidents({ ctx, whose: getOwner(), input: { batchNo } });
      expect(incidents.list[0]?.labels).toMatchObject([{ id, sheetRow: 4 }]);
      const again = await resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id, action: 'reprint' },
      });
      expect(again).toMatchObject({ attempt: 2, sheetRow: 4 });
      expect(await readRows()).toEqual([4, 4, null, null, 9, 9]);
      const file = await exportDetails({ ctx, whose: getOwner(), input: { ...zone, batchNo } });
      const [head = '', ...lines] = (await readSheetXml(file)).split('</row>').slice(0, -1);
      expect(head).toMatch(/表格行<\/t><\/is><\/c>$/);
      const readLast = (line: string) => /<v>(\d+)<\/v><\/c>$/.exec(line)?.[1];
      expect(lines.map(readLast)).toEqual(['4', '4', undefined, undefined, '9', '9']);
      // The rows say where labels come from: the same labels are the same request.
      expect(await submit({ ...input, sheetRows: [5, 6, 7] })).toEqual({ batchNo, total: 6 });
    });

    it('is exported with all its fields, or not at all when it comes after the columns', async () => {
      const [shown, late] = [await submit(), await submit()];
      const setHiddenAt = (hiddenAt: number | null) =>
        db.kysely
          .updateTable('batch')
          .set({ hidden_at: hiddenAt })
          .where('batch_no', '=', late.batchNo)
          .execute();
      const [label] = await listDetails(late.batchNo);
      await db.kysely
        .updateTable('detail')
        .set({ data: '{"别的栏":"别的","{条件}1 = 2":"否"}' })
        .where('id', '=', Number(label?.id))
        .execute();
      await setHiddenAt(ctx.now());
      const exportAll = () => exportDetails({ ctx, whose: getOwner(), input: zone });
      const file = await exportAll();
      await setHiddenAt(null);
      const text = await readSheetXml(file);
      expect(text).toContain(shown.batchNo);
      expect(text).not.toContain(late.batchNo);
      const next = await readSheetXml(await exportAll());
      for (const word of [late.batchNo, '别的栏', '>别的<']) expect(next).toContain(word);
      expect(next).not.toContain('{条件}');
    });

    it('counts a label of an export when its fields are read, and again when it is written', async () => {
      const { batchNo, total } = await submit();
      const counted: number[] = [];
      const file = await exportDetails({
        ctx,
        whose: getOwner(),
        input: { ...zone, batchNo },
        onRow: (characters) => counted.push(characters),
      });
      // What is written is read only as the file is read.
      expect(counted.length).toBeGreaterThanOrEqual(total);
      await readSheetXml(file);
      expect(counted).toHaveLength(2 * total);
      for (const characters of counted) expect(characters).toBeGreaterThan(0);
    });

    it('names rows as the sheet does, and wants one for each', async () => {
      const bad = { rows: [{ 货号: '1' }, { 货号: '123456789' }], sheetRows: [3, 17] };
      await expect(submit(bad)).rejects.toMatchObject({
        code: 400,
        data: { fields: { 'rows.1.货号': '表格第 17 行：货号最多 8 个字，现在有 9 个' } },
      });
      await expect(submit({ ...bad, sheetRows: [3] })).rejects.toMatchObject({
        code: 400,
        data: { fields: { sheetRows: '表格行写了 1 个，内容有 2 行：一行写一个' } },
      });
    });

    it('gives a repeat the first answer, and refuses another body under its key', async () => {
      const input = { idempotencyKey: 'WMS-90218-a', rows: [{ 货号: '1', 品名: 'A' }] };
      const first = await submit(input);
      expect(await submit({ ...input, rows: [{ 品名: 'A', 货号: '1' }] })).toEqual(first);
      await expect(submit({ ...input, copies: 2 })).rejects.toMatchObject({ code: 409 });
      ctx.pass(31 * DAY);
      expect((await submit({ ...input, copies: 2 })).total).toBe(2);
    });

    it('gives a repeat the first answer also when nothing could be printed any more', async () => {
      const input = { idempotencyKey: 'press-once-1' };
      const first = await submit(input);
      await cancelBatch({ ctx, memberId: world.memberId, batchNo: first.batchNo });
      await db.kysely
        .updateTable('printer')
        .set({ gone: 1 })
        .where('client_id', '=', world.clientId)
        .execute();
      expect(await submit(input)).toEqual(first);
      await expect(submit()).rejects.toMatchObject({ code: 409 });
    });

    it('is one batch when the same request arrives many times at once', async () => {
      const input = { idempotencyKey: 'at-once-1', rows: createRows(3) };
      const answers = await Promise.all(Array.from({ length: 8 }, () => submit(input)));
      expect(new Set(answers.map((answer) => answer.batchNo)).size).toBe(1);
      const list = await listBatchPage({
        ctx,
        whose: getOwner(),
        input: { ...zone, page: 1, pageSize: 20 },
      });
      expect(list.total).toBe(1);
    });

    it('numbers batches of one day one after another, without a gap or a double', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => submit()));
      expect(answers.map((answer) => answer.batchNo).toSorted()).toEqual(
        Array.from({ length: 12 }, (_, i) => `20261121-${String(i + 1).padStart(4, '0')}`),
      );
    });

    it('counts days in China', async () => {
      ctx.pass(14 * 3_600_000 - 1);
      expect((await submit()).batchNo).toMatch(/^20261121-/);
      ctx.pass(1);
      expect((await submit()).batchNo).toBe('20261122-0001');
    });

    it.each([
      [[{ 货号: '1' }, { 价格: '2' }], '第 2 行：模板里没有“价格”这个字段'],
      [[{ 货号: '123456789' }], '第 1 行：货号最多 8 个字，现在有 9 个'],
    ])('names the row that does not fit: %j', async (bad, message) => {
      await expect(submit({ rows: bad })).rejects.toMatchObject({ code: 400, message });
    });

    it('takes a blank field as a missing one, and keeps the required ones', async () => {
      const [number, name] = TEST_TEMPLATE.fields;
      const fields = [{ ...number, required: true }, name];
      await db.kysely
        .updateTable('template')
        .set({ content: JSON.stringify({ ...TEST_TEMPLATE, fields }) })
        .where('id', '=', world.templateId)
        .execute();
      const first = await submit({
        idempotencyKey: 'blank-is-missing',
        rows: [{ 货号: '1', 品名: '' }, { 货号: '2' }],
      });
      expect(first.total).toBe(2);
      const repeated = { idempotencyKey: 'blank-is-missing', rows: [{ 货号: '1' }, { 货号: '2' }] };
      expect(await submit(repeated)).toEqual(first);
      await expect(
        submit({ rows: [{ 货号: '1' }, { 品名: '梨' }, { 货号: ' ' }] }),
      ).rejects.toMatchObject({
        code: 400,
        data: {
          fields: { 'rows.1.货号': '第 2 行：请填写货号', 'rows.2.货号': '第 3 行：请填写货号' },
        },
      });
    });

    it('names a character no font has, its field and its place', async () => {
      const text = {
        type: 'text',
        id: 't',
        xMm: 2,
        yMm: 2,
        widthMm: 40,
        heightMm: 10,
        rotation: 0,
        content: '{{品名}}',
        sizeMm: 3,
        weight: 400,
        align: 'left',
        fit: 'shrink',
      };
      await db.kysely
        .updateTable('template')
        .set({ content: JSON.stringify({ ...TEST_TEMPLATE, elements: [text] }) })
        .where('id', '=', world.templateId)
        .execute();
      await expect(submit({ rows: [{ 货号: '😀', 品名: '苹果😀' }] })).rejects.toMatchObject({
        code: 400,
        data: {
          fields: { 'rows.0.品名': '第 1 行：品名的第 3 个字“😀”字体里没有，打印不出来，请换一个' },
        },
      });
    });

    it('names no more than twenty of the troubles of wrong columns', async () => {
      const bad = createRows(50).map(() => ({ 价格: '1', 数量: '2' }));
      const refusal = await submit({ rows: bad }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ServiceError);
      expect(Object.keys((refusal as ServiceError).data?.fields ?? {})).toHaveLength(20);
    });

    it('is refused when the template is larger than the label of the roll', async () => {
      const set = (change: { width?: number; rotation?: number }) =>
        db.kysely
          .updateTable('print_config')
          .set(change)
          .where('id', '=', Number(world.configId))
          .execute();
      await set({ rotation: 90 });
      await expect(submit()).rejects.toMatchObject({
        code: 400,
        data: {
          fields: {
            templateId:
              '模板是 50 × 30\u00A0mm（旋转 90° 打印），比配置“发货台”的标签纸 50 × 30\u00A0mm 大，打印不全；换一个模板，或者换上够大的标签纸并改配置',
          },
        },
      });
      await set({ rotation: 0, width: 4_999 });
      await expect(submit()).rejects.toMatchObject({ code: 400 });
      await set({ width: 6_000 });
      await expect(submit()).resolves.toMatchObject({ total: 1 });
    });

    it('is refused when the printer has another resolution than its configuration by now', async () => {
      await db.kysely
        .updateTable('printer')
        .set({ dpi: 300 })
        .where('client_id', '=', world.clientId)
        .execute();
      await expect(submit()).rejects.toMatchObject({ code: 409 });
    });

    it('is refused when the printer speaks another language than its configuration by now', async () => {
      await db.kysely
        .updateTable('printer')
        .set({ language: 'tspl' })
        .where('client_id', '=', world.clientId)
        .execute();
      await expect(submit()).rejects.toMatchObject({
        code: 409,
        message: expect.stringContaining('现在用的是 TSPL') as string,
      });
    });

    it('counts characters, not code units', async () => {
      await expect(submit({ rows: [{ 货号: '𠮷'.repeat(8) }] })).resolves.toMatchObject({
        total: 1,
      });
    });

    it('refuses a batch over the quota whole, and gives back what was not printed', async () => {
      const { batchNo } = await submit({ rows: createRows(90) });
      await expect(submit({ rows: createRows(11) })).rejects.toMatchObject({
        code: 402,
        data: { left: 10 },
      });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids.slice(0, 3), { state: 'failed' });
      await settle(ids.slice(3, 5), { state: 'printed' });
      await expect(submit({ rows: createRows(14) })).rejects.toMatchObject({
        code: 402,
        data: { left: 13 },
      });
      await expect(submit({ rows: createRows(13) })).resolves.toMatchObject({ total: 13 });
    });

    it('never sells the same quota twice', async () => {
      const all = await Promise.allSettled(
        Array.from({ length: 5 }, () => submit({ rows: createRows(40) })),
      );
      expect(all.filter((item) => item.status === 'fulfilled').length).toBe(2);
    });

    it("goes neither to a disabled configuration nor through another member's", async () => {
      const { id: strangerId } = await addMember(ctx, `stranger-${serial}`);
      const stolen = submitBatch({
        ctx,
        memberId: strangerId,
        softwareId: world.softwareId,
        input: createPrintInput(world.configId, world.templateId),
      });
      await expect(stolen).rejects.toMatchObject({ code: 404 });
      const privateTemplate = await addTemplate(ctx, world.softwareId, strangerId);
      const peeking = submitBatch({
        ctx,
        memberId: world.memberId,
        softwareId: world.softwareId,
        input: createPrintInput(world.configId, privateTemplate),
      });
      await expect(peeking).rejects.toMatchObject({ code: 404 });
      await db.kysely
        .updateTable('print_config')
        .set({ enabled: 0 })
        .where('id', '=', Number(world.configId))
        .execute();
      await expect(submit()).rejects.toMatchObject({ code: 409 });
    });

    it('keeps template and settings as they were', async () => {
      const { batchNo } = await submit();
      await db.kysely
        .updateTable('template')
        .set({ name: '改了名', content: '{}' })
        .where('id', '=', world.templateId)
        .execute();
      const info = await getBatchInfo({ ctx, memberId: world.memberId, batchNo });
      expect(info).toMatchObject({
        templateName: '货位标签',
        widthMm: 50,
        heightMm: 30,
        dpi: 203,
        state: 'queued',
      });
    });
  });

  describe('changes of labels', () => {
    it('bring the batch along and tell live pages after the commit', async () => {
      const { batchNo } = await submit({ rows: createRows(3) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids.slice(0, 1), { state: 'sending', fence: 1, leased_at: ctx.now() });
      const getState = async () =>
        (await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).state;
      expect(await getState()).toBe('sending');
      ctx.heard.length = 0;
      await settle(ids, {
        state: 'printed',
        evidence: 'counter-moved',
        counter_from: 7,
        counter_to: 8,
      });
      const info = await getBatchInfo({ ctx, memberId: world.memberId, batchNo });
      expect([info.state, info.counts.printed, info.finishedAt]).toEqual([
        'done',
        3,
        new Date(ctx.now()).toISOString(),
      ]);
      const prints = ctx.heard.filter(([name]) => name === 'print').map(([, event]) => event);
      expect(prints).toContainEqual({
        memberId: world.memberId,
        event: expect.objectContaining({ type: 'batch', batchNo, state: 'done' }),
      });
      expect(prints).toContainEqual({
        memberId: world.memberId,
        event: expect.objectContaining({ type: 'detail', id: ids[2], counterTo: 8 }),
      });
    });

    it('tell nobody when the transaction fails', async () => {
      const { batchNo } = await submit();
      const [first] = await listDetails(batchNo);
      ctx.heard.length = 0;
      const failed = runTransaction(db, async (tx) => {
        await applyDetailChanges({
          ctx,
          tx,
          changes: [{ ids: [Number(first?.id)], set: { state: 'printed' } }],
        });
        throw new Error('power cut');
      });
      await expect(failed).rejects.toThrow('power cut');
      expect(ctx.heard).toEqual([]);
      expect((await listDetails(batchNo))[0]?.state).toBe('queued');
    });

    it('cancel what waits, and ask the agent about what it has', async () => {
      const { batchNo } = await submit({ rows: createRows(5) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids.slice(0, 2), { state: 'sending', fence: 1 });
      const answer = await cancelBatch({ ctx, memberId: world.memberId, batchNo });
      expect(answer).toEqual({ cancelled: 3, requested: 2 });
      const asked = await db.kysely
        .selectFrom('detail')
        .select('id')
        .where('cancel_requested', '=', 1)
        .where('member_id', '=', world.memberId)
        .orderBy('id')
        .execute();
      expect(asked.map((row) => String(row.id))).toEqual(ids.slice(0, 2));
      expect((await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).state).toBe(
        'sending',
      );
    });

    it('say how many a cancel can still stop, with the client or not', async () => {
      const { batchNo } = await submit({ rows: createRows(5) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      const countCancellable = async () =>
        (await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).cancellable;
      await settle(ids.slice(0, 4), { state: 'sending', fence: 1 });
      await settle(ids.slice(0, 1), { state: 'printed' });
      expect(await countCancellable()).toBe(4);
      ctx.heard.length = 0;
      await cancelBatch({ ctx, memberId: world.memberId, batchNo });
      expect(await countCancellable()).toBe(0);
      expect(ctx.heard).toContainEqual([
        'print',
        {
          memberId: world.memberId,
          event: expect.objectContaining({ type: 'batch', batchNo, cancellable: 0 }),
        },
      ]);
    });

    it('expire what was not handed over in time, and nothing else', async () => {
      const { batchNo } = await submit({ rows: createRows(3), expireAfter: 60 });
      const [leased] = await listDetails(batchNo);
      await settle([leased?.id ?? ''], { state: 'sending', fence: 1 });
      ctx.pass(59_999);
      expect(await expireOverdueLabels({ ctx })).toBe(0);
      ctx.pass(1);
      expect(await expireOverdueLabels({ ctx })).toBe(2);
      expect((await listDetails(batchNo)).map((detail) => detail.state)).toEqual([
        'sending',
        'expired',
        'expired',
      ]);
    });
  });

  describe("the member's word", () => {
    it('makes an uncertain label printed', async () => {
      const { batchNo } = await submit();
      const [detail] = await listDetails(batchNo);
      const id = detail?.id ?? '';
      const resolve = (action: 'printed' | 'reprint') =>
        resolveDetail({ ctx, memberId: world.memberId, input: { id, action } });
      await expect(resolve('printed')).rejects.toMatchObject({ code: 409 });
      await settle([id], { state: 'uncertain' });
      expect((await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).state).toBe('partly');
      expect(await resolve('printed')).toMatchObject({ state: 'printed', evidence: 'member' });
      // The same label in another tab, which still shows the state uncertain.
      const stale = { id, action: 'reprint', state: 'uncertain' } as const;
      await expect(
        resolveDetail({ ctx, memberId: world.memberId, input: stale }),
      ).rejects.toMatchObject({ code: 409, message: expect.stringContaining('已打印') });
      expect((await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).state).toBe('done');
    });

    it('sends a label again: next attempt, end of the queue, fresh time', async () => {
      const { batchNo } = await submit({ rows: createRows(3) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids, { state: 'printed' });
      await settle(ids.slice(0, 1), { state: 'uncertain', fence: 3 });
      ctx.pass(3_600_000);
      const again = await resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id: ids[0] ?? '', action: 'reprint' },
      });
      expect(again).toMatchObject({
        id: ids[0],
        attempt: 2,
        state: 'queued',
        sequence: 1,
        finishedAt: null,
      });
      const row = await db.kysely
        .selectFrom('detail')
        .selectAll()
        .where('id', '=', Number(ids[0]))
        .executeTakeFirstOrThrow();
      expect(row.queue_order).toBeGreaterThan(Number(ids[2]));
      expect(row.expires_at).toBe(ctx.now() + DAY);
      expect(row.fence).toBeNull();
      const info = await getBatchInfo({ ctx, memberId: world.memberId, batchNo });
      expect([info.state, info.finishedAt]).toEqual(['sending', null]);
      const { cells } = await listDetailStates({ ctx, memberId: world.memberId, batchNo });
      expect(cells.map(([id]) => id)).toEqual([ids[1], ids[2], ids[0]]);
    });

    const placeNow = () =>
      db.kysely
        .selectFrom('batch_place')
        .select('setup')
        .where('member_id', '=', world.memberId)
        .executeTakeFirstOrThrow();
    const setConfig = (set: object) =>
      db.kysely
        .updateTable('print_config')
        .set(set)
        .where('member_id', '=', world.memberId)
        .execute();

    it('asks before it sends again what calibration or stock changed since cut off', async () => {
      const frame = { type: 'rect', id: 'f', xMm: 2, yMm: 2, widthMm: 46, heightMm: 26 };
      const elements = [{ ...frame, rotation: 0, lineMm: 0.5 }];
      const content = JSON.stringify({ ...TEST_TEMPLATE, elements });
      await db.kysely
        .updateTable('template')
        .set({ content })
        .where('id', '=', world.templateId)
        .execute();
      const { batchNo } = await submit({ rows: createRows(2) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids, { state: 'cancelled' });
      const reprint = (id: string | undefined, allowCutOff?: boolean) =>
        resolveDetail({
          ctx,
          memberId: world.memberId,
          input: { id: id ?? '', action: 'reprint', allowCutOff },
        });
      const [one, other] = ids;
      const place = await db.kysely
        .selectFrom('print_config')
        .selectAll()
        .where('member_id', '=', world.memberId)
        .executeTakeFirstOrThrow();
      const cut = { code: 409, data: { reason: 'cut-off' } };
      await setConfig({ offset_x: -300 });
      await expect(reprint(one)).rejects.toMatchObject({
        ...cut,
        message: expect.stringMatching(/校准改过了，第 1 行现在有内容超出标签/),
      });
      await setConfig({ offset_x: place.offset_x, width: 3_000 });
      await expect(reprint(one)).rejects.toMatchObject({
        ...cut,
        message: expect.stringContaining('标签纸 30 × 30\u00A0mm 大'),
      });
      const listStates = async () => (await listDetails(batchNo)).map(({ state }) => state);
      expect(await listStates()).toEqual(['cancelled', 'cancelled']);
      await setConfig({ width: place.width, offset_x: -300 });
      expect(await reprint(one, true)).toMatchObject({ state: 'queued', attempt: 2 });
      // It is printed with the current configuration, which requires one confirmation.
      const { setup } = await placeNow();
      expect(parsePrintSetup(setup)).toMatchObject({ offsetXMm: -3, widthMm: 50 });
      expect(await reprint(other)).toMatchObject({ state: 'queued' });
    });

    /** A batch of different, unprinted labels whose frame fits the label. */
    const framedBatch = async (count: number) => {
      const frame = { type: 'rect', id: 'f', xMm: 2, yMm: 2, widthMm: 46, heightMm: 26 };
      const words = { type: 'text', id: 't', xMm: 3, yMm: 3, widthMm: 40, heightMm: 8 };
      const look = { rotation: 0, sizeMm: 3, weight: 400, align: 'left', fit: 'shrink' };
      const content = JSON.stringify({
        ...TEST_TEMPLATE,
        elements: [
          { ...frame, rotation: 0, lineMm: 0.5 },
          { ...words, ...look, content: '{{货号}}' },
        ],
      });
      await db.kysely
        .updateTable('template')
        .set({ content })
        .where('id', '=', world.templateId)
        .execute();
      const { batchNo } = await submit({ rows: createRows(count) });
      const labels = await listDetails(batchNo);
      await settle(
        labels.map(({ id }) => id),
        { state: 'uncertain' },
      );
      const reprint = labels.map(({ id, attempt }) => ({ id, attempt }));
      const reprintIncident = () =>
        resolveIncident({
          ctx,
          memberId: world.memberId,
          input: { batchNo, printed: [], reprint },
        });
      const collectStates = async () =>
        new Set((await listDetails(batchNo)).map(({ state }) => state));
      return { again: reprintIncident, states: collectStates };
    };

    /** Runs `run` between the next transaction and the one after it, however long either takes. */
    const afterFirstTransaction = (run: () => Promise<unknown>): void => {
      const begin = db.kysely.transaction.bind(db.kysely);
      let begun = 0;
      vi.spyOn(db.kysely, 'transaction').mockImplementation(() => {
        const builder = begin();
        begun += 1;
        if (begun === 2) {
          const execute = builder.execute.bind(builder);
          vi.spyOn(builder, 'execute').mockImplementation(async (work) => {
            await run();
            return execute(work);
          });
        }
        return builder;
      });
    };

    it('keeps nobody waiting for the database while it looks whether content falls off', async () => {
      const { again, states } = await framedBatch(60);
      await setConfig({ offset_x: 40 });
      const order: string[] = [];
      // On SQLite an open transaction blocks all others: this would wait forever.
      afterFirstTransaction(async () => {
        await setConfig({ darkness: 9 });
        order.push('configuration changed');
      });
      await again();
      order.push('sent again');
      expect(order).toEqual(['configuration changed', 'sent again']);
      expect(await states()).toEqual(new Set(['queued']));
      // The changed configuration was checked as well, and is used for printing.
      expect(parsePrintSetup((await placeNow()).setup)).toMatchObject({
        offsetXMm: 0.4,
        darkness: 9,
      });
    });

    it('sends nothing again that was looked at as it was before a calibration', async () => {
      const { again, states } = await framedBatch(60);
      await setConfig({ offset_x: 40 });
      afterFirstTransaction(() => setConfig({ offset_x: -300 }));
      await expect(again()).rejects.toMatchObject({ code: 409, data: { reason: 'cut-off' } });
      expect(await states()).toEqual(new Set(['uncertain']));
    });

    it('refuses what the quota has no room for before a label is laid out', async () => {
      const { again } = await framedBatch(60);
      await setConfig({ offset_x: -300 });
      await expect(again()).rejects.toMatchObject({ code: 409 });
      await expect(submit({ rows: createRows(1), allowCutOff: false })).rejects.toMatchObject({
        code: 400,
        data: { fields: { allowCutOff: expect.stringContaining('超出标签') } },
      });
      await expect(submit({ rows: createRows(41), allowCutOff: false })).rejects.toMatchObject({
        code: 402,
      });
    });

    it('sends again as calibrated since, without a word where all stays on the label', async () => {
      const { batchNo } = await submit({ rows: createRows(1) });
      const [label] = await listDetails(batchNo);
      await settle([label?.id ?? ''], { state: 'cancelled' });
      await setConfig({ offset_x: 40 });
      const input = { id: label?.id ?? '', action: 'reprint' } as const;
      const sent = await resolveDetail({ ctx, memberId: world.memberId, input });
      expect(sent).toMatchObject({ state: 'queued', printerName: label?.printerName });
      const { setup } = await placeNow();
      expect(parsePrintSetup(setup).offsetXMm).toBe(0.4);
    });

    // Batch numbers are unique per member.
    const ofMember = (batchNo: string) => (eb: ExpressionBuilder<Schema, 'batch'>) =>
      eb.and({ batch_no: batchNo, member_id: world.memberId });
    const setFonts = (batchNo: string, fonts: string) =>
      db.kysely.updateTable('batch').set({ fonts }).where(ofMember(batchNo)).execute();

    it('sends nothing again with other fonts than it was drawn with, unless the member says so', async () => {
      const { batchNo } = await submit({ rows: createRows(2) });
      const [one, other] = (await listDetails(batchNo)).map((detail) => detail.id);
      const listFonts = async () =>
        (await getBatchInfo({ ctx, memberId: world.memberId, batchNo })).fontsChanged;
      const reprint = (id: string | undefined, newFonts?: boolean) =>
        resolveDetail({
          ctx,
          memberId: world.memberId,
          input: { id: id ?? '', action: 'reprint', newFonts },
        });
      await settle([one ?? '', other ?? ''], { state: 'cancelled' });
      expect(await listFonts()).toBe(false);
      await setFonts(batchNo, 'a'.repeat(64));
      expect(await listFonts()).toBe(true);
      await expect(reprint(one)).rejects.toMatchObject({
        code: 409,
        message: expect.stringContaining('字体换过了'),
        data: { reason: 'fonts-changed' },
      });
      await expect(reprint(one, false)).rejects.toMatchObject({ code: 409 });
      const listStates = async () => (await listDetails(batchNo)).map(({ state }) => state);
      expect(await listStates()).toEqual(['cancelled', 'cancelled']);
      expect(await reprint(one, true)).toMatchObject({ state: 'queued', attempt: 2 });
      // From now on the batch uses these fonts.
      expect(await listFonts()).toBe(false);
      expect(await reprint(other)).toMatchObject({ state: 'queued' });
      const { fonts, needs } = await db.kysely
        .selectFrom('batch')
        .select(['fonts', 'needs'])
        .where(ofMember(batchNo))
        .executeTakeFirstOrThrow();
      expect(fonts).toBe(getFontsDigest());
      expect(needs).toContain('fonts.2');
    });

    it('sends a batch from before fonts were kept again without a word', async () => {
      const { batchNo } = await submit();
      const [detail] = await listDetails(batchNo);
      await settle([detail?.id ?? ''], { state: 'printed' });
      await setFonts(batchNo, '');
      const input = { id: detail?.id ?? '', action: 'reprint' } as const;
      const again = await resolveDetail({ ctx, memberId: world.memberId, input });
      expect(again).toMatchObject({ state: 'queued' });
    });

    it('is not asked about a label that still waits', async () => {
      const { batchNo } = await submit();
      const [detail] = await listDetails(batchNo);
      const again = resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id: detail?.id ?? '', action: 'reprint' },
      });
      await expect(again).rejects.toMatchObject({ code: 409 });
    });

    it('takes its place in the quota again when that was given back', async () => {
      const { batchNo } = await submit({ rows: createRows(60) });
      const ids = (await listDetails(batchNo)).map((detail) => detail.id);
      await settle(ids.slice(0, 1), { state: 'failed' });
      await submit({ rows: createRows(41) });
      const again = resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id: ids[0] ?? '', action: 'reprint' },
      });
      await expect(again).rejects.toMatchObject({ code: 402, data: { left: 0 } });
    });
  });

  describe('the quota', () => {
    const countUsed = () =>
      countLabelsThisMonth(db.kysely, {
        memberId: world.memberId,
        softwareId: world.softwareId,
        now: ctx.now(),
      });
    const reprint = (id: string) =>
      resolveDetail({ ctx, memberId: world.memberId, input: { id, action: 'reprint' } });
    const printOne = async (): Promise<string> => {
      const { batchNo } = await submit();
      return (await listDetails(batchNo))[0]?.id ?? '';
    };

    it('counts a label that came out each time it is printed again', async () => {
      const id = await printOne();
      for (let times = 1; times <= 6; times += 1) {
        await settle([id], { state: times % 2 ? 'printed' : 'sent' });
        expect(await countUsed()).toBe(times);
        await reprint(id);
        expect(await countUsed()).toBe(times + 1);
      }
      // The last label was never sent.
      await settle([id], { state: 'cancelled' });
      expect(await countUsed()).toBe(6);
    });

    it('refuses to print again what came out when the month is used up', async () => {
      const id = await printOne();
      await settle([id], { state: 'printed' });
      await submit({ rows: createRows(99) });
      await expect(reprint(id)).rejects.toMatchObject({ code: 402, data: { left: 0 } });
    });

    it('does not count an uncertain one again, and gives nothing back for it any more', async () => {
      const id = await printOne();
      await settle([id], { state: 'uncertain' });
      await reprint(id);
      expect(await countUsed()).toBe(1);
      await settle([id], { state: 'cancelled' });
      expect(await countUsed()).toBe(1);
      await reprint(id);
      await settle([id], { state: 'printed' });
      expect(await countUsed()).toBe(1);
    });

    it('counts what is printed again in the month it is printed again', async () => {
      const id = await printOne();
      await settle([id], { state: 'printed' });
      ctx.pass(30 * DAY);
      expect(await countUsed()).toBe(0);
      await reprint(id);
      expect(await countUsed()).toBe(1);
    });
  });

  describe('colour marks', () => {
    it('go through the dictionary and back to none', async () => {
      await db.kysely.deleteFrom('dict').execute();
      await db.kysely
        .insertInto('dict')
        .values(
          ['c1', 'c2'].map((value, sort) => ({
            software_id: null,
            dict_type: 'detail_color',
            dict_label: value,
            dict_value: value,
            sort,
            enabled: 1,
          })),
        )
        .execute();
      const { batchNo } = await submit();
      const [detail] = await listDetails(batchNo);
      const seen: string[] = [];
      for (let i = 0; i < 3; i += 1) {
        seen.push(
          (await cycleDetailColor({ ctx, memberId: world.memberId, id: Number(detail?.id) })).color,
        );
      }
      expect(seen).toEqual(['c1', 'c2', '']);
    });

    // @spec software-entries-enabled
    it('are the software’s own where it has any enabled, and the common ones where not', async () => {
      await db.kysely.deleteFrom('dict').execute();
      const addColor = (place: string, value: string) =>
        upsertDictRow({ ctx, place, input: { type: 'detail_color', value, label: value } });
      await addColor('/', 'gray');
      const { alias } = await db.kysely
        .selectFrom('software')
        .select('alias')
        .where('id', '=', world.softwareId)
        .executeTakeFirstOrThrow();
      const { row } = await addColor(alias, 'red');
      const { batchNo } = await submit();
      const [detail] = await listDetails(batchNo);
      const cycleColor = async () =>
        (await cycleDetailColor({ ctx, memberId: world.memberId, id: Number(detail?.id) })).color;
      expect([await cycleColor(), await cycleColor()]).toEqual(['red', '']);
      await setDictRowEnabled({ ctx, id: String(row.id), isEnabled: false });
      expect([await cycleColor(), await cycleColor()]).toEqual(['gray', '']);
    });
  });

  describe('hiding', () => {
    it('waits for the end, and leaves statistics alone', async () => {
      const { batchNo } = await submit({ rows: createRows(2) });
      await expect(hideBatch({ ctx, memberId: world.memberId, batchNo })).rejects.toMatchObject({
        code: 409,
      });
      await settle(
        (await listDetails(batchNo)).map((detail) => detail.id),
        { state: 'printed' },
      );
      const before = await getPrintStatistics({ ctx, whose: getOwner(), input: zone });
      await hideBatch({ ctx, memberId: world.memberId, batchNo });
      expect(
        (await listBatchPage({ ctx, whose: getOwner(), input: { ...zone, page: 1, pageSize: 20 } }))
          .total,
      ).toBe(0);
      expect(await listDetails(batchNo)).toEqual([]);
      await expect(getBatchInfo({ ctx, memberId: world.memberId, batchNo })).rejects.toMatchObject({
        code: 404,
      });
      expect(await getPrintStatistics({ ctx, whose: getOwner(), input: zone })).toEqual(before);
      expect(before.totals).toMatchObject({ batches: 1, labels: 2, printed: 2 });
    });
  });

  describe('lists', () => {
    it('go on from where they stopped, newest first, or in order within a batch', async () => {
      const { batchNo } = await submit({ rows: createRows(5) });
      const read = async (filter: { batchNo?: string }) => {
        const ids: string[] = [];
        let lastId: string | undefined;
        do {
          const page = await listDetailPage({
            ctx,
            whose: getOwner(),
            input: { ...zone, ...filter, pageSize: 2, lastId },
          });
          ids.push(...page.list.map((detail) => detail.id));
          lastId = page.nextId ?? undefined;
        } while (lastId !== undefined);
        return ids;
      };
      const ordered = await read({ batchNo });
      expect(ordered.length).toBe(5);
      expect(await read({})).toEqual(ordered.toReversed());
    });

    it('find by what is on the label, by day and by state', async () => {
      await submit({ rows: [{ 货号: 'ab%_1', 品名: '青柚护发素' }] });
      await submit();
      const findDetails = async (filter: object) =>
        (
          await listDetailPage({
            ctx,
            whose: getOwner(),
            input: { ...zone, pageSize: 20, ...filter },
          })
        ).list.length;
      expect(await findDetails({ q: '护发' })).toBe(1);
      expect(await findDetails({ q: 'AB%_' })).toBe(1);
      expect(await findDetails({ q: 'AB__1' })).toBe(0);
      expect(await findDetails({ from: '2026-11-21', to: '2026-11-21' })).toBe(2);
      expect(await findDetails({ to: '2026-11-20' })).toBe(0);
      expect(await findDetails({ state: 'printed' })).toBe(0);
    });
  });

  describe('statistics', () => {
    it("sort labels into the hours of the viewer's week", async () => {
      // 10:00 on Saturday 2026-11-21 in China is the evening before in Hawaii.
      await submit({ rows: createRows(3) });
      const getShares = async (tz: string, more = {}) =>
        getPrintShares({ ctx, whose: getOwner(), input: { tz, ...more } });
      const { week } = await getShares('Asia/Shanghai');
      expect(week.map((hours) => hours.length)).toEqual(Array(7).fill(24));
      expect(week[5]?.[10]).toBe(3);
      expect(week.flat().reduce((sum, labels) => sum + labels, 0)).toBe(3);
      expect((await getShares('Pacific/Honolulu')).week[4]?.[16]).toBe(3);
      const nothing = await getShares('Asia/Shanghai', { from: '2026-11-01', to: '2026-11-02' });
      expect([nothing.week.flat().every((labels) => labels === 0), nothing.templates]).toEqual([
        true,
        [],
      ]);
    });

    it('tell what labels are made of: the largest templates, the rest as one, sources', async () => {
      for (let n = 1; n <= 7; n += 1) {
        const templateId = await addTemplate(ctx, world.softwareId);
        await submitBatch({
          ctx,
          memberId: world.memberId,
          softwareId: world.softwareId,
          input: createPrintInput(world.configId, templateId, { rows: createRows(n) }),
          origin: { source: n === 7 ? 'api' : 'designer' },
        });
      }
      const input = { ...zone };
      const shares = await getPrintShares({ ctx, whose: getOwner(), input });
      expect(shares.templates.map(({ labels }) => labels)).toEqual([7, 6, 5, 4, 3]);
      expect(shares.otherTemplates).toEqual({ count: 2, labels: 3, printed: 0, sent: 0 });
      expect(shares.sources).toMatchObject([
        { source: 'designer', labels: 21 },
        { source: 'api', labels: 7 },
      ]);
      const narrowed = await getPrintShares({
        ctx,
        whose: getOwner(),
        input: { ...input, source: 'api' },
      });
      expect(narrowed.templates.map(({ labels }) => labels)).toEqual([7]);
      const { totals } = await getPrintStatistics({ ctx, whose: getOwner(), input });
      expect(totals.labels).toBe(28);
    });

    it("sort labels into days of the viewer's zone, with the period before", async () => {
      await submit({ rows: createRows(2) });
      ctx.pass(10 * DAY);
      await submit({ rows: createRows(3) });
      const china = await getPrintStatistics({
        ctx,
        whose: getOwner(),
        input: { ...zone, from: '2026-11-30', to: '2026-12-02' },
      });
      expect(china.days.map((day) => [day.day, day.labels])).toEqual([
        ['2026-11-30', 0],
        ['2026-12-01', 3],
        ['2026-12-02', 0],
      ]);
      // None of them has been printed yet.
      expect(china.days[1]).toEqual({
        day: '2026-12-01',
        printed: 0,
        sent: 0,
        labels: 3,
        previous: 0,
      });
      const hawaii = await getPrintStatistics({
        ctx,
        whose: getOwner(),
        input: { tz: 'Pacific/Honolulu', from: '2026-11-30', to: '2026-11-30' },
      });
      expect(hawaii.totals.labels).toBe(3);
      const ten = await getPrintStatistics({
        ctx,
        whose: getOwner(),
        input: { ...zone, from: '2026-11-26', to: '2026-12-05' },
      });
      expect(ten.previous).toMatchObject({ batches: 1, labels: 2 });
      expect(ten.days.find((day) => day.day === '2026-12-01')).toMatchObject({
        labels: 3,
        previous: 2,
      });
    });

    it('can be filtered, offer what was printed with, and refuse a period that runs backwards', async () => {
      await submit();
      const stat = await getPrintStatistics({ ctx, whose: getOwner(), input: zone });
      expect(stat.options.templates).toEqual([{ id: String(world.templateId), name: '货位标签' }]);
      expect(stat.options.clients).toEqual([{ id: String(world.clientId), name: '3 号仓' }]);
      const other = await getPrintStatistics({
        ctx,
        whose: getOwner(),
        input: { ...zone, source: 'excel' },
      });
      expect(other.totals.labels).toBe(0);
      const backwards = getPrintStatistics({
        ctx,
        whose: getOwner(),
        input: { ...zone, from: '2026-11-02', to: '2026-11-01' },
      });
      await expect(backwards).rejects.toMatchObject({ code: 400 });
    });
  });
});
