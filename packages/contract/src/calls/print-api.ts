import { z } from 'zod';
import { defineCall } from '../define.ts';
import { EVIDENCES, PRINTER_STATES } from '../evidence.ts';
import { id, int, getList, named, none, pageSize, text, timeZone } from '../fields.ts';
import { ALIAS_LENGTH, BATCH_NO_LENGTH } from '../limits/input.ts';
import { EXPIRE_AFTER_S, RAW_CALL_BYTES, ROW_COPIES } from '../limits/print.ts';
import { RAW_TYPES } from '../raw.ts';
import { batch, detail, printedTo, rows } from './batch-shapes.ts';
import { language } from './print-config.ts';
import { webhookUrl } from './webhook.ts';

const print = { audience: 'key', scope: 'print' } as const;
const read = { audience: 'key', scope: 'read' } as const;

/** A number of the caller's own: it is shown, looked for and written into addresses. */
const WRITTEN = `批次号用 4–${BATCH_NO_LENGTH} 个字母、数字、_ . -`;
const ownBatchNo = z
  .string()
  .trim()
  .min(4, WRITTEN)
  .max(BATCH_NO_LENGTH, WRITTEN)
  .regex(/^[A-Za-z0-9][\w.-]*$/, WRITTEN)
  .refine((no) => !/^\d{8}-/.test(no), '日期加 - 开头的批次号是我们自己用的，请换一种写法')
  .meta({ title: '批次号' });

/** Its size is known from the body it comes in. */
const rawFile = z
  .custom<File>((value) => typeof File !== 'undefined' && value instanceof File, {
    error: '文件要用 multipart/form-data 上传',
  })
  .meta({ title: '文件', type: 'string', format: 'binary' });

const field = z.object({
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  sample: z.string(),
});

/**
 * Printing from other people's systems, with a key instead of a session (`Authorization: Bearer`). The HTTP status is
 * the envelope's code here.
 */
export const printApiCalls = {
  apiBatch: defineCall({
    ...print,
    method: 'POST',
    path: '/np/api/print/batch',
    summary: '提交一批标签；存好才回答。同一个批次号或 Idempotency-Key 再来一次，回第一次的回答',
    input: printedTo({
      templateId: id('模板'),
      rows: rows.list,
      batchNo: ownBatchNo.optional(),
      copies: int('份数', ROW_COPIES).default(1),
      expireAfter: int('有效期（秒）', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      /** Told of this batch beside the addresses of the key. */
      webhook: webhookUrl().optional(),
      tz: timeZone(),
      /** Printed even where the calibration of the configuration moves content off the label. */
      allowCutOff: z.boolean().default(false).meta({ title: '印到标签外面也打' }),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    ...rows.taken,
  }),
  apiRaw: defineCall({
    audience: 'key',
    scope: 'raw',
    method: 'POST',
    path: '/np/api/print/raw',
    summary:
      '原样打印一张标签：给打印机的命令，或者一张按点印的图片；存好才回答，重复提交的规矩和批次一样',
    body: 'any',
    input: printedTo({
      type: z.enum(RAW_TYPES).meta({ title: '种类' }),
      /** The text of `zpl` and `tspl`, in UTF-8; base64 of the others, and of those when `encoding` says so. */
      content: z
        .string()
        .max(RAW_CALL_BYTES, '内容太长，最多 512 KB')
        .optional()
        .meta({ title: '内容' }),
      encoding: z.enum(['text', 'base64']).optional().meta({ title: '内容的写法' }),
      /** Instead of `content`, in a multipart form. */
      file: rawFile.optional(),
      batchNo: ownBatchNo.optional(),
      expireAfter: int('有效期（秒）', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      webhook: webhookUrl().optional(),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    limits: { bytes: RAW_CALL_BYTES },
  }),
  apiBatchInfo: defineCall({
    ...read,
    method: 'GET',
    path: '/np/api/print/batch',
    summary: '一个批次到哪里了',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: batch,
  }),
  apiDetails: defineCall({
    ...read,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/print/detail',
    summary: '一个批次的标签，按序号：状态、凭据和原因',
    input: z.object({
      batchNo: text('批次号', BATCH_NO_LENGTH, 1),
      lastId: id().optional(),
      pageSize: pageSize(),
    }),
    output: getList(detail),
  }),
  apiCancel: defineCall({
    ...print,
    method: 'POST',
    path: '/np/api/print/cancel',
    summary: '取消没印的标签',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({ cancelled: z.number(), requested: z.number() }),
  }),
  apiPrinters: defineCall({
    ...read,
    method: 'GET',
    path: '/np/api/print/printers',
    summary: '能打的打印机配置和打印机组，和打印机现在怎样',
    input: none,
    output: z.object({
      list: z.array(
        z.object({
          printConfigId: z.string(),
          name: z.string(),
          printerName: z.string(),
          clientName: z.string(),
          language,
          dpi: z.number(),
          widthMm: z.number(),
          heightMm: z.number(),
          isDefault: z.boolean(),
          enabled: z.boolean(),
          /** It runs on the site and prints on screen: where test keys print. */
          virtual: z.boolean(),
          state: z.enum(PRINTER_STATES),
          stateText: z.string(),
          evidence: z.array(z.enum(EVIDENCES)),
        }),
      ),
      /** Printers that stand in for each other, in their order. */
      groups: z.array(
        z.object({
          groupId: z.string(),
          name: z.string(),
          printConfigIds: z.array(z.string()),
        }),
      ),
    }),
  }),
  apiTemplates: defineCall({
    ...read,
    method: 'GET',
    path: '/np/api/print/templates',
    summary: '一款软件里能用的模板，和每个要填的字段',
    shows: ['software', 'template'],
    showsSoftware: 'one',
    input: z.object({
      ...named,
      /** The former name of `alias`, which wins where both are written. */
      software: text('软件的别名（同 alias）', ALIAS_LENGTH).optional(),
    }),
    output: z.object({
      list: z.array(
        z.object({
          templateId: z.string(),
          name: z.string(),
          own: z.boolean(),
          widthMm: z.number(),
          heightMm: z.number(),
          fields: z.array(field),
        }),
      ),
    }),
  }),
};
