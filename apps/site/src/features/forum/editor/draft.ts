/** The names drafts are kept under. */
export const draftName = {
  ask: (alias: string): string => `ask:${alias}`,
  askEdit: (postId: string): string => `ask-edit:${postId}`,
  reply: (postId: string): string => `reply:${postId}`,
  replyEdit: (replyId: string): string => `reply-edit:${replyId}`,
};
