import {
  addForumGroup,
  addForumWord,
  closeReport,
  decideReview,
  deleteForum,
  forumGroups,
  forumReports,
  forumReviews,
  forumWords,
  hideForum,
  movePost,
  pinPost,
  POSTS_SHOWN,
  removeForumWord,
  setOfficial,
  staffPosts,
  staffReplies,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import type { FORUM_USAGE } from './forum-usage.ts';
import { done, moreHint, type Run, table } from './outcome.ts';

const REASONS: Record<string, string> = {
  spam: '广告',
  abuse: '辱骂',
  privacy: '隐私',
  offtopic: '无关',
  other: '其他',
};

const WORD: Record<string, string> = { post: '问题', reply: '回复' };

const named = (kind: string, id: string): string => `${WORD[kind] ?? kind} ${id}`;

const review = {
  'forum review list': async (ctx) => {
    const list = await forumReviews({ ctx });
    return table(
      list.map(({ kind, id, at, text }) => [kind, id, beijing(at), text]),
      '没有等审核的',
      { heads: ['种类', '编号', '时间', '内容'], json: list },
    );
  },
  'forum review approve': async (ctx, [kind, id]) => {
    await decideReview({ ctx, kind, id, approve: true });
    return done(`${named(kind, id)} 已通过`);
  },
  'forum review reject': async (ctx, [kind, id]) => {
    await decideReview({ ctx, kind, id, approve: false });
    return done(`${named(kind, id)} 没有通过，已隐藏`);
  },
  'forum hide': async (ctx, [kind, id]) => {
    await hideForum({ ctx, kind, id, hide: true });
    return done(`已隐藏${named(kind, id)}`);
  },
  'forum show': async (ctx, [kind, id]) => {
    await hideForum({ ctx, kind, id, hide: false });
    return done(`已重新显示${named(kind, id)}`);
  },
} satisfies Record<string, Run>;

const order = {
  'forum groups': async (ctx, [alias]) => {
    const list = await forumGroups({ ctx, alias });
    return table(
      list.map(({ id, name, postCount }) => [id, name, `${postCount} 个问题`]),
      '还没有分类',
      { heads: ['编号', '名称', '问题'], json: list },
    );
  },
  'forum group add': async (ctx, [alias, name, description]) => {
    const { id } = await addForumGroup({ ctx, alias, name, description });
    return done(`已加分类 ${name}，编号 ${id}`);
  },
  'forum pin': async (ctx, [id]) => done(`已置顶“${await pinPost({ ctx, id, pinned: true })}”`),
  'forum unpin': async (ctx, [id]) =>
    done(`已取消置顶“${await pinPost({ ctx, id, pinned: false })}”`),
  'forum move': async (ctx, [id, groupId]) => {
    const { title, group } = await movePost({ ctx, id, groupId });
    return done(`已把“${title}”移到${group}`);
  },
} satisfies Record<string, Run>;

const watch = {
  'forum reports': async (ctx) => {
    const list = await forumReports({ ctx });
    const cells = list.map(({ id, kind, targetId, reason, detail, count }) => [
      id,
      kind,
      targetId,
      REASONS[reason] ?? reason,
      `${count} 人`,
      detail || '-',
    ]);
    const heads = ['编号', '种类', '对象', '原因', '人数', '说明'];
    return table(cells, '没有举报', { heads, json: list });
  },
  'forum report close': async (ctx, [id]) => {
    await closeReport({ ctx, id });
    return done(`举报 ${id} 已处理`);
  },
  'forum words': async (ctx) => {
    const words = await forumWords({ ctx });
    return table(
      words.map((word) => [word]),
      '没有词',
      { heads: ['词'], json: words },
    );
  },
  'forum word add': async (ctx, [word]) => done(`已加“${await addForumWord({ ctx, word })}”`),
  'forum word remove': async (ctx, [word]) => {
    await removeForumWord({ ctx, word });
    return done(`已去掉“${word}”`);
  },
  'member official': async (ctx, [username, title]) => {
    await setOfficial({ ctx, username, title });
    return done(title ? `${username} 现在显示为 ${title}` : `已取消 ${username} 的称号`);
  },
} satisfies Record<string, Run>;

const STATES: Record<string, string> = {
  visible: '看得到',
  review: '等审核',
  hidden: '已隐藏',
  deleted: '已删除',
};

const posts = {
  'post list': async (ctx, [alias], { flags }) => {
    const { state, member: username, word, before } = flags;
    const list = await staffPosts({ ctx, alias, state, username, word, before });
    const cells = list.map((post) => [
      post.id,
      beijing(post.at),
      post.username,
      STATES[post.state] ?? post.state,
      post.group,
      `${post.replies} 条回复`,
      post.title,
    ]);
    const heads = ['编号', '时间', '作者', '状态', '分类', '回复', '标题'];
    const more = moreHint(list, POSTS_SHOWN, list.at(-1)?.id);
    return table(cells, '没有这样的问题', { heads, json: list, more });
  },
  'post delete': async (ctx, [id]) =>
    done(`已删除问题“${(await deleteForum({ ctx, kind: 'post', id })).title}”`),
  'reply list': async (ctx, [postId], { flags: { before } }) => {
    const list = await staffReplies({ ctx, postId, before });
    const cells = list.map((reply) => [
      reply.id,
      beijing(reply.at),
      reply.username,
      STATES[reply.state] ?? reply.state,
      reply.text,
    ]);
    const heads = ['编号', '时间', '作者', '状态', '内容'];
    const more = moreHint(list, POSTS_SHOWN, list.at(-1)?.id);
    return table(cells, '没有回复', { heads, json: list, more });
  },
  'reply delete': async (ctx, [id]) => {
    const { title } = await deleteForum({ ctx, kind: 'reply', id });
    return done(`已删除“${title}”里的回复 ${id}`);
  },
} satisfies Record<string, Run>;

export const forum: Record<keyof typeof FORUM_USAGE, Run> = {
  ...review,
  ...order,
  ...watch,
  ...posts,
};
