import {
  validateWithSchema,
  type DiscountInput,
  discountInput,
  normalizeDiscountCode,
} from '@yunbiao/contract';
import { isUniqueViolation, runTransaction } from '@yunbiao/db';
import { requireValidInput } from '../../platform/valid.ts';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { addDays, CHINA, getStartOfDay } from '../../platform/time.ts';
import { recordAudit } from '../../identity/audit/audit.ts';
import { type DiscountRow, getDiscountStatus } from './discount.ts';

export type StaffDiscount = DiscountRow & {
  /** Orders with this code, except closed ones. */
  uses: number;
  standing: ReturnType<typeof getDiscountStatus>;
};

/** All codes of a software. @throws 404 */
export const listDiscounts = async ({
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
  const usedRows = await ctx.db.kysely
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
  const counts = new Map(usedRows.map((row) => [row.discount_code_id, row.count]));
  return rows.map((row) => {
    const uses = counts.get(row.id) ?? 0;
    return { ...row, uses, standing: getDiscountStatus(row, { uses, now }) };
  });
};

const refusePlansOfOtherSoftware = async (
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
  const planIds = new Set(rows.map((row) => row.id));
  const foreign = products.find((id) => !planIds.has(id));
  if (foreign !== undefined)
    throw createInvalidInputError({ products: `这款软件没有编号是 ${foreign} 的收费方案` });
};

/** Columns of a code from its input. Days are days in China; the last day is included. */
export const toDiscountColumns = (input: DiscountInput) => ({
  code: input.code,
  kind: input.percent === undefined ? 'amount' : 'percent',
  value: input.percent ?? input.amount ?? 0,
  products: JSON.stringify(input.products ?? []),
  minimum_fen: input.minimum,
  starts_at: input.from ? getStartOfDay(input.from, CHINA) : null,
  ends_at: input.until ? getStartOfDay(addDays(input.until, 1), CHINA) : null,
  total_limit: input.total,
  member_limit: input.perMember,
  state: 'on',
});

/**
 * Adds a code. `input` is parsed with `discountInput`.
 * @throws 400; 404; 409 when the code exists
 */
export const addDiscount = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<DiscountRow> => {
  const validInput = requireValidInput(validateWithSchema(discountInput, input));
  if (validInput.amount === 0) throw createInvalidInputError({ amount: '减免金额要大于 0' });
  const software = await getSoftware(ctx, { alias });
  await refusePlansOfOtherSoftware(ctx, software.id, validInput.products ?? []);
  const values = {
    ...toDiscountColumns(validInput),
    software_id: software.id,
    created_at: ctx.now(),
  };
  try {
    return await runTransaction(ctx.db, async (tx) => {
      const row = await tx
        .insertInto('discount_code')
        .values(values)
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordAudit({
        ctx,
        tx,
        action: 'discount.add',
        subject: `discount:${row.id}`,
        detail: values,
      });
      return row;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw createConflictError(`已经有 ${validInput.code} 这个折扣码`);
    throw error;
  }
};

/** Disables a code. Existing orders keep their price. @throws 404 */
export const disableDiscount = async ({
  ctx,
  code,
}: {
  ctx: Context;
  code: string;
}): Promise<DiscountRow> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await tx
      .updateTable('discount_code')
      .set({ state: 'off' })
      .where('code', '=', normalizeDiscountCode(code))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError(`没有 ${code} 这个折扣码`);
    await recordAudit({
      ctx,
      tx,
      action: 'discount.off',
      subject: `discount:${row.id}`,
    });
    return row;
  });
