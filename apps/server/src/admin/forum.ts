import {
  addForumGroup,
  addForumWord,
  closeReport,
  decideReview,
  forumGroups,
  forumReports,
  forumReviews,
  forumWords,
  hideForum,
  movePost,
  pinPost,
  removeForumWord,
  setOfficial,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import type { FORUM_USAGE } from './forum-usage.ts';
import { done, type Run, table } from './outcome.ts';

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
      ...[id, kind, targetId, REASONS[reason] ?? reason, `${count} 人`, detail || '-'],
    ]);
    return table(cells, '没有举报');
  },
  'forum report close': async (ctx, [id]) => {
    await closeReport({ ctx, id });
    return done(`举报 ${id} 已处理`);
  },
  'forum words': async (ctx) =>
    table(
      (await forumWords({ ctx })).map((word) => [word]),
      '没有词',
    ),
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

export const forum: Record<keyof typeof FORUM_USAGE, Run> = { ...review, ...order, ...watch };
