import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseAlipayBill } from '../commerce/channel/alipay/bill.ts';
import { extractRawJsonNode } from '../commerce/channel/alipay/raw-node.ts';
import { unzipFirstFile } from '../commerce/channel/alipay/unzip.ts';
import type { BillRow } from './payment-channel.ts';
import { parseYuanToFen, formatFenAsYuan } from '../commerce/channel/yuan.ts';
import { parseWechatBill } from '../commerce/channel/wechat/bill.ts';

/** The bytes in chunks, as a network delivers them. */
const splitBytes = async function* (bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const readAllRows = async (rows: AsyncIterable<BillRow>): Promise<BillRow[]> => {
  const read: BillRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
};

describe('yuan and fen', () => {
  it('are the same sum, exactly', () => {
    for (const [yuan, fen] of [
      ['0.01', 1],
      ['88.8', 8_880],
      ['88.88', 8_888],
      ['1234567.10', 123_456_710],
      ['29', 2_900],
    ] as const)
      expect([yuan, parseYuanToFen(yuan)]).toEqual([yuan, fen]);
    for (let fen = 0; fen < 20_000; fen += 7)
      expect(parseYuanToFen(formatFenAsYuan(fen))).toBe(fen);
  });
  it('are nothing else', () => {
    for (const text of ['', '1.234', '-1', '1e3', '1,000', ' 1', '0x10', '1.', '٣', '99999999999'])
      expect([text, parseYuanToFen(text)]).toEqual([text, null]);
  });
});

describe('the signed node of an answer', () => {
  it('is its text as it came', () => {
    const node = '{"code":"10000", "msg":"a \\"}{\\" b","more":{"x":[{"y":"\\u4e2d\\/"}]}}';
    const answer = `{"alipay_trade_query_response" : ${node},"sign":"abc"}`;
    expect(extractRawJsonNode(answer, 'alipay_trade_query_response')).toBe(node);
  });
  it('is none where there is none, or it does not end', () => {
    for (const answer of [
      '',
      '{}',
      '{"a_response":"x"}',
      '{"a_response":{"b":"}"',
      '{"a_response"',
    ])
      expect([answer, extractRawJsonNode(answer, 'a_response')]).toEqual([answer, null]);
  });
});

/** 业务明细 in GBK: 支付宝 and 交易 as bytes of that encoding, all other characters ASCII. */
const encodeGbk = (text: string): Buffer => {
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high < 0xff; high += 1)
    for (let low = 0x40; low < 0xff; low += 1)
      if (low !== 0x7f) table.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  return Buffer.from(
    [...text].flatMap((sign) =>
      sign < '\u0080' ? [sign.charCodeAt(0)] : (table.get(sign) ?? [0x3f]),
    ),
  );
};

const ALIPAY = encodeGbk(
  [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,备注',
    '2026112122001\t,YB1P1\t,交易,月付 30 天,2026-11-21 10:00:00,2026-11-21 10:00:09, , , , ,*某(a@b.test),29.00,29.00, ,',
    '2026112122001\t,YB1P1\t,退款,月付 30 天,2026-11-21 11:00:00,2026-11-21 11:00:09, , , , ,*某(a@b.test),-29.00,-29.00,YB1P1R,',
    '2026112122002\t,YB2P1\t,交易,坏的一行,2026-11-21 10:00:00,昨天, , , , ,*某,29.00,29.00, ,',
    '少了,几栏',
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#交易合计：1笔',
  ].join('\r\n'),
);

const PAID: BillRow = {
  kind: 'pay',
  tradeNo: 'YB1P1',
  channelTradeNo: '2026112122001',
  amountFen: 2_900,
  at: Date.parse('2026-11-21T10:00:09+08:00'),
};
const BACK: BillRow = {
  kind: 'refund',
  tradeNo: 'YB1P1',
  refundNo: 'YB1P1R',
  amountFen: 2_900,
  at: Date.parse('2026-11-21T11:00:09+08:00'),
};

describe('a bill', () => {
  it.each([1, 7, 100_000])('of Alipay is read, cut every %i bytes', async (size) => {
    expect(await readAllRows(parseAlipayBill(splitBytes(ALIPAY, size)))).toEqual([
      PAID,
      BACK,
      { kind: 'unreadable', line: 7 },
      { kind: 'unreadable', line: 8 },
    ]);
  });

  it.each([1, 7, 100_000])('of WeChat Pay is read, cut every %i bytes', async (size) => {
    const heads =
      '交易时间,微信订单号,商户订单号,交易状态,应结订单金额,商户退款单号,商品名称,订单金额,申请退款金额';
    const bill = Buffer.from(
      [
        `\uFEFF${heads}`,
        '`2026-11-21 10:00:09,`2026112122001,`YB1P1,`SUCCESS,`29.00,`0,`月付, 30 天,`29.00,`0.00',
        '`2026-11-21 11:00:09,`2026112122001,`YB1P1,`REFUND,`0.00,`YB1P1R,`月付,`0.00,`29.00',
        '`2026-11-21 11:00:09,`2026112122001,`YB1P1,`SUCCESS,`x,`,`,`29.001,`',
        '总交易单数,应结订单总金额',
        '`2,`29.00',
      ].join('\r\n'),
    );
    expect(await readAllRows(parseWechatBill(splitBytes(bill, size)))).toEqual([
      PAID,
      BACK,
      { kind: 'unreadable', line: 4 },
    ]);
  });

  it('that is something else has no rows, and says so', async () => {
    const html = Buffer.from('<html>\nBad Gateway\n</html>');
    expect(await readAllRows(parseWechatBill(splitBytes(html, 5)))).toEqual([
      { kind: 'unreadable', line: 1 },
    ]);
    expect(
      (await readAllRows(parseAlipayBill(splitBytes(html, 5)))).map(({ kind }) => kind),
    ).toEqual(Array.from({ length: 3 }, () => 'unreadable'));
  });

  it('comes out of its archive whole, and not out of a broken one', async () => {
    const deflated = deflateRawSync(ALIPAY);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(5, 26);
    const archive = Buffer.concat([header, Buffer.from('a.csv'), deflated, Buffer.from('PK more')]);
    for (const size of [1, 13, 100_000]) {
      const rows = await readAllRows(parseAlipayBill(unzipFirstFile(splitBytes(archive, size))));
      expect(rows.slice(0, 2)).toEqual([PAID, BACK]);
    }
    for (const broken of [Buffer.from('<html>no archive at all, but long enough</html>'), header])
      await expect(
        readAllRows(parseAlipayBill(unzipFirstFile(splitBytes(broken, 9)))),
      ).rejects.toThrow(/ZIP/);
    const cut = archive.subarray(0, 30 + 5 + deflated.length - 40);
    await expect(readAllRows(parseAlipayBill(unzipFirstFile(splitBytes(cut, 9))))).rejects.toThrow(
      /ZIP/,
    );
  });
});
