import { orderStateWords } from '@yunbiao/contract';
import {
  addDiscount,
  addPlan,
  allDiscounts,
  allOrders,
  allPlans,
  closeOrder,
  confirmOrder,
  endDiscount,
  MINUTE,
  reductionText,
  setPlanField,
  setPlanState,
  yuanText,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import type { MONEY_USAGE } from './money-usage.ts';
import { done, type Run, table } from './outcome.ts';

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
    return table(cells, '还没有方案');
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

const discounts = {
  'discount list': async (ctx, [alias]) => {
    const list = await allDiscounts({ ctx, alias });
    const cells = list.map((row) => [
      row.code,
      reductionText(row),
      row.minimum_fen > 0 ? `满 ${yuanText(row.minimum_fen)}` : '不限金额',
      `用了 ${row.uses} / ${limitText(row.total_limit)}`,
      `每人 ${limitText(row.member_limit)}`,
      row.ends_at === null ? '不过期' : `到 ${beijing(row.ends_at - MINUTE)}`,
      row.state === 'on' ? '可用' : '已停用',
    ]);
    return table(cells, '还没有折扣码');
  },
  'discount add': async (ctx, [alias, code], { flags }) => {
    const row = await addDiscount({ ctx, alias, input: { ...named(flags), code } });
    return done(`已加折扣码 ${row.code}，${reductionText(row)}`);
  },
  'discount off': async (ctx, [code]) => done(`已停用 ${(await endDiscount({ ctx, code })).code}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, Run>>;

const orders = {
  'order list': async (ctx, _args, { flags }) => {
    const list = await allOrders({ ctx, state: flags['state'] });
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
    return table(cells, '没有订单');
  },
  'order confirm': async (ctx, [orderNo]) => {
    const { order, isNew } = await confirmOrder({ ctx, orderNo });
    const what = `${order.orderNo}，${yuanText(order.payFen)}，${order.productName} ${order.days} 天`;
    return done(isNew ? `已确认 ${what}，VIP 已延长` : `早已确认过 ${what}，没有再延长`);
  },
  'order close': async (ctx, [orderNo]) =>
    done(`已关闭 ${(await closeOrder({ ctx, orderNo })).orderNo}`),
} satisfies Partial<Record<keyof typeof MONEY_USAGE, Run>>;

export const moneyCommands: Record<keyof typeof MONEY_USAGE, Run> = {
  ...plans,
  ...discounts,
  ...orders,
};
