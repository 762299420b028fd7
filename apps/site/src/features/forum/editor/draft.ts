/** Storage names of drafts. */
export const draftNames = {
  ask: (alias: string): string => `ask:${alias}`,
  askEdit: (postId: string): string => `ask-edit:${postId}`,
  reply: (postId: string): string => `reply:${postId}`,
  replyEdit: (replyId: string): string => `reply-edit:${replyId}`,
};
