import { check, type DiscountInput, discountInput, normalCode } from '@yunbiao/contract';
import { isUniqueViolation, transaction } from '@yunbiao/db';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { getSoftware } from '../software/find.ts';
import { addDays, CHINA, startOfDay } from '../time.ts';
import { audit } from '../audit/audit.ts';
import { type DiscountRow, discountStanding } from './discount.ts';

export type StaffDiscount = DiscountRow & {
  /** Orders that took it and were not closed. */
  uses: number;
  standing: ReturnType<typeof discountStanding>;
};

/** Every code of a software. @throws 404 */
export const allDiscounts = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias: string;
}): Promise<StaffDiscount[]> => {
  const { id } = await getSoftware(ctx, { alias });
  const rows = await ctx.db.kysely
    .selectFrom('discount_code')
    .selectAll()
    .where('software_id', '=', id)
    .orderBy('id')
    .execute();
  const now = ctx.now();
  const used = await ctx.db.kysely
    .selectFrom('member_order')
    .select('discount_code_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('software_id', '=', id)
    .where('discount_code_id', 'is not', null)
    .where((eb) =>
      eb.or([eb('state', 'not in', ['closed', 'pending']), eb('expires_at', '>', now)]),
    )
    .where('state', '<>', 'closed')
    .groupBy('discount_code_id')
    .execute();
  const counts = new Map(used.map((row) => [row.discount_code_id, row.count]));
  return rows.map((row) => {
    const uses = counts.get(row.id) ?? 0;
    return { ...row, uses, standing: discountStanding(row, { uses, now }) };
  });
};

const refuseForeignPlans = async (
  ctx: Context,
  softwareId: number,
  products: readonly number[],
): Promise<void> => {
  if (products.length === 0) return;
  const rows = await ctx.db.kysely
    .selectFrom('product')
    .select('id')
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 0)
    .where('id', 'in', [...products])
    .execute();
  const own = new Set(rows.map((row) => row.id));
  const foreign = products.find((id) => !own.has(id));
  if (foreign !== undefined)
    throw invalid({ products: `这款软件没有编号是 ${foreign} 的收费方案` });
};

/** The columns of a code as it was written; days are China's, the last one whole. */
export const discountColumns = (input: DiscountInput) => ({
  code: input.code,
  kind: input.percent === undefined ? 'amount' : 'percent',
  value: input.percent ?? input.amount ?? 0,
  products: JSON.stringify(input.products ?? []),
  minimum_fen: input.minimum,
  starts_at: input.from ? startOfDay(input.from, CHINA) : null,
  ends_at: input.until ? startOfDay(addDays(input.until, 1), CHINA) : null,
  total_limit: input.total,
  member_limit: input.perMember,
  state: 'on',
});

/** Adds a code. `input` is read as `discountInput`. @throws 400, 404, 409 when the code is taken */
export const addDiscount = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<DiscountRow> => {
  const written = valid(check(discountInput, input));
  if (written.amount === 0) throw invalid({ amount: '减免金额要大于 0' });
  const software = await getSoftware(ctx, { alias });
  await refuseForeignPlans(ctx, software.id, written.products ?? []);
  const values = {
    ...discountColumns(written),
    software_id: software.id,
    created_at: ctx.now(),
  };
  try {
    return await transaction(ctx.db, async (tx) => {
      const row = await tx
        .insertInto('discount_code')
        .values(values)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit({
        ctx,
        tx,
        action: 'discount.add',
        subject: `discount:${row.id}`,
        detail: values,
      });
      return row;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(`已经有 ${written.code} 这个折扣码`);
    throw error;
  }
};

/** Ends a code; orders that took it keep their price. @throws 404 */
export const endDiscount = async ({
  ctx,
  code,
}: {
  ctx: Context;
  code: string;
}): Promise<DiscountRow> =>
  transaction(ctx.db, async (tx) => {
    const row = await tx
      .updateTable('discount_code')
      .set({ state: 'off' })
      .where('code', '=', normalCode(code))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound(`没有 ${code} 这个折扣码`);
    await audit({
      ctx,
      tx,
      action: 'discount.off',
      subject: `discount:${row.id}`,
    });
    return row;
  });
