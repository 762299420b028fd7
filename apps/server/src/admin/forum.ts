import {
  addForumGroup,
  addReviewWord,
  closeReport,
  approveOrRejectEntry,
  deleteForumEntry,
  listForumGroups,
  listForumReports,
  listEntriesInReview,
  listReviewWords,
  setForumEntryHidden,
  movePost,
  pinPost,
  POST_PAGE_SIZE,
  removeReviewWord,
  setStaffTitle,
  listPostsForStaff,
  listRepliesForStaff,
} from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import type { FORUM_USAGE } from './forum-usage.ts';
import {
  createChangeOutcome,
  formatNextPageHint,
  type RunCommand,
  reportTable,
} from './command-outcome.ts';

const REASONS: Record<string, string> = {
  spam: '广告',
  abuse: '辱骂',
  privacy: '隐私',
  offtopic: '无关',
  other: '其他',
};

const KIND_NAMES: Record<string, string> = { post: '问题', reply: '回复' };

const describeForumTarget = (kind: string, id: string): string =>
  `${KIND_NAMES[kind] ?? kind} ${id}`;

const review = {
  'forum review list': async (ctx) => {
    const list = await listEntriesInReview({ ctx });
    return reportTable(
      list.map(({ kind, id, at, text }) => [kind, id, formatBeijingTime(at), text]),
      '没有等审核的',
      { headings: ['种类', '编号', '时间', '内容'], json: list },
    );
  },
  'forum review approve': async (ctx, [kind, id]) => {
    await approveOrRejectEntry({ ctx, kind, id, approve: true });
    return createChangeOutcome(`${describeForumTarget(kind, id)} 已通过`);
  },
  'forum review reject': async (ctx, [kind, id]) => {
    await approveOrRejectEntry({ ctx, kind, id, approve: false });
    return createChangeOutcome(`${describeForumTarget(kind, id)} 没有通过，已隐藏`);
  },
  'forum hide': async (ctx, [kind, id]) => {
    await setForumEntryHidden({ ctx, kind, id, hide: true });
    return createChangeOutcome(`已隐藏${describeForumTarget(kind, id)}`);
  },
  'forum show': async (ctx, [kind, id]) => {
    await setForumEntryHidden({ ctx, kind, id, hide: false });
    return createChangeOutcome(`已重新显示${describeForumTarget(kind, id)}`);
  },
} satisfies Record<string, RunCommand>;

const order = {
  'forum groups': async (ctx, [alias]) => {
    const list = await listForumGroups({ ctx, alias });
    return reportTable(
      list.map(({ id, name, postCount }) => [id, name, `${postCount} 个问题`]),
      '还没有分类',
      { headings: ['编号', '名称', '问题'], json: list },
    );
  },
  'forum group add': async (ctx, [alias, name, description]) => {
    const { id } = await addForumGroup({ ctx, alias, name, description });
    return createChangeOutcome(`已加分类 ${name}，编号 ${id}`);
  },
  'forum pin': async (ctx, [id]) =>
    createChangeOutcome(`已置顶“${await pinPost({ ctx, id, pinned: true })}”`),
  'forum unpin': async (ctx, [id]) =>
    createChangeOutcome(`已取消置顶“${await pinPost({ ctx, id, pinned: false })}”`),
  'forum move': async (ctx, [id, groupId]) => {
    const { title, group } = await movePost({ ctx, id, groupId });
    return createChangeOutcome(`已把“${title}”移到${group}`);
  },
} satisfies Record<string, RunCommand>;

const watchlist = {
  'forum reports': async (ctx) => {
    const list = await listForumReports({ ctx });
    const cells = list.map(({ id, kind, targetId, reason, detail, count }) => [
      id,
      kind,
      targetId,
      REASONS[reason] ?? reason,
      `${count} 人`,
      detail || '-',
    ]);
    const heads = ['编号', '种类', '对象', '原因', '人数', '说明'];
    return reportTable(cells, '没有举报', { headings: heads, json: list });
  },
  'forum report close': async (ctx, [id]) => {
    await closeReport({ ctx, id });
    return createChangeOutcome(`举报 ${id} 已处理`);
  },
  'forum words': async (ctx) => {
    const words = await listReviewWords({ ctx });
    return reportTable(
      words.map((word) => [word]),
      '没有词',
      { headings: ['词'], json: words },
    );
  },
  'forum word add': async (ctx, [word]) =>
    createChangeOutcome(`已加“${await addReviewWord({ ctx, word })}”`),
  'forum word remove': async (ctx, [word]) => {
    await removeReviewWord({ ctx, word });
    return createChangeOutcome(`已删除“${word}”`);
  },
  'member official': async (ctx, [username, title]) => {
    await setStaffTitle({ ctx, username, title });
    return createChangeOutcome(
      title ? `${username} 现在显示为 ${title}` : `已取消 ${username} 的称号`,
    );
  },
} satisfies Record<string, RunCommand>;

const STATES: Record<string, string> = {
  visible: '看得到',
  review: '等审核',
  hidden: '已隐藏',
  deleted: '已删除',
};

const posts = {
  'post list': async (ctx, [alias], { flags }) => {
    const { state, member: username, word, before } = flags;
    const list = await listPostsForStaff({ ctx, alias, state, username, word, before });
    const cells = list.map((post) => [
      post.id,
      formatBeijingTime(post.at),
      post.username,
      STATES[post.state] ?? post.state,
      post.group,
      `${post.replies} 条回复`,
      post.title,
    ]);
    const heads = ['编号', '时间', '作者', '状态', '分类', '回复', '标题'];
    const nextPageHint = formatNextPageHint(list, POST_PAGE_SIZE, list.at(-1)?.id);
    return reportTable(cells, '没有这样的问题', {
      headings: heads,
      json: list,
      moreHint: nextPageHint,
    });
  },
  'post delete': async (ctx, [id]) =>
    createChangeOutcome(`已删除问题“${(await deleteForumEntry({ ctx, kind: 'post', id })).title}”`),
  'reply list': async (ctx, [postId], { flags: { before } }) => {
    const list = await listRepliesForStaff({ ctx, postId, before });
    const cells = list.map((reply) => [
      reply.id,
      formatBeijingTime(reply.at),
      reply.username,
      STATES[reply.state] ?? reply.state,
      reply.text,
    ]);
    const heads = ['编号', '时间', '作者', '状态', '内容'];
    const nextPageHint = formatNextPageHint(list, POST_PAGE_SIZE, list.at(-1)?.id);
    return reportTable(cells, '没有回复', { headings: heads, json: list, moreHint: nextPageHint });
  },
  'reply delete': async (ctx, [id]) => {
    const { title } = await deleteForumEntry({ ctx, kind: 'reply', id });
    return createChangeOutcome(`已删除“${title}”里的回复 ${id}`);
  },
} satisfies Record<string, RunCommand>;

export const forum: Record<keyof typeof FORUM_USAGE, RunCommand> = {
  ...review,
  ...order,
  ...watchlist,
  ...posts,
};
