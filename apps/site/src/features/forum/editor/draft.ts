import type { Kept } from '../../../shell/drafts.ts';

/** The names drafts are kept under. */
export const draftName = {
  ask: (alias: string): string => `ask:${alias}`,
  askEdit: (postId: string): string => `ask-edit:${postId}`,
  reply: (postId: string): string => `reply:${postId}`,
  replyEdit: (replyId: string): string => `reply-edit:${replyId}`,
};

/** What was typed and not sent; a reply has a content only. */
export type Words = { title: string; gid: string; content: string };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The words of a kept draft; null when there are none, or what is there is none. */
export const wordsOf = (kept: Kept | null): Words | null => {
  if (typeof kept?.value !== 'object' || kept.value === null) return null;
  const { title, gid, content } = kept.value as Record<string, unknown>;
  const words = { title: text(title), gid: text(gid), content: text(content) };
  return words.title || words.content ? words : null;
};
