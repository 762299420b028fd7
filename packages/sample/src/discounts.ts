import { normalizeDiscountCode } from '@yunbiao/contract';
import type { Tx } from '@yunbiao/db';
import { type Context, DAY } from '@yunbiao/services';

type Sample = {
  code: string;
  reduction: ['percent' | 'amount', number];
  minimum?: number;
  /** Days from now; negative for an expired code. */
  endsIn: number;
  /** Level of the only plan it applies to. */
  level?: number;
};

/**
 * One code for each possible response: 8 折 on the yearly plan, an amount with a minimum, an expired
 * one.
 */
const SAMPLE_DISCOUNTS: Readonly<Record<string, readonly Sample[]>> = {
  yunbiao: [
    { code: 'YUNBIAO20', reduction: ['percent', 20], endsIn: 60, level: 2 },
    { code: 'MANJIAN50', reduction: ['amount', 5_000], minimum: 20_000, endsIn: 60 },
    { code: 'JIUMA10', reduction: ['percent', 10], endsIn: -20 },
  ],
  miandan: [{ code: 'FAHUO15', reduction: ['percent', 15], endsIn: 60 }],
};

/** Adds discount codes for trying the VIP page. */
export const addSampleDiscounts = async (
  { ctx, tx }: { ctx: Context; tx: Tx },
  { softwareId, alias }: { softwareId: number; alias: string },
): Promise<void> => {
  const plans = await tx
    .selectFrom('product')
    .select(['id', 'level'])
    .where('software_id', '=', softwareId)
    .execute();
  for (const { code, reduction, minimum = 0, endsIn, level } of SAMPLE_DISCOUNTS[alias] ?? []) {
    const [kind, value] = reduction;
    const products = plans.filter((plan) => plan.level === level).map(({ id }) => id);
    await tx
      .insertInto('discount_code')
      .values({
        code: normalizeDiscountCode(code),
        software_id: softwareId,
        kind,
        value,
        minimum_fen: minimum,
        products: JSON.stringify(products),
        starts_at: null,
        state: 'on',
        ends_at: ctx.now() + endsIn * DAY,
        total_limit: 0,
        member_limit: 1,
        created_at: ctx.now(),
      })
      // An operator's code of the same name stays.
      .onConflict((clash) => clash.column('code').doNothing())
      .execute();
  }
};
