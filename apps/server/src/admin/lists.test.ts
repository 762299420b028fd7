import { migrate } from '@yunbiao/db';
import { eachDatabase } from '@yunbiao/db/testing';
import { addPlan, createOrder, MINUTE } from '@yunbiao/services';
import { addMember, addSoftware, contextForTest, TEST_PLAN } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runCommand } from './run.ts';

eachDatabase((open) => {
  it('the admin lists tell time in Beijing and states in the words of the pages', async () => {
    const db = await open();
    await migrate(db);
    const ctx = contextForTest(db);
    const softwareId = await addSoftware(ctx, 'lists');
    const { id: memberId } = await addMember(ctx, 'buyer');
    const { id: productId } = await addPlan({ ctx, alias: 'lists', input: TEST_PLAN });
    ctx.pass(Date.parse('2026-11-30T16:05:00Z') - ctx.now());
    const order = () =>
      createOrder({
        ctx,
        memberId,
        softwareId,
        input: { productId, num: 1, payType: 'offline' },
      });
    const run = async (...argv: string[]): Promise<string> => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return (await runCommand(ctx, command, ctx.folder)).text.trim();
    };
    const { orderNo } = await order();
    expect(await run('order', 'list')).toBe(
      [
        '订单号              下单              会员   软件   方案      应付  折扣码  状态',
        `${orderNo}  2026-12-01 00:05  buyer  lists  月付 × 1  ¥29   -       等待转账`,
      ].join('\n'),
    );
    await run('order', 'confirm', orderNo);
    ctx.pass(MINUTE);
    await run('order', 'close', (await order()).orderNo);
    const lines = (await run('order', 'list')).split('\n').map((line) => line.split(/ +/).at(-1));
    expect(lines).toEqual(['状态', '已取消', '已付款']);
    await run('discount', 'add', 'lists', 'year-end', '--percent', '20', '--until', '2026-12-31');
    expect(await run('discount', 'list', 'lists')).toContain('  到 2026-12-31 23:59  ');
    await run('article', 'add', 'lists', '上手', '正文', '--type', 'help');
    expect(await run('article', 'list')).toContain('  2026-12-01 00:06  上手');
  });
});
