/** Names of audited changes to money, rights and contents, with their display texts. */
export const AUDIT_ACTIONS = {
  'order.create': '下单',
  'order.paid': '付款',
  'order.closed': '关闭订单',
  'order.refunding': '开始退款',
  'order.refunded': '退完款',
  'order.way': '更换付款方式',
  'payment.paid': '渠道收款',
  'payment.return': '开始原路退',
  'payment.returned': '原路退完',
  'payment.elsewhere': '渠道自己退了',
  'payment.stuck': '渠道退不了',
  'payment.retry': '再让渠道退',
  'payment.byhand': '手工退完',
  'share.take': '收回分享奖励',
  'refund.ask': '申请退款',
  'refund.refuse': '不同意退款',
  'invoice.ask': '申请发票',
  'invoice.issue': '开了发票',
  'vip.grant': '添加 VIP 天数',
  'vip.take': '收回 VIP',
  'plan.add': '添加方案',
  'plan.set': '修改方案',
  'plan.on': '上架方案',
  'plan.off': '下架方案',
  'discount.add': '添加折扣码',
  'discount.off': '停用折扣码',
  'member.suspend': '暂停会员',
  'member.unsuspend': '恢复会员',
  'member.official': '修改称号',
  'post.delete': '删除问题',
  'reply.delete': '删除回复',
  'dict.set': '设置字典的一条',
  'dict.remove': '删除字典的一条',
  'dict.enable': '启用字典的一条',
  'dict.disable': '停用字典的一条',
  'dict.sort': '修改字典的次序',
  password: '修改密码',
  'account.gone': '账号已注销',
  'account.stay': '撤销注销',
  'notice.send': '发通知',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

const isAuditAction = (action: string): action is AuditAction =>
  Object.hasOwn(AUDIT_ACTIONS, action);

/** Describes an action. An unknown one, written by an earlier version, is shown by its name. */
export const describeAuditAction = (action: string): string =>
  isAuditAction(action) ? AUDIT_ACTIONS[action] : action;
