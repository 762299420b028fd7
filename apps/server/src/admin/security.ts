import { listSecurityEvents } from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import { type RunCommand, reportTable } from './command-outcome.ts';
import type { Usage } from './usage-parts.ts';

export const SECURITY_USAGE = {
  'security list': {
    args: '',
    purpose:
      '列出最近的安全记录：登录和被拒的登录、修改密码、退出设备、配对和撤销客户端、权限和管理员的改动；时间是北京时间，记录留半年',
    optional: { kind: '种类，例如 login.refused', member: '用户名' },
    list: true,
  },
} as const satisfies Record<string, Usage>;

const HEADS = ['时间', '种类', '说明', '谁', '对象', '地址', '详情'];

export const securityCommands: Record<keyof typeof SECURITY_USAGE, RunCommand> = {
  'security list': async (ctx, _args, { flags }) => {
    const { kind, member: username } = flags;
    const rows = await listSecurityEvents({ ctx, kind, username });
    const cells = rows.map((row) => [
      formatBeijingTime(row.at),
      row.kind,
      row.count > 1 ? `${row.words}，${row.count} 次` : row.words,
      row.actor,
      row.subject || '-',
      row.address || '-',
      row.detail === '{}' ? '-' : row.detail,
    ]);
    return reportTable(cells, '没有记录', { headings: HEADS, json: rows });
  },
};
