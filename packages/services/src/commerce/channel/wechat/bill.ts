import type { BillRow } from '../../../platform/payment-channel.ts';
import { parseChinaTime } from '../china-time.ts';
import { parseYuanToFen } from '../yuan.ts';
import { createBillColumnReader, readLines } from '../lines.ts';

/**
 * Each value starts with a back-tick. A value may contain commas, but none directly before a
 * back-tick.
 */
const splitBacktickedCells = (line: string): string[] =>
  line
    .slice(1)
    .split(',`')
    .map((cell) => cell.trim());

const parseBillRow = (
  cells: readonly string[],
  of: ReturnType<typeof createBillColumnReader>,
  line: number,
): BillRow => {
  const state = of(cells, '交易状态');
  const tradeNo = of(cells, '商户订单号');
  const at = parseChinaTime(of(cells, '交易时间'));
  const isRefund = state === 'REFUND';
  const yuan = isRefund
    ? of(cells, '申请退款金额') || of(cells, '退款金额')
    : of(cells, '订单金额') || of(cells, '应结订单金额');
  const amountFen = parseYuanToFen(yuan);
  if (state === 'REVOKED') return { kind: 'other' };
  if (amountFen === null || at === null || tradeNo === '' || !(isRefund || state === 'SUCCESS'))
    return { kind: 'unreadable', line };
  if (isRefund)
    return { kind: 'refund', tradeNo, refundNo: of(cells, '商户退款单号'), amountFen, at };
  return { kind: 'pay', tradeNo, channelTradeNo: of(cells, '微信订单号'), amountFen, at };
};

/**
 * Parses a bill of transactions (ALL): CSV with a header, rows of back-ticked values, then totals.
 */
export const parseWechatBill = async function* (
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<BillRow> {
  let of: ReturnType<typeof createBillColumnReader> | null = null;
  let [line, width] = [0, 0];
  for await (const read of readLines(bytes, 'utf-8')) {
    line += 1;
    const text = line === 1 ? read.replace(/^\uFEFF/, '') : read;
    if (text.trim() === '') continue;
    if (!text.startsWith('`')) {
      // The header of the totals ends the rows.
      if (of !== null) return;
      const heads = text.split(',').map((head) => head.trim());
      if (!heads.includes('商户订单号')) {
        yield { kind: 'unreadable', line };
        return;
      }
      [of, width] = [createBillColumnReader(heads), heads.length];
      continue;
    }
    const cells = splitBacktickedCells(text);
    if (of === null || cells.length !== width) yield { kind: 'unreadable', line };
    else yield parseBillRow(cells, of, line);
  }
};
