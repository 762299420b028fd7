import { type NoticeTo, sendNotice } from '@yunbiao/services';
import { done, type Run } from './outcome.ts';
import { type Usage, WHY } from './usage-parts.ts';

const WORDS = { path: '关于哪一页，例如 /yunbiao/updateLog；点一下就到', ...WHY };

export const NOTICE_USAGE = {
  'notice all': { args: '<标题> <正文>', purpose: '给所有会员发一条通知', optional: WORDS },
  'notice software': {
    args: '<别名> <标题> <正文>',
    purpose: '给一款软件的会员发一条通知：在那里有模板、批次、订单或 VIP 的',
    optional: WORDS,
  },
  'notice member': {
    args: '<用户名> <标题> <正文>',
    purpose: '给一个会员发一条通知',
    optional: WORDS,
  },
} as const satisfies Record<string, Usage>;

const send =
  (getTo: (name: string) => NoticeTo, isNamed: boolean): Run =>
  async (ctx, args, { flags: { path = '' } }) => {
    const [title = '', text = ''] = isNamed ? args.slice(1) : args;
    const { count } = await sendNotice({ ctx, title, text, path, ...getTo(args[0] ?? '') });
    return done(`已发给 ${count} 个会员；打开着的网页十几秒内看到`);
  };

export const noticeCommands: Record<keyof typeof NOTICE_USAGE, Run> = {
  'notice all': send(() => ({ to: 'all' }), false),
  'notice software': send((alias) => ({ to: 'software', alias }), true),
  'notice member': send((username) => ({ to: 'member', username }), true),
};
