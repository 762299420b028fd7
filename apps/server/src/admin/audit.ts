import {
  AUDIT_PAGE_SIZE,
  type AuditEntry,
  listAuditEntries,
  describeAuditAction,
} from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import { formatNextPageHint, type RunCommand, reportTable } from './command-outcome.ts';
import { BEFORE_FLAG, type Usage } from './usage-parts.ts';

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
      ...BEFORE_FLAG,
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

const describeActor = ({ actor, member, detail }: AuditEntry): string => {
  if (actor === 'system') return '系统';
  if (actor !== 'admin') return member ?? actor;
  return typeof detail['by'] === 'string' ? `管理员（${detail['by']}）` : '管理员';
};

const describeAuditSubject = ({ subject, name }: AuditEntry): string => {
  const [kind = '', id = ''] = subject.split(':');
  return `${KINDS[kind] ?? kind} ${name ?? id}`;
};

const describeAuditReason = ({ detail }: AuditEntry): string => {
  const reason = detail['why'] ?? detail['reason'];
  return typeof reason === 'string' && reason !== '' ? reason : '-';
};

const MAX_DETAIL_LENGTH = 100;

/** Short scalar details of the entry. `--json` lists all of them. */
const describeAuditDetail = ({ detail }: AuditEntry): string => {
  const facts = Object.entries(detail).flatMap(([key, value]) =>
    ['by', 'why', 'reason'].includes(key) || typeof value === 'object' || value === ''
      ? []
      : [`${key}=${String(value)}`],
  );
  const text = facts.join(' ');
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text || '-';
};

const HEADS = ['编号', '时间', '谁', '做了什么', '对象', '为什么', '详情'];

export const auditCommands: Record<keyof typeof AUDIT_USAGE, RunCommand> = {
  'audit list': async (ctx, _args, { flags }) => {
    const { member: username, order: orderNo, action, actor, word, before } = flags;
    const list = await listAuditEntries({ ctx, username, orderNo, action, actor, word, before });
    const cells = list.map((entry) => [
      entry.id,
      formatBeijingTime(entry.at),
      describeActor(entry),
      describeAuditAction(entry.action),
      describeAuditSubject(entry),
      describeAuditReason(entry),
      describeAuditDetail(entry),
    ]);
    const nextPageHint = formatNextPageHint(list, AUDIT_PAGE_SIZE, list.at(-1)?.id);
    return reportTable(cells, '没有记录', { headings: HEADS, json: list, moreHint: nextPageHint });
  },
};
