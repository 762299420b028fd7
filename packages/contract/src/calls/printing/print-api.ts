import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { EVIDENCES, PRINTER_STATES } from '../../evidence.ts';
import {
  defineIdField,
  defineIntField,
  defineKeysetListSchema,
  softwareFields,
  emptyInput,
  definePageSizeField,
  defineTextField,
  defineTimeZoneField,
} from '../../core/fields.ts';
import { ALIAS_LENGTH, BATCH_NO_LENGTH } from '../../limits/input.ts';
import { EXPIRE_AFTER_S, RAW_CALL_BYTES, ROW_COPIES } from '../../limits/print.ts';
import { RAW_TYPES } from '../../printing/raw.ts';
import { batch, detail, definePrintTarget, rows } from './batch-shapes.ts';
import { language } from './print-config.ts';
import { defineWebhookUrlField } from './webhook.ts';

const print = { audience: 'key', scope: 'print' } as const;
const read = { audience: 'key', scope: 'read' } as const;

/** Batch number chosen by the caller. It is displayed, searched and used in URLs. */
const WRITTEN = `批次号用 4–${BATCH_NO_LENGTH} 个字母、数字、_ . -`;
const ownBatchNo = z
  .string()
  .trim()
  .min(4, WRITTEN)
  .max(BATCH_NO_LENGTH, WRITTEN)
  .regex(/^[A-Za-z0-9][\w.-]*$/, WRITTEN)
  .refine(
    (batchNo) => !/^\d{8}-/.test(batchNo),
    '日期加 - 开头的批次号是我们自己用的，请换一种写法',
  )
  .meta({ title: '批次号' });

/** The size limit applies to the request body. */
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
 * Printing from other systems, with an API key instead of a session (`Authorization: Bearer`). The
 * HTTP status equals the envelope's code.
 */
export const printApiCalls = {
  apiBatch: defineCall({
    ...print,
    method: 'POST',
    path: '/np/api/print/batch',
    summary: '提交一批标签；保存好才回答。同一个批次号或 Idempotency-Key 再次提交，回第一次的回答',
    input: definePrintTarget({
      templateId: defineIdField('模板'),
      rows: rows.list,
      sheetRows: rows.sheetRows.optional(),
      batchNo: ownBatchNo.optional(),
      copies: defineIntField('份数', ROW_COPIES).default(1),
      expireAfter: defineIntField('有效期（秒）', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      /** Receives events of this batch in addition to the webhooks of the key. */
      webhook: defineWebhookUrlField().optional(),
      tz: defineTimeZoneField(),
      /** Prints even if the configuration's calibration moves content off the label. */
      allowCutOff: z.boolean().default(false).meta({ title: '超出标签也打印' }),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    ...rows.inputLimits,
  }),
  apiRaw: defineCall({
    audience: 'key',
    scope: 'raw',
    method: 'POST',
    path: '/np/api/print/raw',
    summary:
      '原样打印一张标签：给打印机的命令，或者一张按点打印的图片；保存好才回答，重复提交的规矩和批次一样',
    body: 'any',
    input: definePrintTarget({
      type: z.enum(RAW_TYPES).meta({ title: '种类' }),
      /**
       * `zpl` and `tspl`: text in UTF-8, or base64 when `encoding` says so. Other types: base64.
       */
      content: z
        .string()
        .max(RAW_CALL_BYTES, '内容太长，最多 512 KB')
        .optional()
        .meta({ title: '内容' }),
      encoding: z.enum(['text', 'base64']).optional().meta({ title: '内容的写法' }),
      /** Replaces `content` in a multipart form. */
      file: rawFile.optional(),
      batchNo: ownBatchNo.optional(),
      expireAfter: defineIntField('有效期（秒）', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      webhook: defineWebhookUrlField().optional(),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    limits: { bytes: RAW_CALL_BYTES },
  }),
  apiBatchInfo: defineCall({
    ...read,
    method: 'GET',
    path: '/np/api/print/batch',
    summary: '一个批次到哪里了',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: batch,
  }),
  apiDetails: defineCall({
    ...read,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/print/detail',
    summary: '一个批次的标签，按序号：状态、凭据和原因',
    input: z.object({
      batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1),
      lastId: defineIdField().optional(),
      pageSize: definePageSizeField(),
    }),
    output: defineKeysetListSchema(detail),
  }),
  apiCancel: defineCall({
    ...print,
    method: 'POST',
    path: '/np/api/print/cancel',
    summary: '取消没打印的标签',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({ cancelled: z.number(), requested: z.number() }),
  }),
  apiPrinters: defineCall({
    ...read,
    method: 'GET',
    path: '/np/api/print/printers',
    summary: '能打印的打印机配置和打印机组，和打印机现在怎样',
    input: emptyInput,
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
          /** The printer runs on the site and prints on screen; test keys print here only. */
          virtual: z.boolean(),
          state: z.enum(PRINTER_STATES),
          stateText: z.string(),
          evidence: z.array(z.enum(EVIDENCES)),
        }),
      ),
      /** Printer groups with failover, configurations in order. */
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
      ...softwareFields,
      /** Former name of `alias`. `alias` wins when both are present. */
      software: defineTextField('软件的别名（同 alias）', ALIAS_LENGTH).optional(),
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
