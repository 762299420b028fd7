import { orderStateWords } from '@yunbiao/contract';
import {
  addDiscount,
  addPlan,
  allDiscounts,
  allOrders,
  allPlans,
  closeOrder,
  confirmOrder,
  DAY,
  endDiscount,
  finishRefund,
  giveVip,
  MINUTE,
  ORDERS_SHOWN,
  reductionText,
  type Refunded,
  refundOrder,
  setPlanField,
  setPlanState,
  type StaffDiscount,
  yuanText,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import type { MONEY_USAGE } from './money-usage.ts';
import { done, moreHint, type Run, table } from './outcome.ts';

const limitText = (limit: number): string => (limit === 0 ? '不限' : String(limit));

/** How flags are written and what the verbs call them. */
const PLAN_FLAGS: Readonly<Record<string, string>> = {
  labels: 'labelsPerMonth',
  retention: 'retentionDays',
  api: 'apiCallsPerMinute',
  'list-price': 'listPrice',
  'per-member': 'perMember',
};

const named = (flags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flags).map(([flag, value]) => [PLAN_FLAGS[flag] ?? flag, value]),
  );

const plans = {
  'plan list': async (ctx, [alias]) => {
    const list = await allPlans({ ctx, alias });
    const cells = list.map((plan) => [
      plan.id,
      plan.name,
      yuanText(plan.priceFen),
      plan.days === 0 ? '一直' : `${plan.days} 天`,
      `等级 ${plan.level}`,
      plan.state === 'on' ? '在售' : '已下架',
    ]);
    const heads = ['编号', '名称', '价格', '天数', '等级', '状态'];
    return table(cells, '还没有方案', { heads, json: list });
  },
  'plan add': async (ctx, [alias, name], { flags }) => {
    const plan = await addPlan({ ctx, alias, input: { ...named(flags), name } });
    return done(`已加方案 ${plan.name}，编号 ${plan.id}，${yuanText(plan.priceFen)}`);
  },
  'plan set': async (ctx, [id, field, value]) => {
    const plan = await setPlanField({ ctx, id, field, value });
    return done(`已改 ${plan.name} 的 ${field}`);
  },
  'plan off': async (ctx, [id]) =>
    done(`已下架 ${(await setPlanState({ ctx, id, state: 'off' })).name}`),
  'plan on': async (ctx, [id]) =>
    done(`已上架 ${(await setPlanState({ ctx, id, state: 'on' })).name}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, Run>>;

const STANDINGS: Record<StaffDiscount['standing'], string> = {
  on: '可用',
  off: '已停用',
  soon: '还没开始',
  over: '已过期',
  spent: '已用完',
};

const discounts = {
  'discount list': async (ctx, [alias]) => {
    const list = await allDiscounts({ ctx, alias });
    const cells = list.map((row) => [
      row.code,
      reductionText(row),
      row.minimum_fen > 0 ? `满 ${yuanText(row.minimum_fen)}` : '不限金额',
      `用了 ${row.uses} / ${limitText(row.total_limit)}`,
      `每人 ${limitText(row.member_limit)}`,
      row.starts_at === null ? '-' : `从 ${beijing(row.starts_at)}`,
      row.ends_at === null ? '不过期' : `到 ${beijing(row.ends_at - MINUTE)}`,
      STANDINGS[row.standing],
    ]);
    const heads = ['折扣码', '折扣', '最低金额', '用量', '每人次数', '开始', '结束', '现在'];
    return table(cells, '还没有折扣码', { heads, json: list });
  },
  'discount add': async (ctx, [alias, code], { flags }) => {
    const row = await addDiscount({ ctx, alias, input: { ...named(flags), code } });
    return done(`已加折扣码 ${row.code}，${reductionText(row)}`);
  },
  'discount off': async (ctx, [code]) => done(`已停用 ${(await endDiscount({ ctx, code })).code}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, Run>>;

/** Days as people say them: whole ones without a fraction. */
const dayText = (ms: number): string => String(Math.round((ms / DAY) * 10) / 10);

/** What was done, and what is left to do by hand. */
export const refundWords = ({ order, isNew, takenMs, channel }: Refunded): string => {
  if (!isNew) return `早已在退 ${order.orderNo}（${orderStateWords(order)}），没有再收回天数`;
  const taken = `收回了 ${dayText(takenMs)} 天 VIP（它加了 ${order.days} 天）`;
  const sum = yuanText(order.payFen);
  const byHand = `请把 ${sum} 转回去，转完运行 order refunded ${order.orderNo}`;
  const byItself = `${sum} 由运行着的网站让付款渠道原路退回，退成以后自己变成已退款`;
  const next = order.state === 'refunded' ? '没有收过钱，已退款' : channel ? byItself : byHand;
  return `${order.orderNo} ${taken}。${next}`;
};

const orders = {
  'order list': async (ctx, _args, { flags }) => {
    const { state, member: username, before } = flags;
    const list = await allOrders({ ctx, state, username, before });
    const cells = list.map((order) => [
      order.orderNo,
      beijing(order.createdAt),
      order.username,
      order.softwareAlias,
      `${order.productName} × ${order.num}`,
      yuanText(order.payFen),
      order.discountCode || '-',
      orderStateWords(order),
    ]);
    const heads = ['订单号', '下单', '会员', '软件', '方案', '应付', '折扣码', '状态'];
    const more = moreHint(list, ORDERS_SHOWN, list.at(-1)?.orderNo);
    return table(cells, '没有订单', { heads, json: list, more });
  },
  'order confirm': async (ctx, [orderNo]) => {
    const { order, isNew } = await confirmOrder({ ctx, orderNo });
    const what = `${order.orderNo}，${yuanText(order.payFen)}，${order.productName} ${order.days} 天`;
    return done(isNew ? `已确认 ${what}，VIP 已延长` : `早已确认过 ${what}，没有再延长`);
  },
  'order close': async (ctx, [orderNo]) =>
    done(`已关闭 ${(await closeOrder({ ctx, orderNo })).orderNo}`),
  'order refund': async (ctx, [orderNo]) => {
    return done(refundWords(await refundOrder({ ctx, orderNo })));
  },
  'order refunded': async (ctx, [orderNo]) => {
    const { order, isNew } = await finishRefund({ ctx, orderNo });
    return done(`${order.orderNo} ${isNew ? '已退款，会员收到了通知' : '早已退款'}`);
  },
  'vip grant': async (ctx, [username, alias, days], { flags }) => {
    const { plan: planId, reason = '' } = flags;
    const given = await giveVip({ ctx, username, alias, days, planId, reason });
    const end = `VIP 到 ${beijing(given.expiresAt)}`;
    return done(`已送 ${given.username} ${given.plan} ${given.days} 天，${end}，会员收到了通知`);
  },
} satisfies Partial<Record<keyof typeof MONEY_USAGE, Run>>;

export const moneyCommands: Record<keyof typeof MONEY_USAGE, Run> = {
  ...plans,
  ...discounts,
  ...orders,
};
