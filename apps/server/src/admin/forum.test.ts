import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { listPosts, saveReply, savePost, getSoftware } from '@yunbiao/services';
import { addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

describeEachDatabase((open) => {
  describe('the admin command', () => {
    it('keeps a forum: groups, words, reviews, pins, moves, hides, marks', async () => {
      const db = await open();
      await migrate(db);
      const ctx = createTestContext(db);
      await addSoftware(ctx, 'one');
      const software = await getSoftware(ctx, { alias: 'one' });
      const { id } = await addMember(ctx, 'asker');
      const member = { id, created_at: 0 };
      const run = async (...argv: string[]) => {
        const command = parseCommand(argv);
        if (command.name === 'help') throw new Error('help');
        return (await runAdminCommand(ctx, command, ctx.folder)).text.trim();
      };
      expect(await run('forum', 'group', 'add', 'one', '打印机', '配对', '走纸')).toBe(
        '已加分类 打印机，编号 1',
      );
      await run('forum', 'group', 'add', 'one', '纸', '宽高');
      await run('forum', 'word', 'add', '代开');
      expect(await run('forum', 'words')).toBe('词\n代开');
      const input = { gid: '1', title: '怎么代 开发票', content: '请问' };
      const post = await savePost({ ctx, software, member, input });
      expect(await run('forum', 'review', 'list')).toContain(`post  ${post.id}`);
      expect(await run('forum', 'review', 'approve', 'post', post.id)).toBe('问题 1 已通过');
      expect(await run('forum', 'pin', post.id)).toBe('已置顶“怎么代 开发票”');
      expect(await run('forum', 'move', post.id, '2')).toBe('已把“怎么代 开发票”移到纸');
      expect(await run('forum', 'groups', 'one')).toBe(
        ['编号  名称    问题', '1     打印机  0 个问题', '2     纸      1 个问题'].join('\n'),
      );
      expect(await run('member', 'official', 'ASKER', '云标技术支持')).toContain('显示为');
      const list = () => listPosts({ ctx, softwareId: software.id, input: { sort: 'latest' } });
      expect((await list()).list).toMatchObject([
        { pinned: true, groupName: '纸', author: { official: '云标技术支持' } },
      ]);
      await run('member', 'official', 'asker', '');
      await run('forum', 'unpin', post.id);
      expect((await list()).list).toMatchObject([{ pinned: false, author: { official: '' } }]);
      ctx.pass(60_000);
      await run('forum', 'word', 'remove', '代开');
      const reply = await saveReply({
        ctx,
        software,
        member,
        input: { postId: post.id, content: '代开' },
      });
      expect(await run('forum', 'hide', 'reply', reply.id)).toBe('已隐藏回复 1');
      expect((await list()).list[0]?.replyCount).toBe(0);
      expect(await run('forum', 'show', 'reply', reply.id)).toBe('已重新显示回复 1');
      expect(await run('forum', 'reports')).toBe('没有举报');
      await expect(run('forum', 'hide', 'page', '1')).rejects.toThrow('不是 post');
      await expect(run('forum', 'hide', 'post', 'x')).rejects.toMatchObject({ code: 404 });
      await expect(run('forum', 'report', 'close', '7')).rejects.toMatchObject({ code: 404 });
      expect(() => parseCommand(['forum', 'group'])).toThrow('forum group 的命令：');
      expect(() => parseCommand(['forum', 'review', 'approve', 'post'])).toThrow('要这样写');
    });
  });
});
