import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';
import { parseEntitlements } from '../../identity/software/entitlements.ts';

/** Plans that are active for the member in any software, and all free plans. */
const selectPlans = createQueryCompiledOnce(
  (db, { memberId, now }: { memberId: number; now: number }) =>
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

/**
 * Calls per minute for all API keys of the member together. Keys belong to the account and plans to
 * a software, so the best plan applies.
 */
export const getMaxCallsPerMinute = async (
  executor: Executor,
  owner: { memberId: number; now: number },
): Promise<number> => {
  const rows = await selectPlans(executor, owner);
  return Math.max(0, ...rows.map((row) => parseEntitlements(row).apiCallsPerMinute));
};
