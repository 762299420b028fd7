import { describeOrderState } from '@yunbiao/contract';
import {
  addDiscount,
  addPlan,
  listDiscounts,
  listAllOrders,
  listAllPlans,
  closeOrder,
  confirmOrderTransfer,
  DAY,
  disableDiscount,
  markOrderRefunded,
  grantVipWithoutOrder,
  MINUTE,
  ORDERS_PAGE_SIZE,
  describeReduction,
  type RefundResult,
  refundOrder,
  setPlanField,
  setPlanState,
  type StaffDiscount,
  formatYuan,
} from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import type { MONEY_USAGE } from './money-usage.ts';
import {
  createChangeOutcome,
  formatNextPageHint,
  type RunCommand,
  reportTable,
} from './command-outcome.ts';

const formatPlanLimit = (limit: number): string => (limit === 0 ? '不限' : String(limit));

/** Maps command line flags to the field names of the service functions. */
const PLAN_FLAGS: Readonly<Record<string, string>> = {
  labels: 'labelsPerMonth',
  retention: 'retentionDays',
  api: 'apiCallsPerMinute',
  'list-price': 'listPrice',
  'per-member': 'perMember',
};

const toPlanFieldNames = (flags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flags).map(([flag, value]) => [PLAN_FLAGS[flag] ?? flag, value]),
  );

