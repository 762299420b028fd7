import { orderStateWords } from '@yunbiao/contract';
import {
  getCancelDeletion,
  type Context,
  MEMBERS_SHOWN,
  pendingDeletions,
  resetPassword,
  type StaffMember,
  staffMember,
  type StaffMemberDetail,
  staffMembers,
  suspendMember,
  unsuspendMember,
  yuanText,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import type { MEMBER_USAGE } from './member-usage.ts';
import { done, moreHint, type Outcome, type Run, sections, table, told } from './outcome.ts';

const HEADS = ['编号', '用户名', '昵称', '称号', '注册', '最近登录', '已付订单', '客户端'];

const listCells = (member: StaffMember): string[] => [
  member.id,
  member.username,
  member.nickname || '-',
  member.official || '-',
  beijing(member.createdAt),
  member.lastUsedAt ? beijing(member.lastUsedAt) : '-',
  String(member.orders),
  String(member.clients),
];

const listed = async (
  ctx: Context,
  asked: { name?: string; word?: string; before: string | undefined },
): Promise<Outcome> => {
  const list = await staffMembers({ ctx, ...asked });
  const more = moreHint(list, MEMBERS_SHOWN, list.at(-1)?.id);
  return table(list.map(listCells), '没有这样的会员', { heads: HEADS, json: list, more });
};

const orderRows = ({ recentOrders }: StaffMemberDetail): string[][] =>
  recentOrders.map((order) => [
    order.orderNo,
    beijing(order.createdAt),
    order.softwareAlias,
    `${order.productName} × ${order.num}`,
    yuanText(order.payFen),
    orderStateWords(order),
  ]);

const clientRows = ({ clientList }: StaffMemberDetail): string[][] =>
  clientList.map((client) => [
    client.id,
    client.name,
    client.system,
    client.version,
    `${client.printers} 台打印机`,
    client.lastSeenAt ? `最近在线 ${beijing(client.lastSeenAt)}` : '没上过线',
    client.enabled ? '可用' : '已停用',
  ]);

const vipRows = ({ vips }: StaffMemberDetail): string[][] =>
  vips.flatMap(({ softwareAlias, spans }) =>
    spans.map(({ name, startsAt, endsAt }) => [
      softwareAlias,
      name,
      `${beijing(startsAt)} 到 ${beijing(endsAt)}`,
    ]),
  );

const whole = (member: StaffMemberDetail): string =>
  sections([
    {
      title: `会员 ${member.username}`,
      rows: [
        ['编号', member.id],
        ['昵称', member.nickname || '-'],
        ['称号', member.official || '-'],
        ['公司', member.company || '-'],
        ['注册', beijing(member.createdAt)],
      ],
      nothing: '',
    },
    { title: 'VIP（北京时间）', rows: vipRows(member), nothing: '没有，用免费方案' },
    { title: '最近的订单', rows: orderRows(member), nothing: '没有订单' },
    { title: '打印客户端', rows: clientRows(member), nothing: '没有配对的客户端' },
    {
      title: '登录着的',
      rows: member.sessions.map(({ network, lastUsedAt }) => [network, beijing(lastUsedAt)]),
      nothing: '现在没有登录',
    },
    {
      title: '暂停',
      rows: member.suspensions.map((row) => [row.softwareAlias, beijing(row.at), row.reason]),
      nothing: '没有被暂停',
    },
  ]);

const leaving = async (ctx: Context): Promise<Outcome> => {
  const list = await pendingDeletions({ ctx });
  const cells = list.map((row) => [
    row.memberId.toString(),
    row.username,
    beijing(row.askedAt),
    beijing(row.dueAt),
    row.state === 'waiting' ? '还可以撤销' : `正在删除${row.piece && `：${row.piece}`}`,
  ]);
  const heads = ['编号', '用户名', '申请', '到期', '进度'];
  return table(cells, '没有会员申请注销', { heads, json: list });
};

export const memberCommands: Record<keyof typeof MEMBER_USAGE, Run> = {
  'member list': (ctx, _args, { flags: { name, before } }) =>
    listed(ctx, { ...(name === undefined ? {} : { name }), before }),
  'member find': (ctx, [word], { flags: { before } }) => listed(ctx, { word, before }),
  'member show': async (ctx, [username]) => {
    const member = await staffMember({ ctx, username });
    return told(whole(member), member);
  },
  'member password': async (ctx, [username]) => {
    const given = await resetPassword({ ctx, username });
    return done(
      `${given.username} 的新密码是 ${given.password}，只显示这一次；请会员登录后在“个人资料”里改掉`,
    );
  },
  'member suspend': async (ctx, [username, alias, reason]) => {
    await suspendMember({ ctx, username, alias, reason });
    return done(`已暂停 ${username} 使用 ${alias}`);
  },
  'member unsuspend': async (ctx, [username, alias]) => {
    await unsuspendMember({ ctx, username, alias });
    return done(`已恢复 ${username} 使用 ${alias}`);
  },
  'member leaving': leaving,
  'member stay': async (ctx, [username]) => {
    const { username: name } = await getCancelDeletion({ ctx, username });
    return done(`已撤销 ${name} 的注销`);
  },
};
