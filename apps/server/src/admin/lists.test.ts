import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addPlan, createOrder, MINUTE, SECOND } from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  createTestContext,
  TEST_PLAN,
  TEST_TEMPLATE,
} from '@yunbiao/services/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

describeEachDatabase((open) => {
  it('the admin lists tell time in Beijing and states in the words of the pages', async () => {
    const db = await open();
    await migrate(db);
    const ctx = createTestContext(db);
    const softwareId = await addSoftware(ctx, 'lists');
    const { id: memberId } = await addMember(ctx, 'buyer');
    const { id: productId } = await addPlan({ ctx, alias: 'lists', input: TEST_PLAN });
    ctx.pass(Date.parse('2026-11-30T16:05:00Z') - ctx.now());
    const placeOrder = () =>
      createOrder({
        ctx,
        memberId,
        softwareId,
        input: { productId, num: 1, payType: 'offline' },
      });
    const run = async (...argv: string[]): Promise<string> => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return (await runAdminCommand(ctx, command, ctx.folder)).text.trim();
    };
    const { orderNo } = await placeOrder();
    expect(await run('order', 'list')).toBe(
      [
        '订单号              下单              会员   软件   方案      应付  折扣码  状态',
        `${orderNo}  2026-12-01 00:05  buyer  lists  月付 × 1  ¥29   -       等待转账`,
      ].join('\n'),
    );
    await run('order', 'confirm', orderNo);
    ctx.pass(MINUTE);
    await run('order', 'close', (await placeOrder()).orderNo);
    const lines = (await run('order', 'list')).split('\n').map((line) => line.split(/ +/).at(-1));
    expect(lines).toEqual(['状态', '已取消', '已付款']);
    await run('discount', 'add', 'lists', 'year-end', '--percent', '20', '--until', '2026-12-31');
    const listCodes = () => run('discount', 'list', 'lists');
    expect(await listCodes()).toMatch(/ {2}到 2026-12-31 23:59 {2}可用$/m);
    // The last millisecond of the named day, then the first second of the next day.
    ctx.pass(Date.parse('2026-12-31T15:59:59Z') - ctx.now());
    expect(await listCodes()).toMatch(/ {2}可用$/m);
    ctx.pass(SECOND);
    expect(await listCodes()).toMatch(/ {2}到 2026-12-31 23:59 {2}已过期$/m);
    ctx.pass(Date.parse('2026-11-30T16:06:00Z') - ctx.now());
    await run('article', 'add', 'lists', '上手', '正文', '--type', 'help');
    expect(await run('article', 'list')).toContain('  2026-12-01 00:06  上手');
  });

  it('a public template is listed, shown, and given other content from a file', async () => {
    const db = await open();
    await migrate(db);
    const ctx = createTestContext(db);
    await addSoftware(ctx, 'lists');
    const folder = mkdtempSync(join(tmpdir(), 'yb-lists-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const run = async (...argv: string[]): Promise<string> => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return (await runAdminCommand(ctx, command, folder)).text.trim();
    };
    const writeJsonFile = (name: string, content: unknown): string => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return name;
    };
    await run('template', 'add', 'lists', writeJsonFile('label.json', TEST_TEMPLATE));
    const id = /^\d+/m.exec(await run('template', 'list', 'lists'))?.[0] ?? '';
    const shown = JSON.parse(await run('template', 'show', id)) as Record<string, unknown>;
    expect(shown).toMatchObject({ name: 'label', template: TEST_TEMPLATE });
    const wider = { ...TEST_TEMPLATE, widthMm: TEST_TEMPLATE.widthMm + 10 };
    const widerFile = writeJsonFile('wider.json', { ...shown, name: '宽的', template: wider });
    expect(await run('template', 'update', id, widerFile)).toContain('宽的');
    expect(await run('template', 'list', 'lists')).toContain('宽的');
    expect(JSON.parse(await run('template', 'show', id))).toEqual({
      ...shown,
      name: '宽的',
      template: wider,
    });
    const broken = run(
      'template',
      'update',
      id,
      writeJsonFile('broken.json', { ...wider, widthMm: 1 }),
    );
    await expect(broken).rejects.toMatchObject({ code: 400 });
    await expect(run('template', 'update', '77', widerFile)).rejects.toMatchObject({ code: 404 });
    expect(await run('template', 'remove', id)).toContain('宽的');
    expect(await run('template', 'list', 'lists')).not.toContain('宽的');
  });
});
