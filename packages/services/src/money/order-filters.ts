import type { CallParsed } from '@yunbiao/contract';
import { type Executor, holds, getPart, sql } from '@yunbiao/db';
import { CHINA } from '../time.ts';
import { openBounds } from '../day-bounds.ts';

export type OrderFilters = Partial<CallParsed<'orderExport'>>;
type Wanted = { memberId: number; softwareId: number; filters: OrderFilters };

/** A member's orders in a software that pass the filters, newest first; before an id. @throws 400 */
export const selectOrders = (
  executor: Executor,
  { memberId, softwareId, filters }: Wanted,
  before: number | undefined,
) => {
  const { state, q } = filters;
  const { start, end } = openBounds({ tz: CHINA, ...filters });
  const part = getPart(q ?? '');
  return executor
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(start !== undefined, (query) => query.where('created_at', '>=', start ?? 0))
    .$if(end !== undefined, (query) => query.where('created_at', '<', end ?? 0))
    .$if(q !== undefined && q !== '', (query) =>
      query.where((eb) =>
        eb.or([holds(sql.ref('order_no'), part), holds(sql.ref('product_name'), part)]),
      ),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc');
};
