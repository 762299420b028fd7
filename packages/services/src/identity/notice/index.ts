export { createNotices, type NewNotice } from './create.ts';
export { getUnreadNoticeCount, listOwnNotices } from './list.ts';
export { markNoticesRead } from './read.ts';
export { type NoticeRecipients, sendNotice } from './send.ts';
