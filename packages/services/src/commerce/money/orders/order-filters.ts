import type { CallParsed } from '@yunbiao/contract';
import {
  type Executor,
  buildContainsCondition,
  buildLikePattern,
  createQueryCompiledOnce,
  sql,
} from '@yunbiao/db';
import { CHINA } from '../../../platform/time.ts';
import { computeDayBounds } from '../../../platform/day-bounds.ts';

export type OrderFilters = Partial<CallParsed<'orderExport'>>;
type Wanted = { memberId: number; softwareId: number; filters: OrderFilters };

type OrderValues = {
  memberId: number;
  softwareId: number;
  state: string | undefined;
  /** Epoch ms. */
  start: number | undefined;
  end: number | undefined;
  /** Part of the order number or the product. */
  part: string | undefined;
  /** Id of an order: only earlier ones. */
  before: number | undefined;
  limit: number;
};

const selectOrders = createQueryCompiledOnce((db, values: OrderValues) => {
  const { memberId, softwareId, state, start, end, part, before, limit } = values;
  return db
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(start !== undefined, (query) => query.where('created_at', '>=', start ?? 0))
    .$if(end !== undefined, (query) => query.where('created_at', '<', end ?? 0))
    .$if(part !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          buildContainsCondition(sql.ref('order_no'), part ?? ''),
          buildContainsCondition(sql.ref('product_name'), part ?? ''),
        ]),
      ),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit);
});

/**
 * A member's orders in a software that match the filters, newest first. `before` is an order's id.
 * @throws 400
 */
export const listMatchingOrders = (
  executor: Executor,
  { memberId, softwareId, filters }: Wanted,
  { before, limit }: { before: number | undefined; limit: number },
) => {
  const { state, q } = filters;
  const { start, end } = computeDayBounds({ tz: CHINA, ...filters });
  const part = q ? buildLikePattern(q) : undefined;
  return selectOrders(executor, { memberId, softwareId, state, start, end, part, before, limit });
};
