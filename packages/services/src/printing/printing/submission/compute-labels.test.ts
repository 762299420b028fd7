import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import type { Template, TemplateField } from '@yunbiao/label';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatClock } from '../../../platform/serial/clock.ts';
import { savePrintConfig } from '../../print-config/save.ts';
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
} from '../../../testing.ts';
import { listDetailPage } from '../detail-list.ts';
import { resolveDetail } from '../incidents/detail-resolve.ts';
import { submitBatch } from './submit.ts';
import { computeLabels } from './compute-labels.ts';
import { validateSubmittedRows } from './rows.ts';

const DAY = 86_400_000;
let worlds = 0;

const createField = (name: string, formula?: string): TemplateField => ({
  name,
  label: name,
  sample: '',
  ...(formula === undefined ? {} : { formula }),
});

const TEMPLATE: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    createField('合计', '小数(单价 * 数量)'),
    createField('单价'),
    createField('数量'),
    createField('到期', '加天(今天(), 30)'),
  ],
  elements: [
    {
      type: 'text',
      id: 't',
      xMm: 1,
      yMm: 1,
      widthMm: 40,
      heightMm: 5,
      rotation: 0,
      content: '{{合计}} {{ 大写金额(合计) }} {{单价}}',
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
};

describe('the clock handed to formulas', () => {
  it('shows what a wall shows, through a change to and from summer time', () => {
    const listTexts = (zone: string, from: string, hours: number[]): string[] =>
      hours.map((hour) => formatClock(Date.parse(from) + hour * 3_600_000, zone));
    // New York: 02:00 on 2026-03-08 does not exist, 01:30 on 2026-11-01 occurs twice.
    expect(listTexts('America/New_York', '2026-03-08T06:30:00Z', [0, 1])).toEqual([
      '2026-03-08T01:30:00',
      '2026-03-08T03:30:00',
    ]);
    expect(listTexts('America/New_York', '2026-11-01T05:30:00Z', [0, 1, 2])).toEqual([
      '2026-11-01T01:30:00',
      '2026-11-01T01:30:00',
      '2026-11-01T02:30:00',
    ]);
    expect(formatClock(Date.parse('2026-11-22T16:00:00Z'), 'Asia/Shanghai')).toBe(
      '2026-11-23T00:00:00',
    );
    expect(formatClock(Date.parse('2026-11-22T16:00:00Z'), 'America/Los_Angeles')).toBe(
      '2026-11-22T08:00:00',
    );
  });
});

describe('labels that are worked out', () => {
  const rule = {
    start: 8,
    step: 1,
    width: 0,
    digits: 'decimal',
    reset: 'never',
    perCopy: true,
  } as const;
  const numbered: Template = {
    ...TEMPLATE,
    fields: [
      { name: '号', label: '流水号', sample: '1', serial: rule },
      createField('箱', '左补("", 除(6, 10 - 号, 0), "箱")'),
    ],
    elements: [],
  };
  const computeCopies = (copies: number, template = numbered, first = 8) =>
    computeLabels({
      rows: [{ 序号: '1' }],
      copies,
      template,
      at: '2026-11-23T08:00:00',
      serials: [{ field: '号', rule, period: '', first, amount: copies }],
    });

  it('are refused for a formula that goes wrong in a later copy alone', async () => {
    expect((await computeCopies(2)).map(({ data }) => JSON.parse(data))).toEqual([
      { 序号: '1', 号: '8', 箱: '箱箱箱' },
      { 序号: '1', 号: '9', 箱: '箱箱箱箱箱箱' },
    ]);
    await expect(computeCopies(3)).rejects.toMatchObject({
      data: { fields: { 'rows.0.箱': '第 1 行，箱：不能除以 0' } },
    });
  });

  const countTurnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    await work();
    clearImmediate(next);
    return turns;
  };

  it('let others have turns between the copies of one row', async () => {
    const template = { ...numbered, fields: numbered.fields.slice(0, 1) };
    expect(await countTurnsDuring(() => computeCopies(1000, template))).toBeGreaterThan(15);
  });

  it('let others have turns between the rows that are checked', async () => {
    const elements = TEMPLATE.elements.map((element) => ({ ...element, showIf: '数量 > 1' }));
    const rows = Array.from({ length: 1000 }, () => ({ 单价: '1', 数量: '2' }));
    const check = { template: { ...TEMPLATE, elements }, at: '2026-11-23T08:00:00' };
    const turns = await countTurnsDuring(() => validateSubmittedRows({ rows, copies: 1 }, check));
    expect(turns).toBeGreaterThan(15);
  });

  it('are no more than can be stored at once, each copy counted', async () => {
    const long = { ...numbered, fields: [createField('长', '左补("", 4000)')] };
    await expect(computeCopies(1000, long)).resolves.toHaveLength(1000);
    const wide = Array.from({ length: 7 }, (_, i) => createField(`长${i}`, '左补("", 4000)'));
    await expect(
      computeLabels({
        rows: [{ 序号: '1' }],
        copies: 1000,
        template: { ...numbered, fields: wide },
        at: '2026-11-23T08:00:00',
        serials: [],
      }),
    ).rejects.toMatchObject({ data: { fields: { rows: '标签的内容一共太多，分几批打印' } } });
  });
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
    const softwareId = await addSoftware(ctx, `work${open.dialect}${worlds}`);
    const { id: memberId } = await addMember(ctx, `worker-${worlds}`);
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    const templateId = await addTemplate(ctx, softwareId);
    const { id: configId } = await savePrintConfig({
      ctx,
      memberId,
      input: createConfigInput(clientId, printerId),
    });
    world = { memberId, softwareId, templateId, configId };
    await useTemplate(TEMPLATE);
  });

  const useTemplate = async (template: Template): Promise<void> => {
    await db.kysely
      .updateTable('template')
      .set({ content: JSON.stringify(template) })
      .where('id', '=', world.templateId)
      .execute();
  };
  const submit = (rest: Partial<ReturnType<typeof createPrintInput>>) =>
    submitBatch({
      ctx,
      memberId: world.memberId,
      softwareId: world.softwareId,
      input: createPrintInput(world.configId, world.templateId, rest),
    });
  const listLabels = async (batchNo: string) =>
    (
      await listDetailPage({
        ctx,
        whose: { memberId: world.memberId, softwareId: world.softwareId },
        input: { tz: 'Asia/Shanghai', batchNo, pageSize: 100 },
      })
    ).list;

  describe('what is worked out', () => {
    it('is stored with every label, and shows it in lists', async () => {
      const { batchNo } = await submit({
        rows: [{ 单价: '12.8', 数量: '0.535' }, { 单价: '3' }],
        copies: 2,
      });
      const list = await listLabels(batchNo);
      expect(list.map(({ title }) => title)).toEqual(['6.85', '6.85', '3', '3']);
      expect(list[1]?.data).toEqual({
        单价: '12.8',
        数量: '0.535',
        合计: '6.85',
        到期: '2026-12-21',
        '大写金额(合计)': '陆元捌角伍分',
      });
      expect(list[3]?.data).toMatchObject({ 单价: '3', 合计: '', '大写金额(合计)': '' });
    });

    it('goes by the day of the submission in the zone it came from, also when it is sent again', async () => {
      const rows = [{ 单价: '1', 数量: '1' }];
      const there = await submit({ rows, tz: 'Pacific/Kiritimati' });
      const here = await submit({ rows, tz: 'Pacific/Pago_Pago' });
      const [first] = await listLabels(there.batchNo);
      const [second] = await listLabels(here.batchNo);
      expect([first?.data.到期, second?.data.到期]).toEqual(['2026-12-21', '2026-12-20']);
      await db.kysely
        .updateTable('detail')
        .set({ state: 'failed' })
        .where('id', '=', Number(first?.id))
        .execute();
      ctx.pass(3 * DAY);
      const again = await resolveDetail({
        ctx,
        memberId: world.memberId,
        input: { id: first?.id ?? '', action: 'reprint' },
      });
      expect(again).toMatchObject({ attempt: 2, data: first?.data });
    });

    it('is refused with its row, and nothing of the batch is stored', async () => {
      await expect(
        submit({
          rows: [
            { 单价: '1', 数量: '2' },
            { 单价: '面议', 数量: '2' },
          ],
        }),
      ).rejects.toMatchObject({
        code: 400,
        data: {
          fields: {
            'rows.1.合计': '第 2 行，合计：单价的内容“面议”不是数字',
            'rows.1.大写金额(合计)':
              '第 2 行，公式“大写金额(合计)”：合计：单价的内容“面议”不是数字',
          },
        },
      });
      const stored = db.kysely.selectFrom('batch').select('id');
      expect(await stored.where('member_id', '=', world.memberId).execute()).toEqual([]);
    });

    it('decides what a condition hides, and asks nothing of what only that uses', async () => {
      const [price] = TEMPLATE.elements;
      if (price?.type !== 'text') throw new Error('no text');
      const showIf = '数量 > 1';
      await useTemplate({
        ...TEMPLATE,
        fields: [...TEMPLATE.fields.slice(1, 3), { ...createField('危险号'), required: true }],
        elements: [{ ...price, content: '{{1 / 单价}} {{危险号}}', showIf }],
      });
      const { batchNo } = await submit({
        rows: [
          { 单价: '0', 数量: '1' },
          { 单价: '2', 数量: '5', 危险号: 'UN1' },
        ],
      });
      const results = (await listLabels(batchNo)).map(({ data }) => data);
      expect(results).toEqual([
        { 单价: '0', 数量: '1', [`{条件}${showIf}`]: '否' },
        { 单价: '2', 数量: '5', 危险号: 'UN1', '1 / 单价': '0.5', [`{条件}${showIf}`]: '是' },
      ]);
      await expect(submit({ rows: [{ 单价: '2', 数量: '5' }] })).rejects.toMatchObject({
        data: { fields: { 'rows.0.危险号': '第 1 行：请填写危险号' } },
      });
      await useTemplate({
        ...TEMPLATE,
        elements: [{ ...price, name: '火焰', content: '火', showIf }],
        fields: TEMPLATE.fields.slice(1, 3),
      });
      await expect(submit({ rows: [{ 单价: '2', 数量: '多' }] })).rejects.toMatchObject({
        data: {
          fields: {
            'rows.0.{条件}数量 > 1':
              '第 1 行，“火焰”的打印条件：“多”和“1”比不出大小，要都是数字或者都是日期',
          },
        },
      });
    });

    it('is not taken from anyone who submits', async () => {
      await expect(submit({ rows: [{ 单价: '1', 合计: '0.01' }] })).rejects.toMatchObject({
        data: { fields: { 'rows.0.合计': '第 1 行：“合计”是算出来的，不用填' } },
      });
    });

    it('is not taken either in the place of a formula in braces', async () => {
      const elements = TEMPLATE.elements.map((element) => ({
        ...element,
        content: '{{ 加天(今天(), 1) }}',
      }));
      await useTemplate({ ...TEMPLATE, fields: [], elements });
      const { batchNo } = await submit({ rows: [{ '加天(今天(), 1)': '2099-01-01' }] });
      expect((await listLabels(batchNo))[0]?.data).toEqual({ '加天(今天(), 1)': '2026-11-22' });
    });

    it('needs nothing typed where a template has nothing to fill in', async () => {
      await useTemplate({
        ...TEMPLATE,
        fields: [createField('到期', '加天(今天(), 30)')],
        elements: [],
      });
      const { batchNo } = await submit({ rows: [{ 序号: '1', 到期: '2099-01-01' }] });
      expect((await listLabels(batchNo))[0]?.data).toEqual({ 序号: '1', 到期: '2026-12-21' });
    });
  });
});
