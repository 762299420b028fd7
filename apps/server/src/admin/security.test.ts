import { describeEachDatabase } from '@yunbiao/db/testing';
import { login, setStaffTitle } from '@yunbiao/services';
import { addMember, createOperatorContext, createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

describeEachDatabase((open) => {
  it('the admin lists the security log in words, newest first, by kind and by member', async () => {
    const ctx = createTestContext(await open());
    const { id } = await addMember(ctx, '周敏');
    ctx.pass(Date.parse('2026-11-30T16:05:00Z') - ctx.now());
    const origin = { address: '203.0.113.7', userAgent: 'test' };
    for (let n = 0; n < 3; n += 1)
      await login({ ctx, input: { username: '周敏', password: 'wrong' }, origin }).catch(() => {});
    await setStaffTitle({ ctx: createOperatorContext(ctx), username: '周敏', title: '客服' });
    const run = async (...argv: string[]): Promise<string[]> => {
      const command = parseCommand(['security', 'list', ...argv]);
      if (command.name === 'help') throw new Error('help');
      const { text } = await runAdminCommand(ctx, command, ctx.folder);
      // Columns are aligned: the space between two columns depends on the longest cell.
      return text
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(/ {2,}/g, '\t'));
    };
    const heads = '时间\t种类\t说明\t谁\t对象\t地址\t详情';
    const at = '2026-12-01 00:05';
    const official = `${at}\tmember.official\t修改工作人员称号\tadmin\tmember:${id}\t-\t{"title":"客服"}`;
    const refused = `${at}\tlogin.refused\t登录被拒：用户名或密码不对，3 次\tvisitor\tmember:${id}\t203.0.113.7\t-`;
    expect((await run()).slice(0, 3)).toEqual([heads, official, refused]);
    expect(await run('--kind', 'login.refused')).toEqual([heads, refused]);
    expect(await run('--member', '周敏', '--kind', 'member.official')).toEqual([heads, official]);
    expect(await run('--kind', 'logout')).toEqual(['没有记录']);
    await expect(run('--kind', 'nonsense')).rejects.toThrow('没有“nonsense”这一类，有 register、');
  });
});
