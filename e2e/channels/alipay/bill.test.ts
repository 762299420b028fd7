import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAlipay } from './alipay.ts';
import type { AlipayStandIn } from './alipay.ts';
import { encodeGbk } from './gbk.ts';
import { openMerchant } from './merchant.ts';
import type { Merchant } from './merchant.ts';

const DAY = Date.parse('2026-03-05T10:00:00+08:00');
const NEXT = Date.parse('2026-03-06T09:30:00+08:00');
let at = DAY;
let alipay: AlipayStandIn;
let shop: Merchant;

beforeAll(async () => {
  shop = await openMerchant();
  alipay = await openAlipay({ ...shop.account, now: () => at, secondMs: 0.001 });
  const place = (no: string, amount: string, subject: string) =>
    shop.call(alipay, 'alipay.trade.precreate', {
      out_trade_no: no,
      total_amount: amount,
      subject,
    });
  const refund = (no: string, request: string, amount: string) =>
    shop.call(alipay, 'alipay.trade.refund', {
      out_trade_no: no,
      out_request_no: request,
      refund_amount: amount,
    });
  await place('order_1', '9.90', '会员，一年,标准版');
  alipay.pay('order_1');
  await refund('order_1', 'back_1', '4.00');
  await place('order_2', '100.00', '点数 😀');
  alipay.pay('order_2');
  await place('order_3', '1.00', '未付款');
  at = NEXT;
  await refund('order_2', 'back_2', '100.00');
});
afterAll(async () => {
  await alipay.close();
  await shop.close();
});

const requestBill = (bill_date: string, bill_type = 'trade'): Promise<Record<string, unknown>> =>
  shop.call(alipay, 'alipay.data.dataservice.bill.downloadurl.query', { bill_type, bill_date });

const gbkText = (bytes: Uint8Array): string =>
  new TextDecoder('gbk', { fatal: true }).decode(bytes);

/** Reads from the end as programs do: the directory first, then its entries. */
const unzip = (bytes: Buffer): { name: string; text: string }[] => {
  const end = bytes.lastIndexOf('PK\x05\x06');
  let at_ = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    expect(bytes.toString('latin1', at_, at_ + 4)).toBe('PK\x01\x02');
    expect(bytes.readUInt16LE(at_ + 8) & 0x800).toBe(0);
    const nameLength = bytes.readUInt16LE(at_ + 28);
    const local = bytes.readUInt32LE(at_ + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26);
    const content = bytes.subarray(from, from + bytes.readUInt32LE(at_ + 20));
    expect(crc32(content)).toBe(bytes.readUInt32LE(at_ + 16));
    const name = gbkText(bytes.subarray(at_ + 46, at_ + 46 + nameLength));
    at_ += 46 + nameLength;
    return { name, text: gbkText(content) };
  });
};

const download = async (date: string) => {
  const { bill_download_url: url } = await requestBill(date);
  const reply = await fetch(String(url));
  expect(reply.headers.get('content-disposition')).toContain('.csv.zip');
  return unzip(Buffer.from(await reply.arrayBuffer()));
};

const getTable = (text = '') => {
  const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [head = [], ...rows] = lines.map((line) => line.split(','));
  return rows.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, index) => [name, (row[index] ?? '').trim()]));
  });
};

describe('a bill', () => {
  it('lists the trades and refunds of a day', async () => {
    const [details, summary] = await download('2026-03-05');
    expect(details?.name).toBe('20880000000000010156_20260305_业务明细.csv');
    expect(summary?.name).toBe('20880000000000010156_20260305_业务明细(汇总).csv');
    const rows = getTable(details?.text);
    expect(rows).toHaveLength(3);
    expect(Object.keys(rows[0] ?? {})).toHaveLength(25);
    expect(rows[0]).toMatchObject({
      支付宝交易号: alipay.ledger.find('order_1')?.tradeNo,
      商户订单号: 'order_1',
      业务类型: '交易',
      商品名称: '会员，一年 标准版',
      完成时间: '2026-03-05 10:00:00',
      '订单金额（元）': '9.90',
      '商家实收（元）': '9.90',
      '服务费（元）': '-0.06',
      '退款批次号/请求号': '',
    });
    expect(rows[1]).toMatchObject({
      商户订单号: 'order_1',
      业务类型: '退款',
      '订单金额（元）': '-4.00',
      '商家实收（元）': '-4.00',
      '服务费（元）': '0.02',
      '退款批次号/请求号': 'back_1',
    });
    expect(rows[2]).toMatchObject({ 商户订单号: 'order_2', 商品名称: '点数 ?' });
    const lines = details?.text.split('\r\n') ?? [];
    expect(lines.slice(0, 3)).toEqual([
      '#支付宝业务明细查询',
      '#账号：[20880000000000010156]',
      '#起始日期：[2026年03月05日 00:00:00]   终止日期：[2026年03月06日 00:00:00]',
    ]);
    expect(lines).toContain('#交易合计：2笔，商家实收共109.90元，商家优惠共0.00元');
    expect(lines).toContain('#退款合计：1笔，商家实收退款共-4.00元，商家优惠退款共0.00元');
    expect(getTable(summary?.text)).toMatchObject([
      { 交易订单总笔数: '2', 退款订单总笔数: '1', '商家实收（元）': '105.90' },
    ]);
  });

  it('is made when its day is over, of days with trade, for 30 s', async () => {
    const missing = { code: '40004', sub_code: 'isp.bill_not_exist' };
    expect(await requestBill('2026-03-06')).toMatchObject(missing);
    expect(await requestBill('2026-03-04')).toMatchObject(missing);
    expect(await requestBill('2026-03')).toMatchObject(missing);
    expect(await requestBill('2026-13')).toMatchObject({ sub_code: 'isv.invalid-arguments' });
    expect(await requestBill('2026-03-05', 'x')).toMatchObject({
      sub_code: 'isv.invalid-arguments',
    });
    const { bill_download_url: url } = await requestBill('2026-03-05');
    at += 30_000;
    const late = await fetch(String(url));
    expect(gbkText(Buffer.from(await late.arrayBuffer()))).toContain('下载链接已失效');
  });

  it('of a month holds its days', async () => {
    at = Date.parse('2026-04-01T09:30:00+08:00');
    const [details] = await download('2026-03');
    const rows = getTable(details?.text);
    const requests = rows.map((row) => row['退款批次号/请求号']);
    expect(requests).toEqual(['', 'back_1', '', 'back_2']);
    expect(details?.text).toContain('终止日期：[2026年04月01日 00:00:00]');
  });
});

describe('GBK', () => {
  it('comes back from what is written', () => {
    const text = '云标￥（元）—“字”龘镕€ abc\r\n';
    expect(gbkText(encodeGbk(text.replace('€', '')))).toBe(text.replace('€', ''));
    expect([...encodeGbk('啊')]).toEqual([0xb0, 0xa1]);
    expect([...encodeGbk('，')]).toEqual([0xa3, 0xac]);
  });
});
