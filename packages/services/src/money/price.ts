import { type CallOutput, normalCode } from '@yunbiao/contract';
import type { Executor, ProductTable, Selectable } from '@yunbiao/db';
import { isoOrNull } from '../time.ts';
import { judgeDiscount, type DiscountRow } from './discount.ts';

export type ProductRow = Selectable<ProductTable>;

export type Price = {
  /** Price times number, fen. */
  amountFen: number;
  /** What the code takes off; 0 without one, or with one that does not work. */
  discountFen: number;
  payFen: number;
  /** Days it adds. */
  days: number;
  /** The code that is taken; null without one, or with one that does not work. */
  code: DiscountRow | null;
  /** What to say of the code; null when none was given. */
  discount: CallOutput<'productPrice'>['discount'];
};

/**
 * What so many of a plan cost this member now, with a code or without. Pages show it and orders charge it: there is no
 * other way to a price.
 */
export const getPrice = async ({
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
  const plain = { amountFen, discountFen: 0, payFen: amountFen, days: product.days * num };
  const given = normalCode(code ?? '');
  if (!given) return { ...plain, code: null, discount: null };
  const verdict = await judgeDiscount(tx, {
    code: given,
    softwareId: product.software_id,
    productId: product.id,
    amountFen,
    memberId,
    now,
  });
  if (!verdict.ok) {
    const { text, endsAt } = verdict;
    const discount = { code: given, ok: false, text, endsAt: isoOrNull(endsAt) };
    return { ...plain, code: null, discount };
  }
  const { row, offFen, text } = verdict;
  return {
    ...plain,
    discountFen: offFen,
    payFen: amountFen - offFen,
    code: row,
    discount: { code: given, ok: true, text, endsAt: isoOrNull(row.ends_at) },
  };
};
