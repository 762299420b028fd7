import { setImmediate as turn } from 'node:timers/promises';
import { orderStateWords, payWords } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { type Cell, type Column, type OnRow, workbookStream } from '../excel/workbook.ts';
import { selectOrders, type OrderFilters } from './order-filters.ts';
import { openBounds } from '../day-bounds.ts';
import { CHINA } from '../time.ts';
import { lapseOwnOrders } from './order-lapse.ts';
import { presentOrder } from './order-present.ts';

/** Rows read and written at once: between two such pieces other requests are answered. */
const PAGE = 200;

type Wanted = { ctx: Context; memberId: number; softwareId: number; filters: OrderFilters };

const text = (header: string, width: number): Column => ({ header, kind: 'text', width });
const money = (header: string): Column => ({ header, kind: 'money', width: 12 });
const time = (header: string): Column => ({ header, kind: 'time', width: 20 });

const COLUMNS: readonly Column[] = [
  text('订单号', 22),
  text('商品', 20),
  { header: '数量', kind: 'number', width: 8 },
  { header: '天数', kind: 'number', width: 8 },
  money('原价（元）'),
  money('优惠（元）'),
  money('应付（元）'),
  text('折扣码', 16),
  text('付款方式', 12),
  text('状态', 12),
  time('下单时间（北京时间）'),
  time('付款时间（北京时间）'),
];

const readRows = async function* ({ ctx, ...wanted }: Wanted): AsyncGenerator<Cell[]> {
  await lapseOwnOrders(ctx, wanted.memberId);
  let last: number | undefined;
  for (;;) {
    await turn();
    const rows = await selectOrders(ctx.db.kysely, wanted, last).limit(PAGE).execute();
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
        payWords(order),
        orderStateWords(order),
        row.created_at,
        row.paid_at,
      ];
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id;
  }
};

/** The member's filtered orders as a workbook. @throws 400 */
export const exportOrders = ({
  onRow,
  ...wanted
}: Wanted & { onRow?: OnRow }): ReadableStream<Uint8Array> => {
  // Asked once before the first byte: a bad filter must be an answer, not a broken file.
  openBounds({ tz: CHINA, ...wanted.filters });
  return workbookStream('订单', COLUMNS, { rows: readRows(wanted), onRow });
};
