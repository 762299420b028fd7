import { qaPage } from '../../kit/page/json-ld.ts';
import { plainText } from './plain-text.ts';
import type { Post, Reply } from './types.ts';

/** Characters of a text that search engines are given. */
const MOST = 1000;

const written = (what: Pick<Post | Reply, 'html' | 'author' | 'createdAt' | 'likeCount'>) => ({
  text: plainText(what.html, MOST),
  author: what.author.nickname,
  createdAt: what.createdAt,
  upvotes: what.likeCount,
});

/** A question with the replies in view for search engines; null without an answer: it is no QAPage then. */
export const questionLd = (post: Post, replies: readonly Reply[], path: string): object | null => {
  const suggested = replies.filter((reply) => !reply.accepted && reply.state === 'visible');
  if (!post.accepted && suggested.length === 0) return null;
  const answer = (reply: Reply) => ({
    ...written(reply),
    path: `${path}?reply=${reply.id}#reply-${reply.id}`,
  });
  return qaPage(
    { ...written(post), path, title: post.title, answerCount: post.replyCount },
    { accepted: post.accepted && answer(post.accepted), suggested: suggested.map(answer) },
  );
};
