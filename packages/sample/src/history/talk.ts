import {
  askAccept,
  askPostReply,
  askSavePost,
  type Context,
  HOUR,
  MINUTE,
} from '@yunbiao/services';
import { asMember } from './acting.ts';
import type { Owner } from './machines.ts';

const QUESTION = {
  title: '仓库那台旧打印机只显示“已送达”，怎么知道印没印？',
  content:
    '门店的价签打印机每一张都写着计数器从几走到几，仓库的旧机器只写“已送达”。是要换一台，还是有什么要打开的？',
};
const ANSWER =
  '“已送达”是打印机收下了，它不说印没印：有的机器只能到这一步。会回答空闲、或者有计数器的机器，装好以后客户端自己会认出来，不用设置。要一张一张对得上，把要紧的批次发给收银台那台。';
const HELP = '过期了再要一个就行：在客户端上重新运行配对，会出来新的 8 位码，十分钟内输进去。';

/** The sample question the member answers, when it is still there and open. */
const HELPED = '配对码过期了怎么办？';

const getMember = (ctx: Context, id: number) =>
  ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const staff = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'created_at'])
    .where('username_key', '=', 'sample-staff')
    .executeTakeFirst();

const ask = async (at: (ms: number) => Context, owner: Owner, now: number): Promise<void> => {
  // After the questions of the sample forum: the list of the newest goes by when they came in.
  const asked = now - 9 * HOUR;
  const { software } = owner;
  const ctx = at(asked);
  const group = await ctx.db.kysely
    .selectFrom('forum_group')
    .select('id')
    .where('software_id', '=', software.id)
    .where('state', '=', 'on')
    .orderBy('sort')
    .executeTakeFirst();
  const member = await getMember(ctx, owner.memberId);
  const answerer = await staff(ctx);
  if (!group || !member || !answerer) return;
  const { id } = await askSavePost({
    ctx,
    software,
    member,
    input: { gid: String(group.id), ...QUESTION },
  });
  await askPostReply({
    ctx: asMember(at(asked + 50 * MINUTE), answerer.id),
    software,
    member: answerer,
    input: { postId: id, content: ANSWER },
  });
};

const help = async (at: (ms: number) => Context, owner: Owner, now: number): Promise<void> => {
  const helped = now - 30 * HOUR;
  const { software } = owner;
  const ctx = at(helped);
  const member = await getMember(ctx, owner.memberId);
  const post = await ctx.db.kysely
    .selectFrom('post')
    .select(['id', 'member_id'])
    .where('software_id', '=', software.id)
    .where('title', '=', HELPED)
    .where('state', '=', 'visible')
    .where('accepted_reply_id', 'is', null)
    .executeTakeFirst();
  if (!member || !post || post.member_id === member.id) return;
  const { id } = await askPostReply({
    ctx,
    software,
    member,
    input: { postId: String(post.id), content: HELP },
  });
  await askAccept({
    ctx: asMember(at(helped + 3 * HOUR), post.member_id),
    eyes: { softwareId: software.id, memberId: post.member_id },
    postId: post.id,
    replyId: Number(id),
  });
};

/** An answer of the member that was accepted, and a question of the member that was answered: both bring notices. */
export const talk = async (
  at: (ms: number) => Context,
  owner: Owner,
  now: number,
): Promise<void> => {
  await help(at, owner, now);
  await ask(at, owner, now);
};
