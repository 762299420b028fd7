import { randomBytes } from 'node:crypto';
import { formatBeijingTime, getDay } from '../works/clock.ts';
import type { Answer } from '../works/http.ts';
import { encodeGbk } from './gbk.ts';
import type { AlipayOptions, Refund, Trade } from './options.ts';
import { formatYuan } from './signing.ts';
import { createOkReply, refuseTrade } from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';
import { zipEntries } from './zip.ts';

const COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

const SUMMARY =
  '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）';

const FEE = 0.006;

const getFee = (fen: number): number => Math.round(fen * FEE);

type Row = { trade: Trade; refund: Refund | null };

const isNumber = (value: string): boolean => /^\d{8,}$/.test(value);

/** Long numbers end with a tab, which prevents rounding in spreadsheets. */
const formatLine = (values: string[]): string =>
  values
    .map((value) => value.replaceAll(/[,\r\n]/g, ' '))
    .map((value) => (isNumber(value) ? `${value}\t` : value))
    .join(',');

const getLine = ({ trade, refund }: Row): string => {
  const sign = refund === null ? '' : '-';
  const opposite = refund === null ? '-' : '';
  const asked = refund?.amount ?? trade.total;
  const moved = refund?.amount ?? trade.paid;
  return formatLine([
    trade.tradeNo,
    `${trade.outTradeNo}\t`,
    refund === null ? '交易' : '退款',
    trade.subject,
    formatBeijingTime(trade.createdAt),
    formatBeijingTime(refund?.at ?? trade.paidAt ?? 0),
    '',
    '',
    '',
    '',
    '*备(std***@example.com)',
    `${sign}${formatYuan(asked)}`,
    `${sign}${formatYuan(moved)}`,
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '',
    '0.00',
    '0.00',
    refund === null ? '' : `${refund.outRequestNo}\t`,
    `${opposite}${formatYuan(getFee(moved))}`,
    '0.00',
    '',
  ]);
};

const sumNumbers = (list: number[]): number => list.reduce((all, item) => all + item, 0);

const listRows = (ledger: Ledger, date: string): Row[] => {
  const isOnDay = (at: number | null): boolean => at !== null && getDay(at).startsWith(date);
  return [...ledger.trades.values()].flatMap((trade): Row[] => [
    ...(isOnDay(trade.paidAt) ? [{ trade, refund: null }] : []),
    ...trade.refunds.filter(({ at }) => isOnDay(at)).map((refund) => ({ trade, refund })),
  ]);
};

const formatChineseTime = (ms: number): string => {
  const [day = '', time = ''] = formatBeijingTime(ms).split(' ');
  const [year = '', month = '', date = ''] = day.split('-');
  return `[${year}年${month}月${date}日 ${time}]`;
};

/** Start (inclusive) and end (exclusive) of a day or month in Beijing, ms. */
const getSpan = (date: string): { from: number; to: number } => {
  const [year = 0, month = 1, day] = date.split('-').map(Number);
  const shift = 8 * 3_600_000;
  const from = Date.UTC(year, month - 1, day ?? 1) - shift;
  const to = day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
  return { from, to: to - shift };
};

/** The same number of dashes as in real bills, because some parsers compare the line. */
const formatRule = (title: string, before: number, after: number): string =>
  `#${'-'.repeat(before)}${title}${'-'.repeat(after)}`;

