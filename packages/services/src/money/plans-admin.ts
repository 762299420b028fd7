import { check, PLAN_FIELDS, type PlanInput, planInput } from '@yunbiao/contract';
import { type ProductTable, transaction, type Tx, type Updateable } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { type Entitlements, entitlementsIn } from '../software/entitlements.ts';
import { getSoftware } from '../software/find.ts';
import { presentProduct, type Product } from '../software/present.ts';
import type { AuditAction } from '../audit/actions.ts';
import { audit } from '../audit/audit.ts';
import type { ProductRow } from './price.ts';

const plansChanged = raises('product');

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
  if (!row) throw notFound(`没有编号是 ${id} 的方案`);
  return row;
};

const note = (ctx: Context, tx: Tx, action: AuditAction, row: ProductRow): Promise<void> =>
  audit({
    ctx,
    tx,
    action,
    subject: `product:${row.id}`,
    detail: row,
  });

export type StaffPlan = Product & { state: string };

/** Every plan of a software, on sale or not. @throws 404 */
export const allPlans = async ({
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

const refuseOddListPrice = (price: number, listPrice: number): void => {
  if (listPrice < price) throw invalid({ listPrice: '原价不能低于价格' });
};

/** Puts a plan on sale. `input` is read as `planInput`. @throws 400, 404 */
export const addPlan = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<Product> => {
  const plan = valid(check(planInput, input));
  const listPrice = plan.listPrice ?? plan.price;
  if (plan.price === 0) throw invalid({ price: '价格要大于 0；免费方案每款软件已经有一个' });
  refuseOddListPrice(plan.price, listPrice);
  const software = await getSoftware(ctx, { alias });
  return transaction(ctx.db, async (tx) => {
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
    await note(ctx, tx, 'plan.add', row);
    await plansChanged({ ctx, tx });
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

/** The change of a row that one field means. */
const getChange = (
  row: ProductRow,
  field: keyof PlanInput,
  value: string | number | undefined,
): Updateable<ProductTable> => {
  const column = COLUMNS[field];
  if (column) return { [column]: value };
  if (field === 'price') {
    refuseOddListPrice(Number(value), Math.max(row.list_price_fen, Number(value)));
    // A list price that was the price follows it.
    const follows = row.list_price_fen === row.price_fen || row.list_price_fen < Number(value);
    return { price_fen: Number(value), ...(follows ? { list_price_fen: Number(value) } : {}) };
  }
  if (field === 'listPrice') {
    refuseOddListPrice(row.price_fen, Number(value));
    return { list_price_fen: Number(value) };
  }
  return { entitlements: JSON.stringify({ ...entitlementsIn(row), [field]: Number(value) }) };
};

/**
 * Changes one field of a plan. Entitlements change for those who have the plan too; orders keep price, name and days.
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
    throw invalid({ field: `没有 ${field} 这个字段，可以改：${PLAN_FIELDS.join('、')}` });
  const checked = valid(
    check(planInput.pick({ [field]: true } as Record<typeof field, true>), {
      [field]: value,
    }),
  );
  return transaction(ctx.db, async (tx) => {
    const row = await getPlan(tx, id);
    const isMoney = ['price', 'listPrice', 'days', 'level'].includes(field);
    if (row.is_free === 1 && isMoney) throw conflict('免费方案的价格、天数和等级不能改');
    if (field === 'price' && checked.price === 0) throw invalid({ price: '价格要大于 0' });
    const changed = await tx
      .updateTable('product')
      .set(getChange(row, field, checked[field]))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(ctx, tx, 'plan.set', changed);
    await plansChanged({ ctx, tx });
    return presentProduct(changed);
  });
};

/** Takes a plan off sale, or puts it back; who bought it keeps it. @throws 404; 409 for the free one */
export const setPlanState = async ({
  ctx,
  id,
  state,
}: {
  ctx: Context;
  id: string;
  state: 'on' | 'off';
}): Promise<Product> =>
  transaction(ctx.db, async (tx) => {
    const row = await getPlan(tx, id);
    if (row.is_free === 1) throw conflict('免费方案不能下架');
    const set = { state };
    await tx.updateTable('product').set(set).where('id', '=', row.id).execute();
    await note(ctx, tx, `plan.${state}`, { ...row, state });
    await plansChanged({ ctx, tx });
    return presentProduct(row);
  });
