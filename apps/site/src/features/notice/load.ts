import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';

export type Notices = CallOutput<'noticeList'>;
/** Whether the unread ones are sent by e-mail. */
export type Digest = CallOutput<'digestInfo'>;
export type NoticeData = { notices: Notices; digest: Digest };

/** All notices, or the unread ones. */
export const toListInput = (isUnread: boolean): CallInput<'noticeList'> =>
  isUnread ? { unread: true } : {};

export const loadNotices = async (
  api: Client,
  isUnread: boolean,
): Promise<Envelope<NoticeData>> => {
  const [notices, digest] = await Promise.all([
    api.call('noticeList', toListInput(isUnread)),
    api.call('digestInfo', {}),
  ]);
  return together({ notices, digest });
};
