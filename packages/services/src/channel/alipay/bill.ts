import type { BillRow } from '../channel.ts';
import { msOfChinaTime } from '../china-time.ts';
import { fenOfYuan } from '../fen.ts';
import { listColumns, listLines } from '../lines.ts';

const listCells = (line: string): string[] => line.split(',').map((cell) => cell.trim());

const toFen = (text: string): number | null => fenOfYuan(text.replace(/^-/, ''));

/** A row of 业务明细: 交易 is a payment, 退款 a refund, whose amounts are negative. */
const getRow = (
  cells: readonly string[],
  of: ReturnType<typeof listColumns>,
  line: number,
): BillRow => {
  const kind = of(cells, '业务类型');
  const tradeNo = of(cells, '商户订单号');
  const amountFen = toFen(of(cells, '订单金额(元)'));
  const at = msOfChinaTime(of(cells, '完成时间'));
  if (amountFen === null || at === null || tradeNo === '') return { kind: 'unreadable', line };
  if (kind === '交易')
    return { kind: 'pay', tradeNo, channelTradeNo: of(cells, '支付宝交易号'), amountFen, at };
  if (kind !== '退款') return { kind: 'other' };
  return { kind: 'refund', tradeNo, refundNo: of(cells, '退款批次号/请求号'), amountFen, at };
};

/** The rows of a bill 业务明细: CSV in GBK, with lines that begin with # before, between and after. */
export const alipayRows = async function* (
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<BillRow> {
  let of: ReturnType<typeof listColumns> | null = null;
  let [line, width] = [0, 0];
  for await (const text of listLines(bytes, 'gbk')) {
    line += 1;
    if (text.trim() === '' || text.startsWith('#')) continue;
    const cells = listCells(text);
    if (cells.includes('商户订单号')) {
      of = listColumns(cells);
      width = cells.length;
    } else if (of === null || cells.length < width - 1) yield { kind: 'unreadable', line };
    else yield getRow(cells, of, line);
  }
};
