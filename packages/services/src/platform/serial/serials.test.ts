import { type Database, openDatabase } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import type { SerialRule, Template } from '@yunbiao/label';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cancelBatch } from '../../printing/printing/batch-cancel.ts';
import { listDetailPage } from '../../printing/printing/detail-list.ts';
import { resolveDetail } from '../../printing/printing/incidents/detail-resolve.ts';
import { submitBatch } from '../../printing/printing/submission/submit.ts';
import { savePrintConfig } from '../../printing/print-config/save.ts';
import { getTemplateForPrinting } from '../../printing/library/get-template.ts';
import { reserveSerials } from '../../printing/library/reserve-serials.ts';
import { getSerialReport } from '../../printing/library/serial-report.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
} from '../../testing.ts';
import { findSerialGaps } from './gaps.ts';

const HOUR = 3_600_000;
let worlds = 0;

const templateWith = (rest: Partial<SerialRule> = {}): Template => ({
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果' },
    {
      name: '号',
      label: '流水号',
      sample: '0001',
      serial: {
        start: 1,
        step: 1,
        width: 4,
        digits: 'decimal',
        reset: 'never',
        perCopy: false,
        ...rest,
      },
    },
    { name: '箱号', label: '箱号', sample: 'A-0001', formula: '"A-" & 号' },
  ],
  elements: [],
});

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let world: { memberId: number; softwareId: number; templateId: number; configId: string };

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    worlds += 1;
    const softwareId = await addSoftware(ctx, `serial${open.dialect}${worlds}`);
    const { id: memberId } = await addMember(ctx, `counter-${worlds}`);
    const templateId = await addTemplate(ctx, softwareId);
    world = { memberId, softwareId, templateId, configId: await getConfig(memberId, softwareId) };
    await useTemplate(templateWith());
  });

  const getConfig = async (memberId: number, softwareId: number): Promise<string> => {
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    const input = createConfigInput(clientId, printerId);
    return (await savePrintConfig({ ctx, memberId, input })).id;
  };
  const useTemplate = async (template: Template): Promise<void> => {
    await db.kysely
      .updateTable('template')
      .set({ content: JSON.stringify(template) })
      .where('id', '=', world.templateId)
      .execute();
  };
  const createRows = (count: number) => Array.from({ length: count }, () => ({ 品名: '苹果' }));
  const submit = (rest: Partial<ReturnType<typeof createPrintInput>> = {}, on = ctx) =>
    submitBatch({
      ctx: on,
      memberId: world.memberId,
      softwareId: world.softwareId,
      input: createPrintInput(world.configId, world.templateId, { rows: createRows(1), ...rest }),
    });
  let presses = 0;
  const reserve = (
    rest: Partial<Parameters<typeof reserveSerials>[0]['input']> = {},
    { on = ctx, memberId = world.memberId } = {},
  ) => {
    presses += 1;
    return reserveSerials({
      ctx: on,
      memberId,
      softwareId: world.softwareId,
      input: {
        id: String(world.templateId),
        version: 1,
        rows: 1,
        copies: 1,
        idempotencyKey: `export-${presses}`,
        tz: 'Asia/Shanghai',
        ...rest,
      },
    });
  };
  const listLabels = async (batchNo: string) => {
    const whose = { memberId: world.memberId, softwareId: world.softwareId };
    const input = { tz: 'Asia/Shanghai', batchNo, pageSize: 100 };
    return (await listDetailPage({ ctx, whose, input })).list;
  };
  const listNumbers = async (batchNo: string): Promise<(string | undefined)[]> =>
    (await listLabels(batchNo)).map(({ data }) => data.号);
  const getNextNumber = async (tz = 'Asia/Shanghai'): Promise<number | undefined> => {
    const { memberId, softwareId, templateId } = world;
    return (await getTemplateForPrinting({ ctx, memberId, softwareId, id: templateId, tz }))
      .serials[0]?.next;
  };
  const setState = async (batchNo: string, states: readonly string[]): Promise<void> => {
    for (const [index, { id }] of (await listLabels(batchNo)).entries())
      await db.kysely
        .updateTable('detail')
        .set({ state: states[index] ?? 'queued' })
        .where('id', '=', Number(id))
        .execute();
  };
  const listGaps = async () =>
    (await findSerialGaps(db.kysely, world)).gaps.map(
      ({ from, to, count, state }) => `${from}–${to} ${count} ${state}`,
    );

  describe('serial numbers', () => {
    it('go on from batch to batch and are stored with the labels, formulas made of them too', async () => {
      const first = await submit({ rows: createRows(2), copies: 2 });
      const second = await submit();
      expect(await listNumbers(first.batchNo)).toEqual(['0001', '0001', '0002', '0002']);
      expect((await listLabels(second.batchNo))[0]?.data).toEqual({
        品名: '苹果',
        号: '0003',
        箱号: 'A-0003',
      });
      expect(await getNextNumber()).toBe(4);
    });

    it('are one a copy where the template says so', async () => {
      await useTemplate(templateWith({ perCopy: true, step: 5, start: 10 }));
      const { batchNo } = await submit({ rows: createRows(2), copies: 2 });
      expect(await listNumbers(batchNo)).toEqual(['0010', '0015', '0020', '0025']);
      expect(await getNextNumber()).toBe(30);
    });

    it('stay the same for a repeat of the same press, and for a label sent again', async () => {
      const input = { idempotencyKey: 'press-serial-1', rows: createRows(3) };
      const answers = await Promise.all(Array.from({ length: 4 }, () => submit(input)));
      expect(new Set(answers.map(({ batchNo }) => batchNo)).size).toBe(1);
      expect(await getNextNumber()).toBe(4);
      const { batchNo } = await submit(input);
      await setState(batchNo, ['printed', 'printed', 'printed']);
      const [label] = await listLabels(batchNo);
      const again = await resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id: label?.id ?? '', action: 'reprint' },
      });
      expect(again).toMatchObject({ attempt: 2, data: { 号: '0001' } });
      expect(await getNextNumber()).toBe(4);
    });

    it('are never given twice: not after a refusal, a cancel, nor a lower start', async () => {
      await expect(submit({ rows: [{ 号: '9' }] })).rejects.toMatchObject({ code: 400 });
      expect(await getNextNumber()).toBe(1);
      const { batchNo } = await submit({ rows: createRows(2) });
      await cancelBatch({ ctx, memberId: world.memberId, batchNo });
      await useTemplate(templateWith({ start: 0 }));
      expect(await listNumbers((await submit()).batchNo)).toEqual(['0003']);
      await useTemplate(templateWith({ start: 100 }));
      expect(await listNumbers((await submit()).batchNo)).toEqual(['0100']);
    });

    it('are each member’s own, and each template’s', async () => {
      await submit({ rows: createRows(5) });
      const { memberId } = world;
      world.memberId = (await addMember(ctx, `other-${worlds}`)).id;
      world.configId = await getConfig(world.memberId, world.softwareId);
      expect(await listNumbers((await submit()).batchNo)).toEqual(['0001']);
      world.memberId = memberId;
      expect(await getNextNumber()).toBe(6);
    });

    it('end where the width ends, and the batch is refused whole', async () => {
      await useTemplate(templateWith({ width: 1, start: 8 }));
      await expect(submit({ rows: createRows(3) })).rejects.toMatchObject({
        code: 409,
        message: '流水号的号不够了：最大到 9，这一批要到 10',
      });
      expect(await listNumbers((await submit({ rows: createRows(2) })).batchNo)).toEqual([
        '8',
        '9',
      ]);
    });

    it('begin again by the day of the zone, which may be longer or shorter than 24 hours', async () => {
      await useTemplate(templateWith({ reset: 'daily' }));
      const tz = 'America/New_York';
      const printAt = async (instant: string): Promise<(string | undefined)[]> => {
        ctx.pass(Date.parse(instant) - ctx.now());
        return listNumbers((await submit({ tz })).batchNo);
      };
      // 2026-11-01 has 25 hours there: from 04:00 to 05:00 of the next day, UTC.
      expect(await printAt('2026-11-01T04:00:00Z')).toEqual(['0001']);
      expect(await printAt('2026-11-02T04:59:59Z')).toEqual(['0002']);
      expect(await printAt('2026-11-02T05:00:00Z')).toEqual(['0001']);
      // 2027-03-14 has 23.
      expect(await printAt('2027-03-14T05:00:00Z')).toEqual(['0001']);
      expect(await printAt('2027-03-15T03:59:59Z')).toEqual(['0002']);
      expect(await printAt('2027-03-15T04:00:00Z')).toEqual(['0001']);
      expect(await getNextNumber(tz)).toBe(2);
      expect(await getNextNumber('Asia/Shanghai')).toBe(2);
      ctx.pass(13 * HOUR);
      expect(await getNextNumber('Asia/Shanghai')).toBe(1);
    });

    it('never overlap when batches come at once', async () => {
      const contexts = [ctx];
      // SQLite has one writing process, and its writes are serialized.
      if (open.dialect === 'postgres') {
        const other = openDatabase(open.location(db));
        onTestFinished(() => other.close());
        contexts.push({ ...ctx, db: other });
      }
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          submit({ rows: createRows(3) }, contexts[i % contexts.length]),
        ),
      );
      const all = (await Promise.all(answers.map(({ batchNo }) => listNumbers(batchNo)))).flat();
      expect(all).toHaveLength(36);
      expect(new Set(all)).toEqual(
        new Set(Array.from({ length: 36 }, (_, i) => String(i + 1).padStart(4, '0'))),
      );
    });
  });

  describe('numbers reserved for a file', () => {
    it('are those a batch would get, and the next batch goes on after them', async () => {
      await useTemplate(templateWith({ perCopy: true, step: 5, start: 10 }));
      const { ranges } = await reserve({ rows: 2, copies: 2 });
      expect(ranges).toEqual([
        { field: '号', period: '', first: 10, from: '0010', to: '0025', count: 4 },
      ]);
      expect(await listNumbers((await submit()).batchNo)).toEqual(['0030']);
      expect(await getNextNumber()).toBe(35);
      expect(await listGaps()).toEqual(['0030–0030 1 waiting']);
      const { memberId, softwareId, templateId: id } = world;
      const { reserved } = await getSerialReport({ ctx, memberId, softwareId, id });
      expect(reserved).toEqual([
        {
          field: '号',
          period: '',
          from: '0010',
          to: '0025',
          count: 4,
          at: new Date(ctx.now()).toISOString(),
        },
      ]);
    });

    it('are the same for a repeat with the key, at any time; another request is refused', async () => {
      await useTemplate(templateWith({ reset: 'daily' }));
      const input = { rows: 3, idempotencyKey: 'one-export' };
      const answers = await Promise.all(Array.from({ length: 4 }, () => reserve(input)));
      ctx.pass(30 * HOUR);
      answers.push(await reserve(input));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      for (const other of [{ rows: 4 }, { copies: 2 }, { version: 2 }])
        await expect(reserve({ ...input, ...other })).rejects.toMatchObject({
          code: 409,
          message: '这个幂等键已经用在另一次占用上了，请换一个',
        });
      expect(await getNextNumber()).toBe(1);
    });

    it('begin again with the day of the member’s zone', async () => {
      await useTemplate(templateWith({ reset: 'daily' }));
      const tz = 'America/New_York';
      const reserveAt = async (instant: string) => {
        ctx.pass(Date.parse(instant) - ctx.now());
        const { localTime, ranges } = await reserve({ tz });
        return `${localTime} ${ranges[0]?.from}`;
      };
      expect(await reserveAt('2026-11-02T04:59:59Z')).toBe('2026-11-01T23:59:59 0001');
      expect(await reserveAt('2026-11-02T05:00:00Z')).toBe('2026-11-02T00:00:00 0001');
    });

    it('need a template that the member may use, as it is saved', async () => {
      const other = (await addMember(ctx, `thief-${worlds}`)).id;
      await db.kysely
        .updateTable('template')
        .set({ member_id: world.memberId })
        .where('id', '=', world.templateId)
        .execute();
      await expect(reserve({}, { memberId: other })).rejects.toMatchObject({ code: 404 });
      await expect(reserve({ version: 2 })).rejects.toMatchObject({
        code: 409,
        message: '这个模板在别处改过了，刷新后再导出',
      });
      await expect(reserve({ rows: 5001, copies: 2 })).rejects.toMatchObject({
        code: 400,
        data: { fields: { rows: '一次最多占用 10,000 张标签的号' } },
      });
      await useTemplate(templateWith({ width: 1, start: 8 }));
      await expect(reserve({ rows: 3 })).rejects.toMatchObject({ code: 409 });
      expect(await getNextNumber()).toBe(8);
      await useTemplate({ ...templateWith(), fields: [] });
      expect((await reserve()).ranges).toEqual([]);
    });

    it('never overlap with batches, nor among servers', async () => {
      const contexts = [ctx];
      if (open.dialect === 'postgres') {
        const other = openDatabase(open.location(db));
        onTestFinished(() => other.close());
        contexts.push({ ...ctx, db: other });
      }
      const takeNumbers = async (place: number): Promise<(string | undefined)[]> => {
        const on = contexts[place % contexts.length] ?? ctx;
        if (place % 4 > 1) return listNumbers((await submit({ rows: createRows(2) }, on)).batchNo);
        const { first = 0 } = (await reserve({ rows: 2 }, { on })).ranges[0] ?? {};
        return [first, first + 1].map((number) => String(number).padStart(4, '0'));
      };
      const all = (await Promise.all(Array.from({ length: 12 }, (_, i) => takeNumbers(i)))).flat();
      expect(all).toHaveLength(24);
      expect(new Set(all)).toEqual(
        new Set(Array.from({ length: 24 }, (_, i) => String(i + 1).padStart(4, '0'))),
      );
    });

    it('stay taken when the oldest of many records goes', async () => {
      await reserve();
      const [row] = await db.kysely
        .selectFrom('serial_reservation')
        .selectAll()
        .where('member_id', '=', world.memberId)
        .execute();
      if (!row) throw new Error('no row');
      const { id: _id, ...values } = row;
      await db.kysely
        .insertInto('serial_reservation')
        .values(
          Array.from({ length: 999 }, (_, i) => ({ ...values, idempotency_key: `former-${i}` })),
        )
        .execute();
      expect((await reserve()).ranges[0]?.from).toBe('0002');
      const kept = await db.kysely
        .selectFrom('serial_reservation')
        .select('idempotency_key')
        .where('member_id', '=', world.memberId)
        .execute();
      expect(kept).toHaveLength(1000);
      expect(kept).not.toContainEqual({ idempotency_key: row.idempotency_key });
    });
  });

  describe('the report of gaps', () => {
    it('names what was taken and did not come out, from the states of the labels', async () => {
      const { batchNo } = await submit({ rows: createRows(7) });
      await setState(batchNo, [
        'printed',
        'failed',
        'cancelled',
        'sent',
        'uncertain',
        'queued',
        'sending',
      ]);
      expect(await listGaps()).toEqual([
        '0002–0003 2 lost',
        '0005–0005 1 uncertain',
        '0006–0007 2 waiting',
      ]);
    });

    it('counts a number as out when one of its copies is', async () => {
      const { batchNo } = await submit({ rows: createRows(2), copies: 2 });
      await setState(batchNo, ['failed', 'printed', 'failed', 'expired']);
      expect(await listGaps()).toEqual(['0002–0002 1 lost']);
    });

    it('is the member’s to read, with what each batch was given, and no other member’s', async () => {
      const report = async () => {
        const { memberId, softwareId, templateId } = world;
        return getSerialReport({ ctx, memberId, softwareId, id: templateId });
      };
      expect(await report()).toEqual({ ranges: [], gaps: [], reserved: [], isWhole: true });
      const first = await submit({ rows: createRows(3) });
      const second = await submit({ rows: createRows(2) });
      await setState(first.batchNo, ['printed', 'failed', 'printed']);
      await setState(second.batchNo, ['printed', 'uncertain']);
      const run = { field: '号', period: '' };
      const [older, newer] = [first.batchNo, second.batchNo];
      const at = expect.any(String) as unknown;
      expect(await report()).toEqual({
        ranges: [
          { ...run, from: '0004', to: '0005', count: 2, batchNo: newer, at },
          { ...run, from: '0001', to: '0003', count: 3, batchNo: older, at },
        ],
        gaps: [
          { ...run, from: '0005', to: '0005', count: 1, batchNo: newer, state: 'uncertain' },
          { ...run, from: '0002', to: '0002', count: 1, batchNo: older, state: 'lost' },
        ],
        reserved: [],
        isWhole: true,
      });
      await reserve();
      world.memberId = (await addMember(ctx, `reader-${worlds}`)).id;
      expect(await report()).toEqual({ ranges: [], gaps: [], reserved: [], isWhole: true });
    });

    it('tells copies with numbers of their own apart, and shows no other member’s', async () => {
      await useTemplate(templateWith({ perCopy: true }));
      const { batchNo } = await submit({ rows: createRows(2), copies: 2 });
      await setState(batchNo, ['failed', 'printed', 'printed', 'failed']);
      expect(await listGaps()).toEqual(['0001–0001 1 lost', '0004–0004 1 lost']);
      expect(await findSerialGaps(db.kysely, { ...world, memberId: world.memberId + 1 })).toEqual({
        gaps: [],
        isWhole: true,
      });
    });
  });
});
