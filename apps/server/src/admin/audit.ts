import { AUDIT_SHOWN, type AuditEntry, auditList, getAuditWords } from '@yunbiao/services';
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
      getAuditWords(entry.action),
      what(entry),
      why(entry),
      rest(entry),
    ]);
    const more = moreHint(list, AUDIT_SHOWN, list.at(-1)?.id);
    return table(cells, '没有记录', { heads: HEADS, json: list, more });
  },
};
