import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';

export type Notices = CallOutput<'noticeList'>;
/** Settings of the daily e-mail with unread notices. */
export type Digest = CallOutput<'digestInfo'>;
export type NoticeData = { notices: Notices; digest: Digest };

export const buildNoticeListInput = (isUnread: boolean): CallInput<'noticeList'> =>
  isUnread ? { unread: true } : {};

export const loadNotices = async (
  api: Client,
  isUnread: boolean,
): Promise<Envelope<NoticeData>> => {
  const [notices, digest] = await Promise.all([
    api.call('noticeList', buildNoticeListInput(isUnread)),
    api.call('digestInfo', {}),
  ]);
  return mergeCallReplies({ notices, digest });
};
