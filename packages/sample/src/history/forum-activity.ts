import { acceptReply, saveReply, savePost, type Context, HOUR, MINUTE } from '@yunbiao/services';
import { createMemberContext } from './contexts.ts';
import type { Owner } from './clients.ts';

const QUESTION = {
  title: '仓库那台旧打印机只显示“已送达”，怎么知道是否已打印？',
  content:
    '门店的价签打印机每一张都写着计数器从几走到几，仓库的旧机器只写“已送达”。是要换一台，还是有什么要打开的？',
};
const ANSWER =
  '“已送达”是打印机收下了，它不说是否已打印：有的机器只能到这一步。会回答空闲、或者有计数器的机器，装好以后客户端自己会认出来，不用设置。要一张一张对得上，把要紧的批次发给收银台那台。';
const ANSWER_TEXT =
  '过期了再要一个就行：在客户端上重新运行配对，会出来新的 8 位码，十分钟内输进去。';

/** Sample question the member answers, if it exists and is open. */
const ANSWERED_TITLE = '配对码过期了怎么办？';

const findSampleMember = (ctx: Context, id: number) =>
  ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const findStaffMember = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'created_at'])
    .where('username_key', '=', 'sample-staff')
    .executeTakeFirst();

const simulateAnsweredQuestion = async (
  at: (ms: number) => Context,
  owner: Owner,
  now: number,
): Promise<void> => {
  // Later than the sample forum's questions: the list of the newest is sorted by id.
  const askedAt = now - 9 * HOUR;
  const { software } = owner;
  const ctx = at(askedAt);
  const group = await ctx.db.kysely
    .selectFrom('forum_group')
    .select('id')
    .where('software_id', '=', software.id)
    .where('state', '=', 'on')
    .orderBy('sort')
    .executeTakeFirst();
  const member = await findSampleMember(ctx, owner.memberId);
  const answerer = await findStaffMember(ctx);
  if (!group || !member || !answerer) return;
  const { id } = await savePost({
    ctx,
    software,
    member,
    input: { gid: String(group.id), ...QUESTION },
  });
  await saveReply({
    ctx: createMemberContext(at(askedAt + 50 * MINUTE), answerer.id),
    software,
    member: answerer,
    input: { postId: id, content: ANSWER },
  });
};

const simulateAcceptedAnswer = async (
  at: (ms: number) => Context,
  owner: Owner,
  now: number,
): Promise<void> => {
  const helped = now - 30 * HOUR;
  const { software } = owner;
  const ctx = at(helped);
  const member = await findSampleMember(ctx, owner.memberId);
  const post = await ctx.db.kysely
    .selectFrom('post')
    .select(['id', 'member_id'])
    .where('software_id', '=', software.id)
    .where('title', '=', ANSWERED_TITLE)
    .where('state', '=', 'visible')
    .where('accepted_reply_id', 'is', null)
    .executeTakeFirst();
  if (!member || !post || post.member_id === member.id) return;
  const { id } = await saveReply({
    ctx,
    software,
    member,
    input: { postId: String(post.id), content: ANSWER_TEXT },
  });
  await acceptReply({
    ctx: createMemberContext(at(helped + 3 * HOUR), post.member_id),
    eyes: { softwareId: software.id, memberId: post.member_id },
    postId: post.id,
    replyId: Number(id),
  });
};

/** Adds an accepted answer and an answered question of the member. Both create notices. */
export const addForumActivity = async (
  at: (ms: number) => Context,
  owner: Owner,
  now: number,
): Promise<void> => {
  await simulateAcceptedAnswer(at, owner, now);
  await simulateAnsweredQuestion(at, owner, now);
};
