import { describeOrderState } from '@yunbiao/contract';
import {
  cancelDeletionAsOperator,
  type Context,
  MEMBER_PAGE_SIZE,
  listPendingDeletions,
  resetPassword,
  type StaffMember,
  getMemberForStaff,
  type StaffMemberDetail,
  listMembersForStaff,
  suspendMember,
  unsuspendMember,
  formatYuan,
} from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import type { MEMBER_USAGE } from './member-usage.ts';
import {
  createChangeOutcome,
  formatNextPageHint,
  type Outcome,
  type RunCommand,
  formatSections,
  reportTable,
  createTextOutcome,
} from './command-outcome.ts';

const HEADS = ['编号', '用户名', '昵称', '称号', '注册', '最近登录', '已付订单', '客户端'];

const toMemberCells = (member: StaffMember): string[] => [
  member.id,
  member.username,
  member.nickname || '-',
  member.official || '-',
  formatBeijingTime(member.createdAt),
  member.lastUsedAt ? formatBeijingTime(member.lastUsedAt) : '-',
  String(member.orders),
  String(member.clients),
];

const reportMembers = async (
  ctx: Context,
  memberQuery: { name?: string; word?: string; before: string | undefined },
): Promise<Outcome> => {
  const list = await listMembersForStaff({ ctx, ...memberQuery });
  const nextPageHint = formatNextPageHint(list, MEMBER_PAGE_SIZE, list.at(-1)?.id);
  return reportTable(list.map(toMemberCells), '没有这样的会员', {
    headings: HEADS,
    json: list,
    moreHint: nextPageHint,
  });
};

const toOrderRows = ({ recentOrders }: StaffMemberDetail): string[][] =>
  recentOrders.map((order) => [
    order.orderNo,
    formatBeijingTime(order.createdAt),
    order.softwareAlias,
    `${order.productName} × ${order.num}`,
    formatYuan(order.payFen),
    describeOrderState(order),
  ]);

const toClientRows = ({ clientList }: StaffMemberDetail): string[][] =>
  clientList.map((client) => [
    client.id,
    client.name,
    client.system,
    client.version,
    `${client.printers} 台打印机`,
    client.lastSeenAt ? `最近在线 ${formatBeijingTime(client.lastSeenAt)}` : '没上过线',
    client.enabled ? '可用' : '已停用',
  ]);

const toVipRows = ({ vips }: StaffMemberDetail): string[][] =>
  vips.flatMap(({ softwareAlias, spans }) =>
    spans.map(({ name, startsAt, endsAt }) => [
      softwareAlias,
      name,
      `${formatBeijingTime(startsAt)} 到 ${formatBeijingTime(endsAt)}`,
    ]),
  );

const formatMemberDetail = (member: StaffMemberDetail): string =>
  formatSections([
    {
      title: `会员 ${member.username}`,
      rows: [
        ['编号', member.id],
        ['昵称', member.nickname || '-'],
        ['称号', member.official || '-'],
        ['公司', member.company || '-'],
        ['注册', formatBeijingTime(member.createdAt)],
      ],
      nothing: '',
    },
    { title: 'VIP（北京时间）', rows: toVipRows(member), nothing: '没有，用免费方案' },
    { title: '最近的订单', rows: toOrderRows(member), nothing: '没有订单' },
    { title: '打印客户端', rows: toClientRows(member), nothing: '没有配对的客户端' },
    {
      title: '登录着的',
      rows: member.sessions.map(({ network, lastUsedAt }) => [
        network,
        formatBeijingTime(lastUsedAt),
      ]),
      nothing: '现在没有登录',
    },
    {
      title: '暂停',
      rows: member.suspensions.map((row) => [
        row.softwareAlias,
        formatBeijingTime(row.at),
        row.reason,
      ]),
      nothing: '没有被暂停',
    },
  ]);

const reportPendingDeletions = async (ctx: Context): Promise<Outcome> => {
  const list = await listPendingDeletions({ ctx });
  const cells = list.map((row) => [
    row.memberId.toString(),
    row.username,
    formatBeijingTime(row.askedAt),
    formatBeijingTime(row.dueAt),
    row.state === 'waiting' ? '还可以撤销' : `正在删除${row.piece && `：${row.piece}`}`,
  ]);
  const heads = ['编号', '用户名', '申请', '到期', '进度'];
  return reportTable(cells, '没有会员申请注销', { headings: heads, json: list });
};

export const memberCommands: Record<keyof typeof MEMBER_USAGE, RunCommand> = {
  'member list': (ctx, _args, { flags: { name, before } }) =>
    reportMembers(ctx, { ...(name === undefined ? {} : { name }), before }),
  'member find': (ctx, [word], { flags: { before } }) => reportMembers(ctx, { word, before }),
  'member show': async (ctx, [username]) => {
    const member = await getMemberForStaff({ ctx, username });
    return createTextOutcome(formatMemberDetail(member), member);
  },
  'member password': async (ctx, [username]) => {
    const credentials = await resetPassword({ ctx, username });
    return createChangeOutcome(
      `${credentials.username} 的新密码是 ${credentials.password}，只显示这一次；请会员登录后在“个人资料”里改掉`,
    );
  },
  'member suspend': async (ctx, [username, alias, reason]) => {
    await suspendMember({ ctx, username, alias, reason });
    return createChangeOutcome(`已暂停 ${username} 使用 ${alias}`);
  },
  'member unsuspend': async (ctx, [username, alias]) => {
    await unsuspendMember({ ctx, username, alias });
    return createChangeOutcome(`已恢复 ${username} 使用 ${alias}`);
  },
  'member leaving': reportPendingDeletions,
  'member stay': async (ctx, [username]) => {
    const { username: name } = await cancelDeletionAsOperator({ ctx, username });
    return createChangeOutcome(`已撤销 ${name} 的注销`);
  },
};
