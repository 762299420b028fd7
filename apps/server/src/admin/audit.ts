import { AUDIT_SHOWN, type AuditEntry, auditList } from '@yunbiao/services';
import { beijing } from './beijing.ts';
import { moreHint, type Run, table } from './outcome.ts';
import { BEFORE, type Usage } from './usage-parts.ts';

export const AUDIT_USAGE = {
  'audit list': {
    args: '',
    purpose:
      '列出钱、权限和字典的改动，新的在前；--member 是这个会员做的、对他做的和他的订单，--action 写 vip 或 order.paid 这样，--actor 写 admin、member 或 system，--word 找谁和为什么里的字',
    optional: {
      member: '用户名',
      order: '订单号',
      action: '做了什么',
      actor: '谁',
      word: '字',
      ...BEFORE,
    },
    list: true,
  },
} as const satisfies Record<string, Usage>;

const ACTIONS: Readonly<Record<string, string>> = {
  'order.create': '下单',
  'order.paid': '付款',
  'order.closed': '关闭订单',
  'order.refunding': '开始退款',
  'order.refunded': '退完款',
  'order.way': '换付款方式',
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
  'vip.grant': '加 VIP',
  'vip.take': '收回 VIP',
  'plan.add': '加方案',
  'plan.set': '改方案',
  'plan.on': '上架方案',
  'plan.off': '下架方案',
  'discount.add': '加折扣码',
  'discount.off': '停用折扣码',
  'member.suspend': '暂停会员',
  'member.unsuspend': '恢复会员',
  'member.official': '改称号',
  'post.delete': '删问题',
  'reply.delete': '删回复',
  'dict.set': '设置字典的一条',
  'dict.remove': '删字典的一条',
  'dict.enable': '启用字典的一条',
  'dict.disable': '停用字典的一条',
  'dict.sort': '改字典的次序',
  password: '换密码',
};

const KINDS: Readonly<Record<string, string>> = {
  member: '会员',
  vip: '会员',
  order: '订单',
  product: '方案',
  discount: '折扣码',
  post: '问题',
  reply: '回复',
  dict: '字典',
};

const who = ({ actor, member, detail }: AuditEntry): string => {
  if (actor === 'system') return '系统';
  if (actor !== 'admin') return member ?? actor;
  return typeof detail['by'] === 'string' ? `管理员（${detail['by']}）` : '管理员';
};

const what = ({ subject, name }: AuditEntry): string => {
  const [kind = '', id = ''] = subject.split(':');
  return `${KINDS[kind] ?? kind} ${name ?? id}`;
};

const why = ({ detail }: AuditEntry): string => {
  const said = detail['why'] ?? detail['reason'];
  return typeof said === 'string' && said !== '' ? said : '-';
};

const MOST = 100;

/** What else is known, short: the whole of it is in `--json`. */
const rest = ({ detail }: AuditEntry): string => {
  const known = Object.entries(detail).flatMap(([key, value]) =>
    ['by', 'why', 'reason'].includes(key) || typeof value === 'object' || value === ''
      ? []
      : [`${key}=${String(value)}`],
  );
  const text = known.join(' ');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text || '-';
};

const HEADS = ['编号', '时间', '谁', '做了什么', '对象', '为什么', '详情'];

export const auditCommands: Record<keyof typeof AUDIT_USAGE, Run> = {
  'audit list': async (ctx, _args, { flags }) => {
    const { member: username, order: orderNo, action, actor, word, before } = flags;
    const list = await auditList({ ctx, username, orderNo, action, actor, word, before });
    const cells = list.map((entry) => [
      entry.id,
      beijing(entry.at),
      who(entry),
      ACTIONS[entry.action] ?? entry.action,
      what(entry),
      why(entry),
      rest(entry),
    ]);
    const more = moreHint(list, AUDIT_SHOWN, list.at(-1)?.id);
    return table(cells, '没有记录', { heads: HEADS, json: list, more });
  },
};
