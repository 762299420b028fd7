import { setImmediate as turn } from 'node:timers/promises';
import { describeOrderState, describePayment } from '@yunbiao/contract';
import type { MemberScope } from '../../../platform/context.ts';
import {
  type Cell,
  type Column,
  createMoneyColumn,
  createNumberColumn,
  createTextColumn,
  createTimeColumn,
  createWorkbookStream,
  type OnRow,
} from '../../../platform/excel/workbook.ts';
import { listMatchingOrders, type OrderFilters } from './order-filters.ts';
import { computeDayBounds } from '../../../platform/day-bounds.ts';
import { CHINA } from '../../../platform/time.ts';
import { expireOwnOrders } from './order-expiry.ts';
import { presentOrder } from './order-present.ts';

/** Rows per query. Other requests run between two pages. */
const PAGE = 200;

type Wanted = MemberScope & { softwareId: number; filters: OrderFilters };

const COLUMNS: readonly Column[] = [
  createTextColumn('订单号', 22),
  createTextColumn('商品', 20),
  createNumberColumn('数量', 8),
  createNumberColumn('天数', 8),
  createMoneyColumn('原价（元）'),
  createMoneyColumn('优惠（元）'),
  createMoneyColumn('应付（元）'),
  createTextColumn('折扣码', 16),
  createTextColumn('付款方式', 12),
  createTextColumn('状态', 12),
  createTimeColumn('下单时间（北京时间）'),
  createTimeColumn('付款时间（北京时间）'),
];

const streamOrderRows = async function* ({ ctx, ...wanted }: Wanted): AsyncGenerator<Cell[]> {
  await expireOwnOrders(ctx, wanted.memberId);
  let last: number | undefined;
  for (;;) {
    await turn();
    const rows = await listMatchingOrders(ctx.db.kysely, wanted, { before: last, limit: PAGE });
    for (const row of rows) {
      const order = presentOrder(row);
      yield [
        order.orderNo,
        order.productName,
        order.num,
        order.days,
        order.amountFen,
        order.discountFen,
        order.payFen,
        order.discountCode,
        describePayment(order),
        describeOrderState(order),
        row.created_at,
        row.paid_at,
      ];
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id;
  }
};

/** Exports the member's filtered orders as a spreadsheet. @throws 400 */
export const exportOrders = ({
  onRow,
  ...wanted
}: Wanted & { onRow?: OnRow }): ReadableStream<Uint8Array> => {
  // Validate the filter before the first byte: an error must be a response, not a broken file.
  computeDayBounds({ tz: CHINA, ...wanted.filters });
  return createWorkbookStream('订单', COLUMNS, { rows: streamOrderRows(wanted), onRow });
};
