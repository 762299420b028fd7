import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { DETAIL_STATES, PRINTER_STATES } from '../../evidence.ts';
import {
  defineBoolField,
  emptyOutput,
  defineIdField,
  defineIntField,
  pageFields,
  definePageSchema,
  definePageSizeField,
  defineTextField,
  defineKeysetListSchema,
  emptyInput,
  defineTimeZoneField,
} from '../../core/fields.ts';
import { BATCH_NO_LENGTH, QUERY_LENGTH, TEXT_BYTES } from '../../limits/input.ts';
import {
  EXPIRE_AFTER_S,
  MAX_RESOLVED_LABELS,
  ATTEMPT_NUMBER,
  ROW_COPIES,
} from '../../limits/print.ts';
import { templateContent } from '../../printing/template.ts';
import {
  batch,
  detail,
  detailFilters,
  filters,
  incident,
  labelMove,
  definePrintTarget,
  rows,
} from './batch-shapes.ts';

const member = { audience: 'member' } as const;

/**
 * Labels with the attempt the member saw. A decision about one attempt does not apply to a later
 * one.
 */
const defineSeenLabelsField = (title: string) =>
  z
    .array(
      z.object({ id: defineIdField('标签'), attempt: defineIntField('第几次', ATTEMPT_NUMBER) }),
    )
    .max(MAX_RESOLVED_LABELS, `一次最多确认 ${MAX_RESOLVED_LABELS} 张`)
    .default([])
    .meta({ title });

/**
 * Reprint even if the label fonts have changed since. False: the call fails with 409 and `reason`
 * says why.
 */
const newFonts = defineBoolField('字体换过也重新打印').optional();

/**
 * Reprint even if calibration or stock have changed and content would now be cut off. False: 409,
 * as above.
 */
const allowCutOff = defineBoolField('超出标签也重新打印').optional();

