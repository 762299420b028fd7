import { validateWithSchema, PLAN_FIELDS, type PlanInput, planInput } from '@yunbiao/contract';
import { type ProductTable, runTransaction, type Tx, type Updateable } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { type Entitlements, parseEntitlements } from '../../identity/software/entitlements.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { presentProduct, type Product } from '../../identity/software/present.ts';
import type { AuditAction } from '../../identity/audit/actions.ts';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { ProductRow } from './price.ts';

const invalidatePlans = createInvalidator('product');

const listEntitlements = (plan: Entitlements): Entitlements => ({
  labelsPerMonth: plan.labelsPerMonth,
  clients: plan.clients,
  printers: plan.printers,
  templates: plan.templates,
  retentionDays: plan.retentionDays,
  apiCallsPerMinute: plan.apiCallsPerMinute,
});

const getPlan = async (tx: Tx, id: string): Promise<ProductRow> => {
  const row = /^[1-9]\d{0,8}$/.test(id)
    ? await tx.selectFrom('product').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  if (!row) throw createNotFoundError(`没有编号是 ${id} 的方案`);
  return row;
};

const recordPlanAudit = (
  ctx: Context,
  tx: Tx,
  action: AuditAction,
  row: ProductRow,
): Promise<void> =>
  recordAudit({
    ctx,
    tx,
    action,
    subject: `product:${row.id}`,
    detail: row,
  });

export type StaffPlan = Product & { state: string };

/** All plans of a software, on sale or not. @throws 404 */
export const listAllPlans = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias: string;
}): Promise<StaffPlan[]> => {
  const { id } = await getSoftware(ctx, { alias });
  const rows = await ctx.db.kysely
    .selectFrom('product')
    .selectAll()
    .where('software_id', '=', id)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...presentProduct(row), state: row.state }));
};

const refuseListPriceBelowPrice = (price: number, listPrice: number): void => {
  if (listPrice < price) throw createInvalidInputError({ listPrice: '原价不能低于价格' });
};

/** Adds a plan for sale. `input` is parsed with `planInput`. @throws 400, 404 */
export const addPlan = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<Product> => {
  const plan = requireValidInput(validateWithSchema(planInput, input));
  const listPrice = plan.listPrice ?? plan.price;
  if (plan.price === 0)
    throw createInvalidInputError({ price: '价格要大于 0；免费方案每款软件已经有一个' });
  refuseListPriceBelowPrice(plan.price, listPrice);
  const software = await getSoftware(ctx, { alias });
  return runTransaction(ctx.db, async (tx) => {
    const last = await tx
      .selectFrom('product')
      .select((eb) => eb.fn.max('sort').as('sort'))
      .where('software_id', '=', software.id)
      .executeTakeFirst();
    const row = await tx
      .insertInto('product')
      .values({
        software_id: software.id,
        name: plan.name,
        level: plan.level,
        days: plan.days,
        price_fen: plan.price,
        list_price_fen: listPrice,
        is_free: 0,
        state: 'on',
        sort: plan.sort ?? Number(last?.sort ?? 0) + 1,
        entitlements: JSON.stringify(listEntitlements(plan)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordPlanAudit(ctx, tx, 'plan.add', row);
    await invalidatePlans({ ctx, tx });
    return presentProduct(row);
  });
};

const COLUMNS: Partial<Record<keyof PlanInput, 'name' | 'level' | 'days' | 'sort'>> = {
  name: 'name',
  level: 'level',
  days: 'days',
  sort: 'sort',
};

const isPlanField = (field: string): field is keyof PlanInput =>
  (PLAN_FIELDS as string[]).includes(field);

/** Columns that a change of one field sets. */
const buildPlanChange = (
  row: ProductRow,
  field: keyof PlanInput,
  value: string | number | undefined,
): Updateable<ProductTable> => {
  const column = COLUMNS[field];
  if (column) return { [column]: value };
  if (field === 'price') {
    refuseListPriceBelowPrice(Number(value), Math.max(row.list_price_fen, Number(value)));
    // A list price equal to or below the price follows the price.
    const follows = row.list_price_fen === row.price_fen || row.list_price_fen < Number(value);
    return { price_fen: Number(value), ...(follows ? { list_price_fen: Number(value) } : {}) };
  }
  if (field === 'listPrice') {
    refuseListPriceBelowPrice(row.price_fen, Number(value));
    return { list_price_fen: Number(value) };
  }
  return { entitlements: JSON.stringify({ ...parseEntitlements(row), [field]: Number(value) }) };
};

/**
 * Changes one field of a plan. New entitlements apply to current holders too; existing orders keep
 * price, name and days.
 * @throws 400, 404
 */
export const setPlanField = async ({
  ctx,
  id,
  field,
  value,
}: {
  ctx: Context;
  id: string;
  field: string;
  value: string;
}): Promise<Product> => {
  if (!isPlanField(field))
    throw createInvalidInputError({
      field: `没有 ${field} 这个字段，可以改：${PLAN_FIELDS.join('、')}`,
    });
  const checkedInput = requireValidInput(
    validateWithSchema(planInput.pick({ [field]: true } as Record<typeof field, true>), {
      [field]: value,
    }),
  );
  return runTransaction(ctx.db, async (tx) => {
    const row = await getPlan(tx, id);
    const isMoney = ['price', 'listPrice', 'days', 'level'].includes(field);
    if (row.is_free === 1 && isMoney) throw createConflictError('免费方案的价格、天数和等级不能改');
    if (field === 'price' && checkedInput.price === 0)
      throw createInvalidInputError({ price: '价格要大于 0' });
    const changedProduct = await tx
      .updateTable('product')
      .set(buildPlanChange(row, field, checkedInput[field]))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordPlanAudit(ctx, tx, 'plan.set', changedProduct);
    await invalidatePlans({ ctx, tx });
    return presentProduct(changedProduct);
  });
};

/**
 * Takes a plan off sale or puts it back on sale. Current holders keep it.
 * @throws 404; 409 for the free plan
 */
export const setPlanState = async ({
  ctx,
  id,
  state,
}: {
  ctx: Context;
  id: string;
  state: 'on' | 'off';
}): Promise<Product> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await getPlan(tx, id);
    if (row.is_free === 1) throw createConflictError('免费方案不能下架');
    const set = { state };
    await tx.updateTable('product').set(set).where('id', '=', row.id).execute();
    await recordPlanAudit(ctx, tx, `plan.${state}`, { ...row, state });
    await invalidatePlans({ ctx, tx });
    return presentProduct(row);
  });
