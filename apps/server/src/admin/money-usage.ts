import { type Usage, REASON_FLAG } from './usage-parts.ts';

export const MONEY_USAGE = {
  'plan list': { args: '<别名>', purpose: '列出一款软件的方案和编号', list: true },
  'plan add': {
    args: '<别名> <名称>',
    purpose: '添加一个收费方案，马上在售；价格写元，例如 29 或 29.90',
    needed: {
      price: '价格',
      days: '天数',
      labels: '每月标签',
      clients: '打印客户端',
      printers: '打印机配置',
      templates: '模板',
      retention: '记录保留天数',
      api: '每分钟接口调用',
    },
    optional: { 'list-price': '原价', level: '等级，高的权益优先', sort: '次序', ...REASON_FLAG },
  },
  'plan set': {
    args: '<编号> <字段> <值>',
    purpose: '修改一个方案的一个字段；权益的改动对已经开通的会员也生效',
    optional: REASON_FLAG,
  },
  'plan off': {
    args: '<编号>',
    purpose: '下架一个方案，已经开通的会员照用',
    optional: REASON_FLAG,
  },
  'plan on': { args: '<编号>', purpose: '重新上架', optional: REASON_FLAG },
  'discount list': {
    args: '<别名>',
    purpose: '列出一款软件的折扣码、用量和现在能不能用',
    list: true,
  },
  'discount add': {
    args: '<别名> <折扣码>',
    purpose: '添加一个折扣码；--percent 20 是 8 折，--amount 50 是减 50 元，写一个',
    optional: {
      percent: '减百分之几',
      amount: '减多少元',
      minimum: '满多少元能用',
      products: '方案编号，逗号隔开',
      from: '开始日 2026-11-21',
      until: '结束日，含当天',
      total: '总次数，0 不限',
      'per-member': '每人次数，0 不限，默认 1',
      ...REASON_FLAG,
    },
  },
  'discount off': {
    args: '<折扣码>',
    purpose: '停用一个折扣码，已下的订单价格不变',
    optional: REASON_FLAG,
  },
  'order list': {
    args: '',
    purpose:
      '列出最近的订单；时间是北京时间；状态写 pending（等待付款或转账）、paid（已付款）、refunding（正在退款）、refunded（已退款）或 closed（已取消、超时关闭）',
    optional: { state: '状态', member: '用户名', before: '上一页最后的订单号' },
    list: true,
  },
  'order confirm': {
    args: '<订单号>',
    purpose: '确认线下的钱到账：订单记为已付款，VIP 马上延长',
    optional: REASON_FLAG,
  },
  'order close': { args: '<订单号>', purpose: '关闭一笔没付款的订单', optional: REASON_FLAG },
  'order refund': {
    args: '<订单号>',
    purpose:
      '退一笔已付款的订单：马上收回它加的天数（用掉的不追），订单变成正在退款，会员收到通知；用过的折扣码不还',
    needed: REASON_FLAG,
  },
  'order refunded': {
    args: '<订单号>',
    purpose: '退的钱已经转出：订单变成已退款，会员收到通知',
    optional: REASON_FLAG,
  },
  'vip grant': {
    args: '<用户名> <别名> <天数>',
    purpose: '不用下单，送会员几天 VIP，会员收到通知；没写方案时延长正在用的，或者用唯一的那个',
    needed: REASON_FLAG,
    optional: { plan: '方案编号' },
  },
} as const satisfies Record<string, Usage>;
