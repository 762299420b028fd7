import { type Executor, prepared } from '@yunbiao/db';
import { entitlementsIn } from '../software/entitlements.ts';

/** Plans that run for the member in any software, and the free ones of all. */
const plans = prepared((db, { memberId, now }: { memberId: number; now: number }) =>
  db
    .selectFrom('product')
    .select('product.entitlements')
    .where((eb) =>
      eb.or([
        eb('product.is_free', '=', 1),
        eb(
          'product.id',
          'in',
          eb
            .selectFrom('vip')
            .select('vip.product_id')
            .where('vip.member_id', '=', memberId)
            .where('vip.starts_at', '<=', now)
            .where('vip.expires_at', '>', now),
        ),
      ]),
    ),
);

/** Keys belong to the account, plans to a software: the best plan counts for all keys of a member together. */
export const callsPerMinute = async (
  executor: Executor,
  whose: { memberId: number; now: number },
): Promise<number> => {
  const rows = await plans(executor, whose);
  return Math.max(0, ...rows.map((row) => entitlementsIn(row).apiCallsPerMinute));
};
