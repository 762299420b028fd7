export { deleteForumEntry } from './staff/staff-delete.ts';
export {
  POST_PAGE_SIZE,
  type StaffPost,
  listPostsForStaff,
  listRepliesForStaff,
} from './staff/staff-posts.ts';
export { acceptReply } from './accept.ts';
export { loadForumStartPage } from './ask-index.ts';
export { refreshPostIndexAndPages } from './publish-post-change.ts';
export { deleteOwnEntry } from './delete.ts';
export { setPostFollowed } from './follow.ts';
export { listQuestionGroups } from './groups.ts';
export { setEntryLiked } from './like.ts';
export { getOwnPostRelation, getEntrySource } from './own-entries.ts';
export { getPostDetails } from './post-details.ts';
export { listPosts } from './post-list.ts';
export { formatPublicName } from './present.ts';
export { listPostReplies } from './reply-list.ts';
export { reportEntry } from './report.ts';
export { findSimilarPosts } from './similar/similar.ts';
export { savePost } from './save-post.ts';
export { saveReply } from './save-reply.ts';
export { addReviewWord, listReviewWords, removeReviewWord } from './review-words.ts';
export {
  addForumGroup,
  approveOrRejectEntry,
  setForumEntryHidden,
  movePost,
  pinPost,
  setStaffTitle,
} from './staff/staff.ts';
export {
  closeReport,
  listForumGroups,
  listForumReports,
  listEntriesInReview,
  type OpenReport,
  type ReviewEntry,
} from './staff/staff-lists.ts';
export { listAnsweredPosts, sumForumCounts } from './latest.ts';
