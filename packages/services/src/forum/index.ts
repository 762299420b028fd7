export { deleteForum } from './staff-delete.ts';
export { POSTS_SHOWN, type StaffPost, staffPosts, staffReplies } from './staff-posts.ts';
export { askAccept } from './accept.ts';
export { askIndex } from './ask-index.ts';
export { postChanged } from './changed.ts';
export { askDelete } from './delete.ts';
export { askFollow } from './follow.ts';
export { askGroupList } from './groups.ts';
export { askLike } from './like.ts';
export { askOwn, askSource } from './own.ts';
export { askPostDetails } from './post-details.ts';
export { askPostList } from './post-list.ts';
export { publicName } from './present.ts';
export { askPostReplyList } from './reply-list.ts';
export { askReport } from './report.ts';
export { askSimilar } from './similar.ts';
export { askSavePost } from './save-post.ts';
export { askPostReply } from './save-reply.ts';
export { addForumWord, forumWords, removeForumWord } from './words.ts';
export { addForumGroup, decideReview, hideForum, movePost, pinPost, setOfficial } from './staff.ts';
export {
  closeReport,
  forumGroups,
  forumReports,
  forumReviews,
  type Reported,
  type Waiting,
} from './staff-lists.ts';
export { answeredPosts, forumFigures } from './latest.ts';
