import { BEFORE_FLAG, type Usage, REASON_FLAG } from './usage-parts.ts';

export const MEMBER_USAGE = {
  'member list': {
    args: '',
    purpose: '列出会员，新的在前；--name 找用户名或昵称里的字',
    optional: { name: '字', ...BEFORE_FLAG },
    list: true,
  },
  'member find': {
    args: '<用户名、昵称、编号或订单号>',
    purpose: '找会员，写一部分也行',
    optional: BEFORE_FLAG,
    list: true,
  },
  'member show': {
    args: '<用户名>',
    purpose: '看一个会员的 VIP、订单、打印客户端、登录和暂停；地址只显示到网段',
    list: true,
  },
  'member password': {
    args: '<用户名>',
    purpose: '会员忘了密码：换一个新的，只打印这一次，这个会员在各处的登录都退出',
    optional: REASON_FLAG,
  },
  'member suspend': {
    args: '<用户名> <别名> <原因>',
    purpose: '暂停会员使用一款软件，会员看到原因',
  },
  'member unsuspend': { args: '<用户名> <别名>', purpose: '恢复', optional: REASON_FLAG },
  'member leaving': {
    args: '',
    purpose: '列出申请了注销的、正在删除的会员，先到期的在前',
    list: true,
  },
  'member stay': {
    args: '<用户名>',
    purpose: '替会员撤销注销；已经开始删除的撤不回来',
    optional: REASON_FLAG,
  },
} as const satisfies Record<string, Usage>;
