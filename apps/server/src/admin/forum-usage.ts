import { BEFORE_FLAG, type Usage, REASON_FLAG } from './usage-parts.ts';

const TARGET_USAGE = '<post|reply> <编号>';

export const FORUM_USAGE = {
  'forum groups': { args: '<别名>', purpose: '列出问答的分类和编号', list: true },
  'forum group add': { args: '<别名> <名称> <说明>', purpose: '添加一个问答分类' },
  'forum review list': { args: '', purpose: '列出等审核的问题和回复', list: true },
  'forum review approve': { args: TARGET_USAGE, purpose: '通过审核，作者会收到通知' },
  'forum review reject': { args: TARGET_USAGE, purpose: '不通过，作者会收到通知' },
  'forum hide': { args: TARGET_USAGE, purpose: '隐藏问题（post）或回复（reply），作者会收到通知' },
  'forum show': { args: TARGET_USAGE, purpose: '重新显示隐藏的' },
  'forum pin': { args: '<编号>', purpose: '置顶一个问题' },
  'forum unpin': { args: '<编号>', purpose: '取消置顶' },
  'forum move': { args: '<编号> <分类编号>', purpose: '把问题移到另一个分类' },
  'forum reports': { args: '', purpose: '列出没处理的举报，举报人多的在前', list: true },
  'forum report close': { args: '<编号>', purpose: '处理完一条举报' },
  'forum words': { args: '', purpose: '列出需要审核的词', list: true },
  'forum word add': { args: '<词>', purpose: '有这个词的问题和回复先等审核，中间夹空格、标点也算' },
  'forum word remove': { args: '<词>', purpose: '不再因为这个词审核' },
  'post list': {
    args: '<别名>',
    purpose:
      '列出一款软件的问题，新的在前；状态写 visible（看得到）、review（等审核）、hidden（已隐藏）或 deleted（已删除），--word 找标题里的字',
    optional: { state: '状态', member: '用户名', word: '字', ...BEFORE_FLAG },
    list: true,
  },
  'post delete': {
    args: '<编号>',
    purpose: '删除一个问题和它的回复，不能再显示，作者会收到通知；只想看不到就用 forum hide',
    optional: REASON_FLAG,
  },
  'reply list': {
    args: '<问题编号>',
    purpose: '列出一个问题的回复，新的在前，看不到的也列',
    optional: BEFORE_FLAG,
    list: true,
  },
  'reply delete': {
    args: '<编号>',
    purpose: '删除一条回复，作者会收到通知',
    optional: REASON_FLAG,
  },
  'member official': {
    args: '<用户名> <称号>',
    purpose: "在会员名字旁边显示称号，例如 云标技术支持；'' 取消",
    optional: REASON_FLAG,
  },
} as const satisfies Record<string, Usage>;