/** Submitting labels, tracking them, and resolving uncertain ones. */
export const batchCalls = {
  print: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/print',
    isInSoftware: true,
    summary: '提交一批标签；保存好才回答',
    input: definePrintTarget({
      templateId: defineIdField('模板'),
      rows: rows.list,
      sheetRows: rows.sheetRows.optional(),
      /** Copies of each row. */
      copies: defineIntField('份数', ROW_COPIES).default(1),
      /**
       * A repeat with the same key and body returns the first answer; a different body fails with
       * 409.
       */
      idempotencyKey: defineTextField('幂等键', 128, 8),
      /** Seconds until unsent labels expire. */
      expireAfter: defineIntField('有效期', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      /** Time zone that decides the date of 今天 in the labels' formulas. */
      tz: defineTimeZoneField(),
      /**
       * False: the call fails with 400 at this field when calibration moves content off a label.
       */
      allowCutOff: defineBoolField('超出标签也打印').optional(),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
    ...rows.inputLimits,
  }),
  batchList: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/batchList',
    summary: '批次，新的在前',
    input: z.object({
      ...filters,
      ...pageFields,
      q: defineTextField('搜索', QUERY_LENGTH).optional(),
    }),
    output: definePageSchema(batch),
  }),
  batchInfo: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/batchInfo',
    summary: '一个批次和它的进度',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: batch.extend({
      template: templateContent,
      dpi: z.number(),
      /** Labels across the roll; one row is printed at a time. */
      columns: z.number(),
      /**
       * The label fonts have changed since the batch was printed. Pictures and reprints may look
       * different.
       */
      fontsChanged: z.boolean(),
      /**
       * Names of clients that must be updated first because they cannot draw some labels of the
       * batch.
       */
      clientsToUpdate: z.array(z.string()),
      printerState: z.enum(PRINTER_STATES),
      printerStateText: z.string(),
      /** Id of the client when it is an existing virtual printer. */
      virtualClientId: z.string().nullable(),
      /** Labels of other batches the client has leased for this printer before these. */
      ahead: z.number(),
      /**
       * Printers of the group with the labels of the batch; null when the batch was sent to one
       * printer.
       */
      group: z
        .object({
          name: z.string(),
          /** Labels are moved only after the member confirms. */
          asks: z.boolean(),
          places: z.array(
            z.object({
              printerId: z.string(),
              printerName: z.string(),
              state: z.enum(PRINTER_STATES),
              stateText: z.string(),
              /**
               * `total`: labels assigned to this printer. `open`: those that are queued or leased.
               */
              total: z.number(),
              open: z.number(),
              /**
               * The printer cannot print, and `batchMove` would move labels from it or request them
               * back from its client.
               */
              canMove: z.boolean(),
            }),
          ),
          moves: z.array(labelMove.extend({ count: z.number() })),
        })
        .nullable(),
    }),
  }),
  batchMove: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/batchMove',
    summary: '打印机组的一批：把停了的打印机上没打印的标签转到能打印的那台',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({
      moved: z.number(),
      /**
       * Labels leased by the client. They are requested back and move once the client has returned
       * them.
       */
      requested: z.number(),
    }),
    limit: { max: 60, windowS: 60, by: 'member' },
  }),
  batchCancel: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/batchCancel',
    summary: '取消没打印的标签',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({ cancelled: z.number(), requested: z.number() }),
  }),
  detailList: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/detailList',
    summary: '标签明细，新的在前；带批次号时按序号',
    input: z.object({
      ...detailFilters,
      lastId: defineIdField().optional(),
      pageSize: definePageSizeField(),
    }),
    output: defineKeysetListSchema(detail),
  }),
  detailStates: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/detailStates',
    summary: '一个批次每张标签的状态，一格一张',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({
      /** In printing order: id, index of the state in DETAIL_STATES. */
      cells: z.array(z.tuple([z.string(), z.number()])),
    }),
  }),
  detailResolve: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/detailResolve',
    summary: '待确认的标签：已打印，或者重新打印；失败、已取消、过期和已打印的也可以重新打印',
    input: z.object({
      id: defineIdField('标签'),
      action: z.enum(['printed', 'reprint']).meta({ title: '处理' }),
      /**
       * State the member saw. If the label has another state now, nothing changes and the call
       * fails with 409.
       */
      state: z.enum(DETAIL_STATES).optional().meta({ title: '看到的状态' }),
      newFonts,
      allowCutOff,
    }),
    output: detail,
  }),
  incidentList: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/incidentList',
    summary: '待确认的标签，按出的事归在一起，新的在前',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH).optional() }),
    output: z.object({
      list: z.array(incident),
      /** Older incidents are left out; they appear once these are resolved. */
      hasMore: z.boolean(),
    }),
  }),
  incidentSettle: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/incidentSettle',
    summary: '一次出的事一起确认：哪些打印出来了，哪些没有打印要重新打印',
    input: z.object({
      batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1),
      printed: defineSeenLabelsField('打印出来的'),
      reprint: defineSeenLabelsField('没有打印的'),
      newFonts,
      allowCutOff,
    }),
    output: z.object({
      printed: z.number(),
      reprint: z.number(),
      /** Labels that were already resolved, or that have a later attempt. */
      unchanged: z.number(),
    }),
    // About 90 bytes per label in a form. Two lists; each label has two values and, in JSON, an
    // object.
    limits: { bytes: TEXT_BYTES, items: 8 * MAX_RESOLVED_LABELS },
  }),
  changeDetailsColor: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/changeDetailsColor',
    summary: '色标换到下一个',
    input: z.object({ id: defineIdField('标签') }),
    output: z.object({ id: z.string(), color: z.string() }),
  }),
  deleteDetailsByBatchNo: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deleteDetailsByBatchNo',
    summary: '隐藏一个结束了的批次；统计照算',
    input: z.object({ batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1) }),
    output: emptyOutput,
  }),
  printEvents: defineCall({
    ...member,
    reply: 'stream',
    method: 'GET',
    path: '/np/api/uc/printEvents',
    summary: '打印进度的实时事件',
    input: emptyInput,
    output: z.unknown(),
  }),
};
