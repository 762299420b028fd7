import type { BillRow } from '../../../platform/payment-channel.ts';
import { parseChinaTime } from '../china-time.ts';
import { parseYuanToFen } from '../yuan.ts';
import { createBillColumnReader, readLines } from '../lines.ts';

const splitCsvLine = (line: string): string[] => line.split(',').map((cell) => cell.trim());

const parseAbsoluteFen = (text: string): number | null => parseYuanToFen(text.replace(/^-/, ''));

/** Parses a row of 业务明细: 交易 is a payment, 退款 a refund with negative amounts. */
const parseBillRow = (
  cells: readonly string[],
  of: ReturnType<typeof createBillColumnReader>,
  line: number,
): BillRow => {
  const kind = of(cells, '业务类型');
  const tradeNo = of(cells, '商户订单号');
  const amountFen = parseAbsoluteFen(of(cells, '订单金额(元)'));
  const at = parseChinaTime(of(cells, '完成时间'));
  if (amountFen === null || at === null || tradeNo === '') return { kind: 'unreadable', line };
  if (kind === '交易')
    return { kind: 'pay', tradeNo, channelTradeNo: of(cells, '支付宝交易号'), amountFen, at };
  if (kind !== '退款') return { kind: 'other' };
  return { kind: 'refund', tradeNo, refundNo: of(cells, '退款批次号/请求号'), amountFen, at };
};

/** Parses the bill 业务明细: CSV in GBK, with comment lines that start with #. */
export const parseAlipayBill = async function* (
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<BillRow> {
  let of: ReturnType<typeof createBillColumnReader> | null = null;
  let [line, width] = [0, 0];
  for await (const text of readLines(bytes, 'gbk')) {
    line += 1;
    if (text.trim() === '' || text.startsWith('#')) continue;
    const cells = splitCsvLine(text);
    if (cells.includes('商户订单号')) {
      of = createBillColumnReader(cells);
      width = cells.length;
    } else if (of === null || cells.length < width - 1) yield { kind: 'unreadable', line };
    else yield parseBillRow(cells, of, line);
  }
};
