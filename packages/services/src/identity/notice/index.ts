export { createNotices, type NewNotice } from './create.ts';
export { noticeCount, noticeList } from './list.ts';
export { noticeRead } from './read.ts';
export { type NoticeRecipients, sendNotice } from './send.ts';
