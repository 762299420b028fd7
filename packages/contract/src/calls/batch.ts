import { z } from 'zod';
import { defineCall } from '../define.ts';
import { DETAIL_STATES, PRINTER_STATES } from '../evidence.ts';
import {
  bool,
  done,
  id,
  int,
  page,
  getPage,
  pageSize,
  text,
  getList,
  none,
  timeZone,
} from '../fields.ts';
import { BATCH_NO_LENGTH, QUERY_LENGTH, TEXT_BYTES } from '../limits/input.ts';
import { EXPIRE_AFTER_S, MAX_SETTLED, ATTEMPTS, ROW_COPIES } from '../limits/print.ts';
import { templateContent } from '../template.ts';
import {
  batch,
  detail,
  detailFilters,
  filters,
  incident,
  labelMove,
  printedTo,
  rows,
} from './batch-shapes.ts';

const member = { audience: 'member' } as const;

/** Labels as the member saw them: a word about one attempt says nothing of a later one. */
const seenLabels = (title: string) =>
  z
    .array(z.object({ id: id('标签'), attempt: int('第几次', ATTEMPTS) }))
    .max(MAX_SETTLED, `一次最多确认 ${MAX_SETTLED} 张`)
    .default([])
    .meta({ title });

/** Sending again where fonts have changed since: false, it is refused (409), and the answer says so in its `reason`. */
const newFonts = bool('字体换过也重打').optional();

/** The same where calibration or stock are others since, and content would now fall off the label. */
const allowCutOff = bool('印到标签外面也重打').optional();

/** Submitting labels, following them, and what the member says of them. */
export const batchCalls = {
  print: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/print',
    isInSoftware: true,
    summary: '提交一批标签；存好才回答',
    input: printedTo({
      templateId: id('模板'),
      rows: rows.list,
      /** Copies of each row. */
      copies: int('份数', ROW_COPIES).default(1),
      /** A repeat with the same key returns the first answer; with another body it is refused (409). */
      idempotencyKey: text('幂等键', 128, 8),
      /** Seconds until unsent labels expire. */
      expireAfter: int('有效期', EXPIRE_AFTER_S).default(EXPIRE_AFTER_S.usual),
      /** By whose clock 今天 is today in the labels' formulas. */
      tz: timeZone(),
      /** False: refused (400, at this field) where calibration moves content off a label. */
      allowCutOff: bool('印到标签外面也打').optional(),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
    ...rows.taken,
  }),
  batchList: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/batchList',
    summary: '批次，新的在前',
    input: z.object({ ...filters, ...page, q: text('搜索', QUERY_LENGTH).optional() }),
    output: getPage(batch),
  }),
  batchInfo: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/batchInfo',
    summary: '一个批次和它的进度',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: batch.extend({
      template: templateContent,
      dpi: z.number(),
      /** Labels across the roll: so many are printed at once. */
      columns: z.number(),
      /** Labels are drawn with other fonts now than when these were: pictures, and labels sent again, may look otherwise. */
      fontsChanged: z.boolean(),
      /** Clients that labels of the batch wait for until they are updated: they cannot draw them. */
      clientsToUpdate: z.array(z.string()),
      printerState: z.enum(PRINTER_STATES),
      printerStateText: z.string(),
      /** The client, when it is a virtual printer that stands. */
      virtualClientId: z.string().nullable(),
      /** Labels of other batches the client has taken for this printer before these. */
      ahead: z.number(),
      /** Where its labels are; null for one that was sent to a printer. */
      group: z
        .object({
          name: z.string(),
          /** Labels are moved at the member's word only. */
          asks: z.boolean(),
          places: z.array(
            z.object({
              printerId: z.string(),
              printerName: z.string(),
              state: z.enum(PRINTER_STATES),
              stateText: z.string(),
              /** Labels that are or were printed there, and those of them that wait or are with its client. */
              total: z.number(),
              open: z.number(),
              /** It cannot print, and `batchMove` would move some of them on, or ask its client for some. */
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
    summary: '打印机组的一批：把停了的打印机上没印的标签转到能印的那台',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({
      moved: z.number(),
      /** With the client: it is asked for them, and they go when it has given them back. */
      requested: z.number(),
    }),
    limit: { max: 60, windowS: 60, by: 'member' },
  }),
  batchCancel: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/batchCancel',
    summary: '取消没印的标签',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
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
      lastId: id().optional(),
      pageSize: pageSize(),
    }),
    output: getList(detail),
  }),
  detailStates: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/detailStates',
    summary: '一个批次每张标签的状态，一格一张',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: z.object({
      /** In printing order; id, state index in DETAIL_STATES. */
      cells: z.array(z.tuple([z.string(), z.number()])),
    }),
  }),
  detailResolve: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/detailResolve',
    summary: '待确认的标签：已打印，或者重打；失败、已取消、过期和已打印的也可以重打',
    input: z.object({
      id: id('标签'),
      action: z.enum(['printed', 'reprint']).meta({ title: '处理' }),
      /** What the label was when this was decided; when it has become something else, nothing is done (409). */
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
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH).optional() }),
    output: z.object({
      list: z.array(incident),
      /** Older ones were left out; they come when these are settled. */
      hasMore: z.boolean(),
    }),
  }),
  incidentSettle: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/incidentSettle',
    summary: '一次出的事一起确认：哪些印出来了，哪些没有印要重打',
    input: z.object({
      batchNo: text('批次号', BATCH_NO_LENGTH, 1),
      printed: seenLabels('印出来的'),
      reprint: seenLabels('没有印的'),
      newFonts,
      allowCutOff,
    }),
    output: z.object({
      printed: z.number(),
      reprint: z.number(),
      /** Settled before, or in a later attempt. */
      unchanged: z.number(),
    }),
    // 90 bytes a label in a form; two lists, each label two values and, in JSON, an object.
    limits: { bytes: TEXT_BYTES, items: 8 * MAX_SETTLED },
  }),
  changeDetailsColor: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/changeDetailsColor',
    summary: '色标换到下一个',
    input: z.object({ id: id('标签') }),
    output: z.object({ id: z.string(), color: z.string() }),
  }),
  deleteDetailsByBatchNo: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deleteDetailsByBatchNo',
    summary: '隐藏一个结束了的批次；统计照算',
    input: z.object({ batchNo: text('批次号', BATCH_NO_LENGTH, 1) }),
    output: done,
  }),
  printEvents: defineCall({
    ...member,
    reply: 'stream',
    method: 'GET',
    path: '/np/api/uc/printEvents',
    summary: '打印进度的实时事件',
    input: none,
    output: z.unknown(),
  }),
};
