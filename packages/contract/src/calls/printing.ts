import { z } from 'zod';
import { defineCall } from '../define.ts';
import {
  BATCH_STATES,
  DETAIL_STATES,
  EVIDENCES,
  LANGUAGES,
  PRINTER_STATES,
  SOURCES,
} from '../evidence.ts';
import {
  bool,
  day,
  decimal,
  done,
  id,
  instant,
  int,
  listOf,
  none,
  page,
  pageOf,
  rawText,
  text,
  timeZone,
} from '../fields.ts';

const language = z.enum(LANGUAGES).meta({ title: '打印语言' });

const printer = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  language,
  dpi: z.number(),
  state: z.enum(PRINTER_STATES),
  /** RFC 8011 printer-state-reasons, 例如 media-empty. */
  stateReasons: z.array(z.string()),
  /** The same for people, 例如 “打印机未应答：缺纸、缺碳带或开盖”. */
  stateText: z.string(),
  /** Labels the printer itself says it has printed; null when it does not count. */
  counter: z.number().nullable(),
  /** Evidence this printer can give, weakest first. */
  evidence: z.array(z.enum(EVIDENCES)),
  reportedAt: instant(),
});

const client = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  groupName: z.string(),
  enabled: z.boolean(),
  online: z.boolean(),
  system: z.string(),
  version: z.string(),
  address: z.string(),
  pairedAt: instant(),
  lastSeenAt: instant().nullable(),
  printers: z.array(printer),
});

const configFields = {
  name: text('配置名称', 60, 1),
  clientId: id('客户端'),
  printerId: id('打印机'),
  language,
  widthMm: decimal('标签宽', 5, 200),
  heightMm: decimal('标签高', 5, 300),
  gapMm: decimal('间距', 0, 30).default(2),
  columns: int('列数', 1, 1).default(1),
  dpi: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(203), z.literal(300), z.literal(600)]),
    )
    .meta({ title: '分辨率' }),
  offsetXMm: decimal('横向偏移', -30, 30).default(0),
  offsetYMm: decimal('纵向偏移', -30, 30).default(0),
  /** Feed correction, per cent; 100 leaves it alone. */
  pitchScale: decimal('走纸比例', 90, 110).default(100),
  rotation: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    )
    .default(0)
    .meta({ title: '旋转' }),
  /** Absolute darkness, ZPL ~SD: 0–30. */
  darkness: int('浓度', 0, 30).default(15),
  /** Inches a second, ZPL ^PR. */
  speed: int('速度', 1, 14).default(4),
  copies: int('每张份数', 1, 100).default(1),
  isDefault: bool('默认').default(false),
  enabled: bool('启用').default(true),
};

export const printConfig = z.object({
  id: z.string(),
  ...configFields,
  clientName: z.string(),
  printerName: z.string(),
  printerState: z.enum(PRINTER_STATES),
  printerStateText: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
});

const counts = z.object(
  Object.fromEntries(DETAIL_STATES.map((s) => [s, z.number()])) as Record<
    (typeof DETAIL_STATES)[number],
    z.ZodNumber
  >,
);

export const batch = z.object({
  batchNo: z.string(),
  templateId: z.string().nullable(),
  templateName: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  printerId: z.string().nullable(),
  printerName: z.string(),
  clientName: z.string(),
  configName: z.string(),
  source: z.enum(SOURCES),
  total: z.number(),
  state: z.enum(BATCH_STATES),
  counts,
  createdAt: instant(),
  finishedAt: instant().nullable(),
  expiresAt: instant(),
});

export const detail = z.object({
  id: z.string(),
  batchNo: z.string(),
  /** From 1: the row of the submission this label came from. */
  sequence: z.number(),
  /** From 1. */
  copy: z.number(),
  /** From 1; a re-sent label is the same detail with a higher attempt. */
  attempt: z.number(),
  data: z.record(z.string(), z.string()),
  /** First non-empty field, to recognise it by. */
  title: z.string(),
  state: z.enum(DETAIL_STATES),
  evidence: z.enum(EVIDENCES),
  /** Why, for people. */
  reason: z.string(),
  /** dictValue of dictionary `detail_color`; empty for none. */
  color: z.string(),
  counterFrom: z.number().nullable(),
  counterTo: z.number().nullable(),
  templateName: z.string(),
  printerName: z.string(),
  queuedAt: instant(),
  leasedAt: instant().nullable(),
  finishedAt: instant().nullable(),
});

const filters = {
  from: day('开始日期').optional(),
  to: day('结束日期').optional(),
  tz: timeZone(),
  clientId: id('客户端').optional(),
  printerId: id('打印机').optional(),
  templateId: id('模板').optional(),
  source: z.enum(SOURCES).optional().meta({ title: '来源' }),
};
const detailFilters = {
  ...filters,
  batchNo: text('批次号', 64).optional(),
  state: z.enum(DETAIL_STATES).optional().meta({ title: '状态' }),
  evidence: z.enum(EVIDENCES).optional().meta({ title: '凭据' }),
  color: text('色标', 32).optional(),
  q: text('搜索', 100).optional(),
};

const totals = z.object({ batches: z.number(), labels: z.number(), ...counts.shape });

const member = { audience: 'member' } as const;

