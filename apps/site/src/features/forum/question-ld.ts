import { buildQaPage } from '../../kit/page/json-ld.ts';
import { convertHtmlToPlainText } from './plain-text.ts';
import type { Post, Reply } from './types.ts';

/** Maximum length of a text in structured data, characters. */
const MAX_TEXT_LENGTH = 1000;

const toJsonLdContribution = (
  contribution: Pick<Post | Reply, 'html' | 'author' | 'createdAt' | 'likeCount'>,
) => ({
  text: convertHtmlToPlainText(contribution.html, MAX_TEXT_LENGTH),
  author: contribution.author.nickname,
  createdAt: contribution.createdAt,
  upvotes: contribution.likeCount,
});

/**
 * Structured data of a question with the replies in view. Returns null without an answer: a QAPage
 * requires one.
 */
export const buildQuestionJsonLd = (
  post: Post,
  replies: readonly Reply[],
  path: string,
): object | null => {
  const suggested = replies.filter((reply) => !reply.accepted && reply.state === 'visible');
  if (!post.accepted && suggested.length === 0) return null;
  const toJsonLdAnswer = (reply: Reply) => ({
    ...toJsonLdContribution(reply),
    path: `${path}?reply=${reply.id}#reply-${reply.id}`,
  });
  return buildQaPage(
    { ...toJsonLdContribution(post), path, title: post.title, answerCount: post.replyCount },
    {
      accepted: post.accepted && toJsonLdAnswer(post.accepted),
      suggested: suggested.map(toJsonLdAnswer),
    },
  );
};
