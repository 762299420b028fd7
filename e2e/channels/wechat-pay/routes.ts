import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getDay, formatRfc3339 } from '../works/clock.ts';
import type { Answer, Asked } from '../works/http.ts';
import { buildTradeBill } from './bill.ts';
import { sealText, computeSha1 } from './crypto.ts';
import type { PlatformKeys } from './crypto.ts';
import { listFields, createRefusal } from './said.ts';
import type { Fields, Said } from './said.ts';
import type { Signer } from './signing.ts';
import { closeTrade, createOrder, queryTrade, queryRefund, refundTrade } from './trades.ts';
import type { Books } from './trades.ts';

const TRADE = '/v3/pay/transactions/out-trade-no/';
const REFUNDS = '/v3/refund/domestic/refunds';

/** Key of a fault: order, query, close, refund, refund-query, certificates, bill, bill-file. */
export const getOperation = ({ method, path }: Asked): string => {
  if (path.startsWith(TRADE)) return path.endsWith('/close') ? 'close' : 'query';
  if (path.startsWith('/v3/pay/transactions/')) return 'order';
  if (path.startsWith(REFUNDS)) return method === 'POST' ? 'refund' : 'refund-query';
  if (path === '/v3/certificates') return 'certificates';
  if (path === '/v3/bill/tradebill') return 'bill';
  return path === '/v3/billdownload/file' ? 'bill-file' : 'unknown';
};

const KINDS = ['native', 'h5', 'jsapi'] as const;

const parseBody = (body: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? listFields(value) : null;
  } catch {
    return null;
  }
};

const NOT_FOUND = createRefusal(404, 'RESOURCE_NOT_EXISTS', '接口不存在');

const handlePost = (books: Books, { path, body, origin }: Asked): Said => {
  const fields = parseBody(body);
  if (fields === null) return createRefusal(400, 'PARAM_ERROR', '请求内容不是合法的JSON');
  const kind = KINDS.find((item) => path === `/v3/pay/transactions/${item}`);
  if (kind !== undefined) return createOrder(books, kind, fields, origin);
  if (path === REFUNDS) return refundTrade(books, fields);
  if (path.startsWith(TRADE) && path.endsWith('/close')) {
    return closeTrade(
      books,
      decodeURIComponent(path.slice(TRADE.length, -'/close'.length)),
      fields,
    );
  }
  return NOT_FOUND;
};

const listCertificates = ({ options, now }: Books, keys: PlatformKeys): Said => ({
  status: 200,
  body: {
    data: [
      {
        serial_no: keys.serial,
        effective_time: formatRfc3339(now() - 86_400_000),
        expire_time: formatRfc3339(now() + 5 * 365 * 86_400_000),
        encrypt_certificate: sealText(keys.certificate, options.apiV3Key, 'certificate'),
      },
    ],
  },
});

type Files = Map<string, Buffer>;

const answerBill = (books: Books, { query: asked, origin }: Asked, files: Files): Said => {
  const day = asked.get('bill_date') ?? '';
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day < getDay(books.now());
  if (!isDay) return createRefusal(400, 'PARAM_ERROR', '账单日期格式错误，或尚未到生成时间');
  const text = buildTradeBill(books.ledger, books.options, day);
  if (text === null) return createRefusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  const bytes = Buffer.from(text);
  const token = randomBytes(24).toString('base64url');
  const isZipped = asked.get('tar_type') === 'GZIP';
  files.set(token, isZipped ? gzipSync(bytes) : bytes);
  // The hash covers the uncompressed bill.
  const body = {
    hash_type: 'SHA1',
    hash_value: computeSha1(bytes),
    download_url: `${origin}/v3/billdownload/file?token=${token}`,
  };
  return { status: 200, body };
};

const answerFile = ({ query: asked }: Asked, files: Files): Answer | Said => {
  const bytes = files.get(asked.get('token') ?? '');
  if (bytes === undefined) return createRefusal(404, 'RESOURCE_NOT_EXISTS', '账单文件不存在');
  // Downloads have no signature headers.
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
};

const handleGet = (books: Books, asked: Asked, keys: PlatformKeys, files: Files): Said | Answer => {
  const { path } = asked;
  if (path === '/v3/certificates') return listCertificates(books, keys);
  if (path === '/v3/bill/tradebill') return answerBill(books, asked, files);
  if (path === '/v3/billdownload/file') return answerFile(asked, files);
  if (path.startsWith(`${REFUNDS}/`)) {
    return queryRefund(books, decodeURIComponent(path.slice(REFUNDS.length + 1)));
  }
  if (!path.startsWith(TRADE)) return NOT_FOUND;
  return queryTrade(books, decodeURIComponent(path.slice(TRADE.length)), asked.query.get('mchid'));
};

export const createRoutes = (books: Books, signer: Signer, keys: () => PlatformKeys) => {
  const files: Files = new Map();
  return (asked: Asked): Answer => {
    const refused = signer.refuseRequest(asked);
    if (refused !== null) return signer.answer(refused);
    const isPost = asked.method === 'POST';
    const reply = isPost ? handlePost(books, asked) : handleGet(books, asked, keys(), files);
    return 'headers' in reply ? reply : signer.answer(reply);
  };
};
