export { deleteForumEntry } from './staff/staff-delete.ts';
export {
  POST_PAGE_SIZE,
  type StaffPost,
  listPostsForStaff,
  listRepliesForStaff,
} from './staff/staff-posts.ts';
export { askAccept } from './accept.ts';
export { askIndex } from './ask-index.ts';
export { publishPostChange } from './publish-post-change.ts';
export { askDelete } from './delete.ts';
export { askFollow } from './follow.ts';
export { askGroupList } from './groups.ts';
export { askLike } from './like.ts';
export { askOwn, askSource } from './own-entries.ts';
export { askPostDetails } from './post-details.ts';
export { askPostList } from './post-list.ts';
export { formatPublicName } from './present.ts';
export { askPostReplyList } from './reply-list.ts';
export { askReport } from './report.ts';
export { askSimilar } from './similar/similar.ts';
export { askSavePost } from './save-post.ts';
export { askPostReply } from './save-reply.ts';
export { addForumWord, listForumWords, removeForumWord } from './review-words.ts';
export {
  addForumGroup,
  decideReview,
  hideOrShowForumEntry,
  movePost,
  pinPost,
  setOfficial,
} from './staff/staff.ts';
export {
  closeReport,
  listForumGroups,
  listForumReports,
  listForumReviews,
  type OpenReport,
  type ReviewEntry,
} from './staff/staff-lists.ts';
export { listAnsweredPosts, sumForumFigures } from './latest.ts';
