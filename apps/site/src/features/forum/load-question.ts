import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { convertHtmlToPlainText } from './plain-text.ts';
import { buildQuestionJsonLd } from './question-ld.ts';
import type { Post, ReplyList } from './types.ts';

export type QuestionSearch = { reply?: string | undefined; lastId?: string | undefined };

export type QuestionData = {
  post: Post;
  replies: ReplyList;
  /** The reply named in the URL; null when it is not on this page. */
  wanted: string | null;
  /** The list continues an earlier page. */
  isLater: boolean;
  meta: PageMeta;
};

type Place = SoftwarePagePlace<{ id: string }>;

const isQuestionIdText = (text: string | undefined): text is string =>
  /^[1-9]\d{0,15}$/.test(text ?? '');

/**
 * Replies for the URL. When the linked reply no longer exists, loads the first replies instead, so
 * that old links still work.
 */
const loadReplies = async (c: Place, search: QuestionSearch): Promise<Envelope<ReplyList>> => {
  const { soft: alias, id: postId } = c.params;
  const api = c.context.createApi(alias);
  const from = isQuestionIdText(search.reply)
    ? { fromId: search.reply }
    : isQuestionIdText(search.lastId)
      ? { lastId: search.lastId }
      : null;
  const reply = await api.call('askPostReplyList', { alias, postId, ...from });
  return from && reply.state === 'fail' && reply.code === 404
    ? api.call('askPostReplyList', { alias, postId })
    : reply;
};

const buildQuestionMeta = (c: Place, name: string, post: Post, replies: ReplyList): PageMeta => {
  const { soft: alias, id } = c.params;
  const path = `/${alias}/qa/${id}.html`;
  const isPublic = post.state === 'visible';
  const page = isPublic ? buildQuestionJsonLd(post, replies.list, path) : null;
  return {
    type: 'article',
    title: `${post.title} · ${name}问答 · 云标`,
    description: convertHtmlToPlainText(post.html, 140) || post.title,
    ...(isPublic ? { path } : { noindex: true }),
    jsonLd: [
      ...(page ? [page] : []),
      buildBreadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path: `/${alias}/qa` },
        { name: post.title, path },
      ]),
    ],
  };
};

/** A question with its first replies, or with the replies from a linked one on. */
export const loadQuestion = async (c: Place, search: QuestionSearch): Promise<QuestionData> => {
  const { soft: alias, id } = c.params;
  const [details, list] = await Promise.all([
    c.context.createApi(alias).call('askPostDetails', { alias, id }),
    loadReplies(c, search),
  ]);
  const post = requireReplyData(details, c);
  const replies = requireReplyData(list, c);
  const isReplyOnPage = (replyId: string | undefined): replyId is string =>
    post.accepted?.id === replyId || replies.list.some((reply) => reply.id === replyId);
  return {
    post,
    replies,
    wanted: isReplyOnPage(search.reply) ? search.reply : null,
    isLater: isQuestionIdText(search.lastId) && !isQuestionIdText(search.reply),
    meta: buildQuestionMeta(c, await getSoftwareName(c), post, replies),
  };
};