const plans = {
  'plan list': async (ctx, [alias]) => {
    const list = await listAllPlans({ ctx, alias });
    const cells = list.map((plan) => [
      plan.id,
      plan.name,
      formatYuan(plan.priceFen),
      plan.days === 0 ? '一直' : `${plan.days} 天`,
      `等级 ${plan.level}`,
      plan.state === 'on' ? '在售' : '已下架',
    ]);
    const heads = ['编号', '名称', '价格', '天数', '等级', '状态'];
    return reportTable(cells, '还没有方案', { headings: heads, json: list });
  },
  'plan add': async (ctx, [alias, name], { flags }) => {
    const plan = await addPlan({ ctx, alias, input: { ...toPlanFieldNames(flags), name } });
    return createChangeOutcome(
      `已加方案 ${plan.name}，编号 ${plan.id}，${formatYuan(plan.priceFen)}`,
    );
  },
  'plan set': async (ctx, [id, field, value]) => {
    const plan = await setPlanField({ ctx, id, field, value });
    return createChangeOutcome(`已改 ${plan.name} 的 ${field}`);
  },
  'plan off': async (ctx, [id]) =>
    createChangeOutcome(`已下架 ${(await setPlanState({ ctx, id, state: 'off' })).name}`),
  'plan on': async (ctx, [id]) =>
    createChangeOutcome(`已上架 ${(await setPlanState({ ctx, id, state: 'on' })).name}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, RunCommand>>;

const DISCOUNT_STATUS_TEXT: Record<StaffDiscount['standing'], string> = {
  on: '可用',
  off: '已停用',
  soon: '还没开始',
  over: '已过期',
  spent: '已用完',
};

const discounts = {
  'discount list': async (ctx, [alias]) => {
    const list = await listDiscounts({ ctx, alias });
    const cells = list.map((row) => [
      row.code,
      describeReduction(row),
      row.minimum_fen > 0 ? `满 ${formatYuan(row.minimum_fen)}` : '不限金额',
      `用了 ${row.uses} / ${formatPlanLimit(row.total_limit)}`,
      `每人 ${formatPlanLimit(row.member_limit)}`,
      row.starts_at === null ? '-' : `从 ${formatBeijingTime(row.starts_at)}`,
      row.ends_at === null ? '不过期' : `到 ${formatBeijingTime(row.ends_at - MINUTE)}`,
      DISCOUNT_STATUS_TEXT[row.standing],
    ]);
    const heads = ['折扣码', '折扣', '最低金额', '用量', '每人次数', '开始', '结束', '现在'];
    return reportTable(cells, '还没有折扣码', { headings: heads, json: list });
  },
  'discount add': async (ctx, [alias, code], { flags }) => {
    const row = await addDiscount({ ctx, alias, input: { ...toPlanFieldNames(flags), code } });
    return createChangeOutcome(`已加折扣码 ${row.code}，${describeReduction(row)}`);
  },
  'discount off': async (ctx, [code]) =>
    createChangeOutcome(`已停用 ${(await disableDiscount({ ctx, code })).code}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, RunCommand>>;

/** Number of days with at most one decimal. */
const formatMsAsDays = (ms: number): string => String(Math.round((ms / DAY) * 10) / 10);

/** States what the refund changed and which steps remain to be done by hand. */
export const describeRefund = ({ order, isNew, takenMs, channel }: RefundResult): string => {
  if (!isNew) return `早已在退 ${order.orderNo}（${describeOrderState(order)}），没有再收回天数`;
  const takenText = `收回了 ${formatMsAsDays(takenMs)} 天 VIP（它加了 ${order.days} 天）`;
  const sum = formatYuan(order.payFen);
  const manualStep = `请把 ${sum} 转回去，转完运行 order refunded ${order.orderNo}`;
  const automaticStep = `${sum} 由运行着的网站让付款渠道原路退回，退成以后自己变成已退款`;
  const nextStep =
    order.state === 'refunded' ? '没有收过钱，已退款' : channel ? automaticStep : manualStep;
  return `${order.orderNo} ${takenText}。${nextStep}`;
};

const orders = {
  'order list': async (ctx, _args, { flags }) => {
    const { state, member: username, before } = flags;
    const list = await listAllOrders({ ctx, state, username, before });
    const cells = list.map((order) => [
      order.orderNo,
      formatBeijingTime(order.createdAt),
      order.username,
      order.softwareAlias,
      `${order.productName} × ${order.num}`,
      formatYuan(order.payFen),
      order.discountCode || '-',
      describeOrderState(order),
    ]);
    const heads = ['订单号', '下单', '会员', '软件', '方案', '应付', '折扣码', '状态'];
    const nextPageHint = formatNextPageHint(list, ORDERS_PAGE_SIZE, list.at(-1)?.orderNo);
    return reportTable(cells, '没有订单', { headings: heads, json: list, moreHint: nextPageHint });
  },
  'order confirm': async (ctx, [orderNo]) => {
    const { order, isNew } = await confirmOrderTransfer({ ctx, orderNo });
    const orderText = `${order.orderNo}，${formatYuan(order.payFen)}，${order.productName} ${order.days} 天`;
    return createChangeOutcome(
      isNew ? `已确认 ${orderText}，VIP 已延长` : `早已确认过 ${orderText}，没有再延长`,
    );
  },
  'order close': async (ctx, [orderNo]) =>
    createChangeOutcome(`已关闭 ${(await closeOrder({ ctx, orderNo })).orderNo}`),
  'order refund': async (ctx, [orderNo]) => {
    return createChangeOutcome(describeRefund(await refundOrder({ ctx, orderNo })));
  },
  'order refunded': async (ctx, [orderNo]) => {
    const { order, isNew } = await markOrderRefunded({ ctx, orderNo });
    return createChangeOutcome(`${order.orderNo} ${isNew ? '已退款，会员收到了通知' : '早已退款'}`);
  },
  'vip grant': async (ctx, [username, alias, days], { flags }) => {
    const { plan: planId, reason = '' } = flags;
    const grant = await grantVipWithoutOrder({ ctx, username, alias, days, planId, reason });
    const end = `VIP 到 ${formatBeijingTime(grant.expiresAt)}`;
    return createChangeOutcome(
      `已送 ${grant.username} ${grant.plan} ${grant.days} 天，${end}，会员收到了通知`,
    );
  },
} satisfies Partial<Record<keyof typeof MONEY_USAGE, RunCommand>>;

export const moneyCommands: Record<keyof typeof MONEY_USAGE, RunCommand> = {
  ...plans,
  ...discounts,
  ...orders,
};
