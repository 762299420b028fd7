import type { Envelope } from '@yunbiao/contract/envelope';
import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';
import { getData } from '../../kit/page/page-errors.ts';
import { type ForumPlace, softwareName } from './load-list.ts';
import { plainText } from './plain-text.ts';
import { questionLd } from './question-ld.ts';
import type { Post, ReplyList } from './types.ts';

export type QuestionSearch = { reply?: string | undefined; lastId?: string | undefined };

export type QuestionData = {
  post: Post;
  replies: ReplyList;
  /** The reply the address is about, when it is there. */
  wanted: string | null;
  /** The list goes on from an earlier page. */
  isLater: boolean;
  meta: PageMeta;
};

type Place = ForumPlace & { params: { soft: string; id: string } };

const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '');

/** The replies of the address. One that is gone leaves the question's own: an old link still leads somewhere. */
const loadReplies = async (c: Place, search: QuestionSearch): Promise<Envelope<ReplyList>> => {
  const { soft: alias, id: postId } = c.params;
  const api = c.context.api(alias);
  const from = isId(search.reply)
    ? { fromId: search.reply }
    : isId(search.lastId)
      ? { lastId: search.lastId }
      : null;
  const reply = await api.call('askPostReplyList', { alias, postId, ...from });
  return from && reply.state === 'fail' && reply.code === 404
    ? api.call('askPostReplyList', { alias, postId })
    : reply;
};

const getMeta = (c: Place, name: string, post: Post, replies: ReplyList): PageMeta => {
  const { soft: alias, id } = c.params;
  const path = `/${alias}/qa/${id}.html`;
  const isPublic = post.state === 'visible';
  const page = isPublic ? questionLd(post, replies.list, path) : null;
  return {
    type: 'article',
    title: `${post.title} · ${name}问答 · 云标`,
    description: plainText(post.html, 140) || post.title,
    ...(isPublic ? { path } : { noindex: true }),
    jsonLd: [
      ...(page ? [page] : []),
      breadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path: `/${alias}/qa` },
        { name: post.title, path },
      ]),
    ],
  };
};

/** A question and its first replies, or those from a linked one on. */
export const loadQuestion = async (c: Place, search: QuestionSearch): Promise<QuestionData> => {
  const { soft: alias, id } = c.params;
  const [details, list] = await Promise.all([
    c.context.api(alias).call('askPostDetails', { alias, id }),
    loadReplies(c, search),
  ]);
  const post = getData(details, c);
  const replies = getData(list, c);
  const has = (wanted: string | undefined): wanted is string =>
    post.accepted?.id === wanted || replies.list.some((reply) => reply.id === wanted);
  return {
    post,
    replies,
    wanted: has(search.reply) ? search.reply : null,
    isLater: isId(search.lastId) && !isId(search.reply),
    meta: getMeta(c, await softwareName(c), post, replies),
  };
};
