import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';

export type NoticeData = CallOutput<'noticeList'>;

export const loadNotices = (api: Client): Promise<Envelope<NoticeData>> =>
  api.call('noticeList', {});
