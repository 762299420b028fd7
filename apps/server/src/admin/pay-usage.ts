import { type Usage, REASON_FLAG } from './usage-parts.ts';

/** Commands for payment channels, and for refund and invoice requests of members. */
export const PAY_USAGE = {
  'pay reconcile': {
    args: '[账单文件]',
    purpose:
      '把支付宝或微信支付的交易账单和这里的付款逐笔对，列出每一处不同；不写文件就按 --date 去渠道下载（北京时间，第二天上午才有）。有不同时退出码不是 0',
    needed: { channel: 'alipay 或 wechat' },
    optional: { date: '2026-11-21' },
  },
  'pay refunds': {
    args: '',
    purpose: '还没退完的原路退款，渠道退不了、等人处理的在前；最后一栏是渠道说的原因',
    list: true,
  },
  'pay refund-retry': {
    args: '<退款单号>',
    purpose: '让渠道再退一次：运行着的网站先问渠道退成没有，再用同一单号或下一个单号退',
    needed: REASON_FLAG,
  },
  'pay refund-done': {
    args: '<退款单号>',
    purpose: '渠道退不了的款已经用别的办法退完；会员收到通知，订单变成已退款',
    needed: REASON_FLAG,
  },
  'refund list': { args: '', purpose: '会员申请退款、还没处理的订单，早的在前', list: true },
  'refund approve': {
    args: '<订单号>',
    purpose: '同意退款，和 order refund 一样：收回天数；线上付的原路退回，转账的要自己转',
    needed: REASON_FLAG,
  },
  'refund refuse': { args: '<订单号> <为什么>', purpose: '不同意退款；会员会看到为什么' },
  'invoice list': { args: '', purpose: '会员申请的发票，没开的在前', list: true },
  'invoice issued': {
    args: '<订单号>',
    purpose: '发票开好了：写上号码和文件的 https 地址，会员会看到',
    needed: { number: '发票号码' },
    optional: { link: '发票文件的地址' },
  },
} as const satisfies Record<string, Usage>;
