import { type CallOutput, normalizeDiscountCode } from '@yunbiao/contract';
import type { Executor, ProductTable, Selectable } from '@yunbiao/db';
import { toIsoOrNull } from '../../platform/time.ts';
import { evaluateDiscountCode, type DiscountRow } from './discount.ts';

export type ProductRow = Selectable<ProductTable>;

export type Price = {
  /** Price times quantity, fen. */
  amountFen: number;
  /** Discount in fen; 0 without a valid code. */
  discountFen: number;
  payFen: number;
  /** VIP days the order adds. */
  days: number;
  /** The applied code; null without a valid code. */
  code: DiscountRow | null;
  /** Message about the code; null when none was given. */
  discount: CallOutput<'productPrice'>['discount'];
};

/**
 * Computes the current price of a plan for this member, with or without a code. The only price
 * calculation: pages show its result and orders charge it.
 */
export const computePrice = async ({
  tx,
  product,
  num,
  code,
  memberId,
  now,
}: {
  tx: Executor;
  product: ProductRow;
  num: number;
  code: string | undefined;
  memberId: number | null;
  now: number;
}): Promise<Price> => {
  const amountFen = product.price_fen * num;
  const basePrice = { amountFen, discountFen: 0, payFen: amountFen, days: product.days * num };
  const givenCode = normalizeDiscountCode(code ?? '');
  if (!givenCode) return { ...basePrice, code: null, discount: null };
  const verdict = await evaluateDiscountCode(tx, {
    code: givenCode,
    softwareId: product.software_id,
    productId: product.id,
    amountFen,
    memberId,
    now,
  });
  if (!verdict.ok) {
    const { text, endsAt } = verdict;
    const discount = { code: givenCode, ok: false, text, endsAt: toIsoOrNull(endsAt) };
    return { ...basePrice, code: null, discount };
  }
  const { row, offFen, text } = verdict;
  return {
    ...basePrice,
    discountFen: offFen,
    payFen: amountFen - offFen,
    code: row,
    discount: { code: givenCode, ok: true, text, endsAt: toIsoOrNull(row.ends_at) },
  };
};
