import type { Database } from '@yunbiao/db';
import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import type { Template } from '@yunbiao/label';
import { beforeAll, beforeEach, expect, it } from 'vitest';
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
import { buildReprintOverflowCheck } from '../reprint-overflow-check.ts';
import { buildOverflowChecks } from './overflow-check.ts';
import { submitBatch } from './submit.ts';

const BOX = { xMm: 3, yMm: 3, widthMm: 40, heightMm: 8, rotation: 0 } as const;
const TEXT = { type: 'text', id: 't', sizeMm: 3, weight: 400, align: 'left' } as const;
const RULE = { start: 8, step: 1, width: 0, digits: 'decimal', reset: 'never' } as const;
const TEMPLATE: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果' },
    { name: '号', label: '流水号', sample: '1', serial: { ...RULE, perCopy: false } },
  ],
  elements: [{ ...TEXT, ...BOX, fit: 'shrink', content: '{{号}} {{品名}}' }],
};
const CONTENT = JSON.stringify(TEMPLATE);
let worlds = 0;

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
    const softwareId = await addSoftware(ctx, `cut${open.dialect}${worlds}`);
    const { id: memberId } = await addMember(ctx, `cutter-${worlds}`);
    const templateId = await addTemplate(ctx, softwareId);
    const clientId = await addClient(ctx, memberId, softwareId);
    const input = createConfigInput(clientId, await addPrinter(ctx, clientId));
    const { id: configId } = await savePrintConfig({ ctx, memberId, input });
    world = { memberId, softwareId, templateId, configId };
    const { kysely } = db;
    await kysely
      .updateTable('template')
      .set({ content: CONTENT })
      .where('id', '=', templateId)
      .execute();
    await kysely
      .updateTable('print_config')
      .set({ offset_x: 40 })
      .where('member_id', '=', memberId)
      .execute();
  });

  const getInput = (rest: Partial<ReturnType<typeof createPrintInput>>) =>
    createPrintInput(world.configId, world.templateId, rest);
  const submit = (rest: Partial<ReturnType<typeof createPrintInput>> = {}, now = ctx.now) =>
    submitBatch({ ...world, ctx: { ...ctx, now }, input: getInput(rest) });
  const configNow = () =>
    db.kysely
      .selectFrom('print_config')
      .selectAll()
      .where('member_id', '=', world.memberId)
      .executeTakeFirstOrThrow();
  const batchNow = () =>
    db.kysely
      .selectFrom('batch')
      .selectAll()
      .where('member_id', '=', world.memberId)
      .executeTakeFirstOrThrow();

  it('looks at the same labels again only where their numbers became longer', async () => {
    const config = await configNow();
    const { memberId, templateId } = world;
    const keyNow = () =>
      runTransaction(db, async (tx) => {
        const template = { id: templateId, content: CONTENT, template: TEMPLATE };
        const input = getInput({ rows: [{ 品名: '苹果' }] });
        const own = { memberId, config, input, at: '2026-11-21T10:00:00', hint: '' };
        return (await buildOverflowChecks(ctx, tx, { ...own, template }))[0]?.key;
      });
    const eight = await keyNow();
    await submit({ rows: [{ 品名: '梨' }] });
    const nine = await keyNow();
    await submit({ rows: [{ 品名: '梨' }] });
    expect(nine).toBe(eight);
    expect(await keyNow()).not.toBe(nine);
  });

  it('lets labels expire from when they are stored, after they were looked at', async () => {
    let asked = 0;
    // Each reading of the clock advances it by a minute.
    const now = () => {
      asked += 1;
      return ctx.now() + asked * 60_000;
    };
    await submit({ rows: [{ 品名: '梨' }], allowCutOff: false, expireAfter: 60 }, now);
    const { created_at: createdAt, expires_at: expiresAt } = await batchNow();
    expect(expiresAt).toBe(createdAt + 60_000);
    // The first reading is for the label's date, the second for the attempt that led to the check.
    expect(createdAt).toBeGreaterThan(ctx.now() + 2 * 60_000);
  });

  it('asks whether labels may fall off only where one was found to', async () => {
    await submit({ rows: [{ 品名: '梨' }] });
    const before = (await batchNow()).setup;
    const config = { ...(await configNow()), offset_x: -300 };
    const labels = [{ id: 1, sequence: 1, sheet_row: 17, data: '{}' }];
    const question = buildReprintOverflowCheck(await batchNow(), labels, { before, config }, false);
    expect(question?.toError({ name: '', lost: '', row: 1 })).toMatchObject({
      code: 409,
      message: expect.stringContaining('表格第 17 行现在有内容超出标签'),
      data: { reason: 'cut-off' },
    });
    const tooMany = question?.toError('too-many');
    expect(tooMany).toMatchObject({
      code: 409,
      message: expect.stringContaining('分几次重新打印'),
    });
    expect(tooMany).not.toMatchObject({ data: { reason: 'cut-off' } });
  });
});
