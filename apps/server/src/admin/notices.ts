import { type NoticeRecipients, sendNotice } from '@yunbiao/services';
import { createChangeOutcome, type RunCommand } from './command-outcome.ts';
import { type Usage, REASON_FLAG } from './usage-parts.ts';

const MESSAGES = { path: '关于哪一页，例如 /yunbiao/updateLog；点一下就到', ...REASON_FLAG };

export const NOTICE_USAGE = {
  'notice all': { args: '<标题> <正文>', purpose: '给所有会员发一条通知', optional: MESSAGES },
  'notice software': {
    args: '<别名> <标题> <正文>',
    purpose: '给一款软件的会员发一条通知：在那里有模板、批次、订单或 VIP 的',
    optional: MESSAGES,
  },
  'notice member': {
    args: '<用户名> <标题> <正文>',
    purpose: '给一个会员发一条通知',
    optional: MESSAGES,
  },
} as const satisfies Record<string, Usage>;

const createNoticeCommand =
  (getRecipient: (name: string) => NoticeRecipients, isNamed: boolean): RunCommand =>
  async (ctx, args, { flags: { path = '' } }) => {
    const [title = '', text = ''] = isNamed ? args.slice(1) : args;
    const { count } = await sendNotice({ ctx, title, text, path, ...getRecipient(args[0] ?? '') });
    return createChangeOutcome(`已发给 ${count} 个会员；打开着的网页十几秒内看到`);
  };

export const noticeCommands: Record<keyof typeof NOTICE_USAGE, RunCommand> = {
  'notice all': createNoticeCommand(() => ({ to: 'all' }), false),
  'notice software': createNoticeCommand((alias) => ({ to: 'software', alias }), true),
  'notice member': createNoticeCommand((username) => ({ to: 'member', username }), true),
};