export const printing = {
  authStat: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/authStat',
    summary: '授权概况：客户端数、在线数、本月标签、VIP 到期',
    input: none,
    output: z.object({
      clientsAllowed: z.number(),
      clientsUsed: z.number(),
      clientsOnline: z.number(),
      printersReady: z.number(),
      /** Clients with a printer that is stopped. */
      attention: z.number(),
      labelsThisMonth: z.number(),
      labelsPerMonth: z.number(),
      vipName: z.string(),
      vipExpiresAt: instant().nullable(),
    }),
  }),
  clientList: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientList',
    summary: '授权客户端和它们的打印机',
    input: none,
    output: z.object({ list: z.array(client) }),
  }),
  authValueSet: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/authValueSet',
    summary: '改客户端的备注、启用或分组',
    input: z.object({
      id: id('客户端'),
      field: z.enum(['remark', 'enabled', 'groupName']).meta({ title: '字段' }),
      value: text('内容', 100).default(''),
    }),
    output: client,
  }),
  clientRevoke: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientRevoke',
    summary: '撤销客户端，它的钥匙当场作废',
    input: z.object({ id: id('客户端') }),
    output: done,
  }),
  pairInfo: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/pairInfo',
    summary: '配对码所指的电脑，确认之前给人看',
    input: z.object({ code: text('配对码', 16, 1) }),
    output: z.object({
      code: z.string(),
      machineName: z.string(),
      system: z.string(),
      address: z.string(),
      expiresAt: instant(),
    }),
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
  pairConfirm: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/pairConfirm',
    summary: '确认配对，这台电脑成为授权客户端',
    input: z.object({ code: text('配对码', 16, 1), remark: text('备注', 100).default('') }),
    output: client,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
  printConfigList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printConfigList',
    summary: '打印机配置',
    input: none,
    output: z.object({ list: z.array(printConfig) }),
  }),
  savePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/savePrintConfig',
    summary: '新建或保存打印机配置',
    input: z.object({ id: id().optional(), ...configFields }),
    output: printConfig,
  }),
  deletePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deletePrintConfig',
    summary: '删除打印机配置',
    input: z.object({ id: id() }),
    output: done,
  }),
  templateList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateList',
    summary: '本软件能用的模板：公共的和自己的',
    input: none,
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          category: z.string(),
          widthMm: z.number(),
          heightMm: z.number(),
          own: z.boolean(),
          content: z.unknown(),
          updatedAt: instant(),
        }),
      ),
    }),
  }),
  print: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/print',
    summary: '提交一批标签；存好才回答',
    input: z.object({
      printConfigId: id('打印机配置'),
      templateId: id('模板'),
      /** One object a label: field name → text. */
      rows: z
        .array(z.record(z.string().max(32), rawText('内容', 4000)))
        .min(1, '至少要有一行')
        .max(10_000, '一批最多 10,000 行')
        .meta({ title: '内容' }),
      /** Copies of each row. */
      copies: int('份数', 1, 1000).default(1),
      /** A repeat with the same key returns the first answer; with another body it is refused (409). */
      idempotencyKey: text('幂等键', 128, 8),
      /** Seconds until unsent labels expire. */
      expireAfter: int('有效期', 60, 30 * 86_400).default(86_400),
    }),
    output: z.object({ batchNo: z.string(), total: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
  }),
  batchList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/batchList',
    summary: '批次，新的在前',
    input: z.object({ ...filters, ...page, q: text('搜索', 100).optional() }),
    output: pageOf(batch),
  }),
  batchInfo: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/batchInfo',
    summary: '一个批次和它的进度',
    input: z.object({ batchNo: text('批次号', 64, 1) }),
    output: batch.extend({ template: z.unknown(), dpi: z.number() }),
  }),
  batchCancel: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/batchCancel',
    summary: '取消没印的标签',
    input: z.object({ batchNo: text('批次号', 64, 1) }),
    output: z.object({ cancelled: z.number(), requested: z.number() }),
  }),
  detailList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/detailList',
    summary: '标签明细，新的在前；带批次号时按序号',
    input: z.object({
      ...detailFilters,
      lastId: id().optional(),
      pageSize: int('每页条数', 1, 100).default(20),
    }),
    output: listOf(detail),
  }),
  detailStates: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/detailStates',
    summary: '一个批次每张标签的状态，一格一张',
    input: z.object({ batchNo: text('批次号', 64, 1) }),
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
    }),
    output: detail,
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
    input: z.object({ batchNo: text('批次号', 64, 1) }),
    output: done,
  }),
  printStat: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printStat',
    summary: '打印统计：每天、每小时、与前一段比',
    input: z.object(filters),
    output: z.object({
      from: z.string(),
      to: z.string(),
      totals,
      /** The period of the same length before. */
      previous: totals,
      days: z.array(
        z.object({
          day: z.string(),
          printed: z.number(),
          sent: z.number(),
          labels: z.number(),
          previous: z.number(),
        }),
      ),
      /** Labels accepted by hour of day, 0–23, in the viewer's zone. */
      hours: z.array(z.number()),
      /** What the filters can be set to. */
      options: z.object({
        clients: z.array(z.object({ id: z.string(), name: z.string() })),
        printers: z.array(z.object({ id: z.string(), name: z.string() })),
        templates: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    }),
  }),
  printStatExport: defineCall({
    ...member,
    reply: 'file',
    method: 'GET',
    path: '/np/api/uc/printStatExport',
    summary: '导出筛选后的批次为 Excel',
    input: z.object({ ...filters, q: text('搜索', 100).optional() }),
    output: z.unknown(),
  }),
  detailExport: defineCall({
    ...member,
    reply: 'file',
    method: 'GET',
    path: '/np/api/uc/detailExport',
    summary: '导出筛选后的标签明细为 Excel',
    input: z.object(detailFilters),
    output: z.unknown(),
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
