import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  requestAccountDeletion,
  saveReply,
  savePost,
  authenticate,
  createOrder,
  getSoftware,
  login,
} from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  runAsMember,
  createOperatorContext,
  createTestContext,
} from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { parseCommand, UsageError } from './parse.ts';
import { runAdminCommand } from './run.ts';

describeEachDatabase((open) => {
  const openShop = async () => {
    const db = await open();
    await migrate(db);
    const ctx = createOperatorContext(createTestContext(db), 'wang');
    const softwareId = await addSoftware(ctx, 'shop');
    const run = async (...argv: string[]) => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return runAdminCommand(ctx, command, ctx.folder);
    };
    const runForText = async (...argv: string[]) => (await run(...argv)).text.trim();
    const limits = ['--labels', '9', '--clients', '5', '--printers', '5', '--templates', '5'];
    const plan = ['--price', '29', '--days', '30', ...limits, '--retention', '30', '--api', '9'];
    await run('plan', 'add', 'shop', '月付', ...plan);
    return { db, ctx, softwareId, run, text: runForText };
  };

  it('deletions of accounts are listed and called off, with who did it', async () => {
    const { ctx, db, run, text } = await openShop();
    const { id } = await addMember(ctx, 'goes-away');
    expect(await text('member', 'leaving')).toBe('没有会员申请注销');
    const input = { username: 'goes-away', password: 'correct horse 9' };
    const { token } = await login({ ctx, input, origin: { address: '', userAgent: '' } });
    const signedIn = await authenticate({ ctx, token });
    if (!signedIn) throw new Error('not signed in');
    await requestAccountDeletion({
      ctx: runAsMember(ctx, id),
      signedIn,
      input,
      address: '',
      path: '',
    });
    expect(await text('member', 'leaving')).toMatch(
      new RegExp(`^${id} +goes-away +2026-11-21 10:00 +2026-11-28 10:00 +还可以撤销$`, 'm'),
    );
    expect(await text('member', 'stay', 'goes-away', '--reason', '来电要求')).toBe(
      '已撤销 goes-away 的注销',
    );
    await expect(run('member', 'stay', 'goes-away')).rejects.toMatchObject({ code: 409 });
    const rows = await db.kysely
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'account.stay')
      .execute();
    expect(rows).toEqual([{ detail: '{"by":"wang","why":"来电要求"}' }]);
  });

  it('members are listed, found by name, number and order, and shown whole', async () => {
    const { ctx, db, softwareId, run, text } = await openShop();
    const { id: memberId } = await addMember(ctx, '周敏同学');
    const { id: other } = await addMember(ctx, 'other');
    await db.kysely.updateTable('session').set({ address: '203.0.113.77' }).execute();
    await addPrinter(ctx, await addClient(ctx, memberId, softwareId));
    const { id: productId } = await db.kysely
      .selectFrom('product')
      .select('id')
      .where('is_free', '=', 0)
      .executeTakeFirstOrThrow();
    const input = { productId: String(productId), num: 1, payType: 'offline' as const };
    const { orderNo } = await createOrder({ ctx, memberId, softwareId, input });
    await run('order', 'confirm', orderNo);
    const list = await text('member', 'list');
    expect(list.split('\n')[0]).toMatch(/^编号 +用户名 +昵称 /);
    expect(list).toMatch(new RegExp(`^${other} +other .*\\n${memberId} +周敏同学 `, 'm'));
    expect(await text('member', 'list', '--name', '敏同')).not.toContain('other');
    expect(await text('member', 'list', '--name', '%')).toBe('没有这样的会员');
    expect(await text('member', 'list', '--before', String(other))).not.toContain('other');
    for (const word of ['周敏', String(memberId), orderNo.toLowerCase()])
      expect(await text('member', 'find', word)).toContain('周敏同学');
    expect(await text('member', 'find', '没有')).toBe('没有这样的会员');
    const shown = await text('member', 'show', '周敏同学');
    for (const part of [orderNo, '已付款', '3 号仓', '1 台打印机', '203.0.113.*', '月付'])
      expect(shown).toContain(part);
    expect(shown).not.toContain('203.0.113.77');
    const { json } = await run('member', 'show', '周敏同学', '--json');
    expect(json).toMatchObject({ username: '周敏同学', recentOrders: [{ orderNo }] });
    expect(JSON.stringify(json)).not.toMatch(/argon2|token|203\.0\.113\.77/);
    await expect(run('member', 'show', 'nobody')).rejects.toMatchObject({ code: 404 });
  });

  it('every change of money or rights by a command says who and why in the audit', async () => {
    const { ctx, db, softwareId, run, text } = await openShop();
    const { id: memberId } = await addMember(ctx, 'buyer');
    const getPlanId = async () =>
      (
        await db.kysely
          .selectFrom('product')
          .select('id')
          .where('is_free', '=', 0)
          .executeTakeFirstOrThrow()
      ).id.toString();
    const placeOrder = async (num: number) => {
      const input = { productId: await getPlanId(), num, payType: 'offline' as const };
      const own = runAsMember(ctx, memberId);
      return (await createOrder({ ctx: own, memberId, softwareId, input })).orderNo;
    };
    const reason = ['--reason', '老板同意'];
    const [first, second] = [await placeOrder(1), await placeOrder(2)];
    await run('order', 'confirm', first, ...reason);
    expect(await text('order', 'refund', first, ...reason)).toContain(
      `收回了 30 天 VIP（它加了 30 天）。请把 ¥29 转回去，转完运行 order refunded ${first}`,
    );
    expect(await text('order', 'refund', first, ...reason)).toContain('早已在退');
    expect(await text('order', 'list', '--member', 'buyer')).toContain('正在退款');
    await run('order', 'refunded', first, ...reason);
    await run('order', 'close', second, ...reason);
    expect(await text('vip', 'grant', 'buyer', 'shop', '7', ...reason)).toMatch(
      /^已送 buyer 月付 7 天，VIP 到 \d{4}-\d\d-\d\d \d\d:\d\d，会员收到了通知$/,
    );
    await run('plan', 'set', await getPlanId(), 'price', '39', ...reason);
    await run('plan', 'off', await getPlanId(), ...reason);
    await run('plan', 'on', await getPlanId(), ...reason);
    await run('discount', 'add', 'shop', 'half', '--percent', '50', ...reason);
    await run('discount', 'off', 'half', ...reason);
    await run('member', 'suspend', 'buyer', 'shop', '老板同意');
    await run('member', 'unsuspend', 'buyer', 'shop', ...reason);
    await run('member', 'official', 'buyer', '云标技术支持', ...reason);
    await run('member', 'password', 'buyer', ...reason);
    const rows = await db.kysely
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('actor', '=', 'admin')
      .where('action', '!=', 'plan.add')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'order.paid',
      'vip.grant',
      'order.refunding',
      'vip.take',
      'order.refunded',
      'order.closed',
      'vip.grant',
      'plan.set',
      'plan.off',
      'plan.on',
      'discount.add',
      'discount.off',
      'member.suspend',
      'member.unsuspend',
      'member.official',
      'password',
    ]);
    for (const { action, detail } of rows) {
      const said = JSON.parse(detail) as Record<string, unknown>;
      expect([action, said['by'], said['why'] ?? said['reason']]).toEqual([
        action,
        'wang',
        '老板同意',
      ]);
    }
    const list = await text('audit', 'list', '--member', 'buyer', '--action', 'vip');
    expect(list.split('\n')[0]).toMatch(/^编号 +时间 +谁 +做了什么 +对象 +为什么 +详情$/);
    expect(list).toMatch(/管理员（wang） +添加 VIP 天数 +会员 buyer +老板同意 /);
    const { json } = await run('audit', 'list', '--order', first, '--json');
    expect(json).toMatchObject([
      { action: 'order.refunded' },
      { action: 'order.refunding', name: first },
      { action: 'order.paid' },
      { action: 'order.create', member: 'buyer' },
    ]);
  });

  it('refuses a refund or a gift without a reason, and a reason that is none', async () => {
    expect(() => parseCommand(['order', 'refund', 'YB1'])).toThrow(UsageError);
    expect(() => parseCommand(['order', 'refund', 'YB1', '--reason', ' '])).toThrow(UsageError);
    expect(() => parseCommand(['vip', 'grant', 'a', 'b', '7'])).toThrow('--reason <为什么');
    const long = ['order', 'close', 'YB1', '--reason', 'x'.repeat(201)];
    expect(() => parseCommand(long)).toThrow('原因最多 200 个字');
    expect(() => parseCommand(['order', 'confirm', 'YB1', '--json'])).toThrow(UsageError);
  });

  it('lists and deletes questions and replies, which are told and gone for everybody', async () => {
    const { ctx, db, run, text } = await openShop();
    const software = await getSoftware(ctx, { alias: 'shop' });
    const { id } = await addMember(ctx, 'asker');
    const member = { id, created_at: 0 };
    await run('forum', 'group', 'add', 'shop', '打印机', '走纸');
    const post = await savePost({
      ctx,
      software,
      member,
      input: { gid: '1', title: '怎么\u202e走纸', content: '请问' },
    });
    ctx.pass(60_000);
    const reply = await saveReply({
      ctx,
      software,
      member,
      input: { postId: post.id, content: '自己答' },
    });
    const found = await text('post', 'list', 'shop', '--word', '走纸', '--member', 'asker');
    expect(found).toMatch(/^1 .* asker +看得到 +打印机 +1 条回复 +怎么\ufffd?走纸$/m);
    expect(await text('post', 'list', 'shop', '--state', 'hidden')).toBe('没有这样的问题');
    await expect(run('post', 'list', 'shop', '--state', 'x')).rejects.toMatchObject({ code: 400 });
    expect(await text('reply', 'list', post.id)).toMatch(/^1 .* asker +看得到 +自己答$/m);
    expect(await text('reply', 'delete', reply.id, '--reason', '广告')).toContain('里的回复 1');
    await expect(run('reply', 'delete', reply.id)).rejects.toMatchObject({ code: 409 });
    expect(await text('reply', 'list', post.id)).toContain('已删除');
    await run('post', 'delete', post.id);
    await expect(run('forum', 'show', 'post', post.id)).rejects.toMatchObject({ code: 409 });
    expect(await text('post', 'list', 'shop', '--state', 'deleted')).toContain('0 条回复');
    await expect(run('post', 'delete', '77')).rejects.toMatchObject({ code: 404 });
    await expect(run('reply', 'list', 'x')).rejects.toMatchObject({ code: 404 });
    const notices = await db.kysely.selectFrom('notice').select('title').orderBy('id').execute();
    expect(notices.map(({ title }) => title)).toEqual([
      '你的回复被工作人员删除了',
      '你的问题被工作人员删除了',
    ]);
    const audited = await db.kysely
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('action', 'like', '%.delete')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      { action: 'reply.delete', subject: 'reply:1' },
      { action: 'post.delete', subject: 'post:1' },
    ]);
  });
});
