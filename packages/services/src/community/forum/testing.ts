import type { CallParsed } from '@yunbiao/contract';
import { getSoftware, type SoftwareRow } from '../../identity/software/find.ts';
import { addMember, addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import { DAY } from '../../platform/time.ts';
import { getPostDetails } from './post-details.ts';
import { listPostReplies } from './reply-list.ts';
import { saveReply } from './save-reply.ts';
import { savePost } from './save-post.ts';
import { addForumGroup } from './staff/staff.ts';

/** A member in the form that functions take. */
export type Writer = { id: number; created_at: number };

export type ForumWorld = {
  ctx: TestContext;
  software: SoftwareRow;
  other: SoftwareRow;
  gid: string;
  /** Signs up a member; unless `ageMs` is given, long enough ago that the account is not new. */
  join: (username: string, ageMs?: number) => Promise<Writer>;
  ask: (member: Writer, input?: Partial<CallParsed<'askSavePost'>>) => ReturnType<typeof savePost>;
  reply: (
    member: Writer,
    postId: string,
    input?: Partial<CallParsed<'askPostReply'>>,
  ) => ReturnType<typeof saveReply>;
  eyes: (member: Writer) => { softwareId: number; memberId: number };
};

/**
 * Two softwares, one with a forum group. Every `ask` and `reply` writes a new text, a minute after
 * the last.
 */
export const createForumWorld = async (db: TestContext['db']): Promise<ForumWorld> => {
  const ctx = createTestContext(db);
  await addSoftware(ctx, 'one');
  await addSoftware(ctx, 'two');
  const software = await getSoftware(ctx, { alias: 'one' });
  const other = await getSoftware(ctx, { alias: 'two' });
  const { id: gid } = await addForumGroup({ ctx, alias: 'one', name: '打印机', description: '' });
  let said = 0;
  const nextContent = (): string => {
    said += 1;
    ctx.pass(61_000);
    return `第 ${said} 次说`;
  };
  return {
    ctx,
    software,
    other,
    gid,
    join: async (username, ageMs = 2 * DAY) => {
      const { id } = await addMember(ctx, username);
      const created = ctx.now() - ageMs;
      await db.kysely
        .updateTable('member')
        .set({ created_at: created, nickname: `${username} 小店` })
        .where('id', '=', id)
        .execute();
      return { id, created_at: created };
    },
    ask: (member, input) =>
      savePost({
        ctx,
        software,
        member,
        input: { gid, title: '打印机不走纸', content: nextContent(), ...input },
      }),
    reply: (member, postId, input) =>
      saveReply({ ctx, software, member, input: { postId, content: nextContent(), ...input } }),
    eyes: (member) => ({ softwareId: software.id, memberId: member.id }),
  };
};

/** A question as `member` sees it, or a visitor without `member`. */
export const getVisiblePost = ({ ctx, software }: ForumWorld, id: string, member?: Writer) =>
  getPostDetails({ ctx, software, memberId: member?.id ?? null, id: Number(id) });

/** Ids of its replies as `member` sees them, or a visitor without `member`. */
export const listVisibleReplies = async (
  { ctx, software }: ForumWorld,
  postId: string,
  member?: Writer,
): Promise<string[]> => {
  const memberId = member?.id ?? null;
  const input = { postId };
  const page = await listPostReplies({ ctx, softwareId: software.id, memberId, input });
  return page.list.map(({ id }) => id);
};
