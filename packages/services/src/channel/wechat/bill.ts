import type { BillRow } from '../channel.ts';
import { msOfChinaTime } from '../china-time.ts';
import { fenOfYuan } from '../fen.ts';
import { listColumns, listLines } from '../lines.ts';

/** Each value has a back-tick before it; one may hold commas, none of them before a back-tick. */
const listCells = (line: string): string[] =>
  line
    .slice(1)
    .split(',`')
    .map((cell) => cell.trim());

const getRow = (
  cells: readonly string[],
  of: ReturnType<typeof listColumns>,
  line: number,
): BillRow => {
  const state = of(cells, '交易状态');
  const tradeNo = of(cells, '商户订单号');
  const at = msOfChinaTime(of(cells, '交易时间'));
  const isRefund = state === 'REFUND';
  const yuan = isRefund
    ? of(cells, '申请退款金额') || of(cells, '退款金额')
    : of(cells, '订单金额') || of(cells, '应结订单金额');
  const amountFen = fenOfYuan(yuan);
  if (state === 'REVOKED') return { kind: 'other' };
  if (amountFen === null || at === null || tradeNo === '' || !(isRefund || state === 'SUCCESS'))
    return { kind: 'unreadable', line };
  if (isRefund)
    return { kind: 'refund', tradeNo, refundNo: of(cells, '商户退款单号'), amountFen, at };
  return { kind: 'pay', tradeNo, channelTradeNo: of(cells, '微信订单号'), amountFen, at };
};

/** The rows of a bill of transactions (ALL): CSV, a heading, rows of values after back-ticks, then the sums. */
export const wechatRows = async function* (
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<BillRow> {
  let of: ReturnType<typeof listColumns> | null = null;
  let [line, width] = [0, 0];
  for await (const read of listLines(bytes, 'utf-8')) {
    line += 1;
    const text = line === 1 ? read.replace(/^\uFEFF/, '') : read;
    if (text.trim() === '') continue;
    if (!text.startsWith('`')) {
      // The heading of the sums ends the rows.
      if (of !== null) return;
      const heads = text.split(',').map((head) => head.trim());
      if (!heads.includes('商户订单号')) {
        yield { kind: 'unreadable', line };
        return;
      }
      [of, width] = [listColumns(heads), heads.length];
      continue;
    }
    const cells = listCells(text);
    if (of === null || cells.length !== width) yield { kind: 'unreadable', line };
    else yield getRow(cells, of, line);
  }
};