/** The two files of a trade bill, as one zip. */
const getBill = (ledger: Ledger, { sellerId }: AlipayOptions, date: string): Buffer => {
  const rows = listRows(ledger, date);
  const paid = rows.flatMap(({ trade, refund }) => (refund === null ? [trade] : []));
  const back = rows.flatMap(({ refund }) => (refund === null ? [] : [refund.amount]));
  const receivedFen = sumNumbers(paid.map((trade) => trade.paid));
  const refundedFen = sumNumbers(back);
  const { from, to } = getSpan(date);
  const formatHead = (title: string): string[] => [
    `#支付宝业务${title}查询`,
    `#账号：[${sellerId}0156]`,
    `#起始日期：${formatChineseTime(from)}   终止日期：${formatChineseTime(to)}`,
  ];
  const exported = `#导出时间：${formatChineseTime(ledger.now())}`;
  const details = [
    ...formatHead('明细'),
    formatRule('业务明细列表', 41, 40),
    COLUMNS,
    ...rows.map(getLine),
    formatRule('业务明细列表结束', 41, 36),
    `#交易合计：${paid.length}笔，商家实收共${formatYuan(receivedFen)}元，商家优惠共0.00元`,
    `#退款合计：${back.length}笔，商家实收退款共${formatYuan(-refundedFen)}元，商家优惠退款共0.00元`,
    exported,
  ];
  const net = receivedFen - refundedFen;
  const fee = sumNumbers(back.map(getFee)) - sumNumbers(paid.map((trade) => getFee(trade.paid)));
  const ordered = sumNumbers(paid.map(({ total }) => total)) - refundedFen;
  const counts = ['合计', '', String(paid.length), String(back.length)];
  const money = [ordered, net, 0, 0, 0, fee, 0, net + fee].map(formatYuan);
  const summary = [
    ...formatHead('汇总'),
    formatRule('业务汇总列表', 41, 40),
    SUMMARY,
    formatLine([...counts, ...money]),
    formatRule('业务汇总列表结束', 40, 37),
    exported,
  ];
  const name = `${sellerId}0156_${date.replaceAll('-', '')}_业务明细`;
  const encodeFile = (lines: string[]): Buffer => encodeGbk(`${lines.join('\r\n')}\r\n`);
  return zipEntries([
    { name: `${name}.csv`, content: encodeFile(details) },
    { name: `${name}(汇总).csv`, content: encodeFile(summary) },
  ]);
};

/** A download URL is valid for 30 s. */
const ADDRESS_MS = 30_000;

const PATH = '/downloadBillFile.resource';

/** `alipay.data.dataservice.bill.downloadurl.query` for trade bills, and the download. */
export const createBills = (ledger: Ledger, options: AlipayOptions) => {
  const addresses = new Map<string, { date: string; until: number }>();
  return {
    ask: (biz: Fields, origin: string): Said => {
      const date = typeof biz.bill_date === 'string' ? biz.bill_date : '';
      const isDate = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/.test(date);
      if (biz.bill_type !== 'trade' || !isDate) {
        return refuseTrade('isv.invalid-arguments', '入参不合法');
      }
      // A bill is created on the next day, and not for days without trades.
      const isMade = getSpan(date).to <= ledger.now() && listRows(ledger, date).length > 0;
      if (!isMade) return refuseTrade('isp.bill_not_exist', '账单不存在');
      const token = randomBytes(16).toString('hex');
      addresses.set(token, { date, until: ledger.now() + ADDRESS_MS });
      const search = new URLSearchParams({
        bizType: 'trade',
        userId: `${options.sellerId}0156`,
        fileType: 'csv.zip',
        bizDates: date.replaceAll('-', ''),
        token,
      });
      return createOkReply({ bill_download_url: `${origin}${PATH}?${search.toString()}` });
    },
    /** Null for another path. */
    download: (path: string, query: URLSearchParams): Answer | null => {
      if (path !== PATH) return null;
      const found = addresses.get(query.get('token') ?? '');
      if (found === undefined || ledger.now() >= found.until) {
        const headers = { 'content-type': 'text/html;charset=GBK' };
        return {
          status: 200,
          headers,
          body: encodeGbk('<html><body>下载链接已失效</body></html>'),
        };
      }
      const name = `${options.sellerId}0156_${found.date.replaceAll('-', '')}.csv.zip`;
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename=${name}`,
      };
      return { status: 200, headers, body: getBill(ledger, options, found.date) };
    },
  };
};
