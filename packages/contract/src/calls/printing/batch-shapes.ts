import { z } from 'zod';
import { BATCH_STATES, DETAIL_STATES, EVIDENCES, SOURCES } from '../../evidence.ts';
import type { Bulk } from '../../core/define.ts';
import {
  defineDayField,
  defineIdField,
  defineInstantField,
  defineIntField,
  defineRawTextField,
  defineTextField,
  defineTimeZoneField,
} from '../../core/fields.ts';
import { BATCH_NO_LENGTH, type InputLimits, QUERY_LENGTH } from '../../limits/input.ts';
import { PRINTER_GROUP_NAME_LENGTH } from '../../limits/print-config.ts';
import {
  MAX_CELLS,
  MAX_ROWS,
  ROW_LIMITS,
  ROWS_BYTES,
  ROWS_REST_LIMITS,
  SHEET_ROW,
} from '../../limits/print.ts';
import { CONTENT_LENGTH, FIELD_NAME_LENGTH } from '../../limits/template.ts';

/** One label: field name → text. */
const row = z.record(z.string().max(FIELD_NAME_LENGTH), defineRawTextField('内容', CONTENT_LENGTH));

const tooMany = `一批最多 ${MAX_ROWS.toLocaleString('en-US')} 行`;

/** `rows` and `sheetRows` inputs of a submission and their input limits. */
export const rows = {
  list: z.array(row).min(1, '至少要有一行').max(MAX_ROWS, tooMany).meta({ title: '内容' }),
  /**
   * Rows of the spreadsheet that the rows come from, in their order, counted from 1; null for a row
   * that comes from none.
   */
  sheetRows: z
    .array(defineIntField('表格行', SHEET_ROW).nullable())
    .max(MAX_ROWS, tooMany)
    .meta({ title: '表格行' }),
  inputLimits: {
    limits: { bytes: ROWS_BYTES, items: MAX_CELLS } satisfies Partial<InputLimits>,
    whole: ['sheetRows'] as const,
    bulk: {
      field: 'rows',
      item: row,
      max: MAX_ROWS,
      tooMany,
      limits: ROW_LIMITS,
      restLimits: ROWS_REST_LIMITS,
    } satisfies Bulk,
  },
};

/** Number of print targets the input names. */
const countPrintTargets = (target: unknown): number => {
  const { printConfigId, groupId, groupName } = target as Record<string, unknown>;
  return [printConfigId, groupId, groupName].filter((value) => value !== undefined).length;
};

/**
 * A submission to a printer configuration or to a printer group, which is named by id or by name.
 */
export const definePrintTarget = <S extends z.ZodRawShape>(rest: S) =>
  z
    .object({
      printConfigId: defineIdField('打印机配置').optional(),
      groupId: defineIdField('打印机组').optional(),
      groupName: defineTextField('打印机组的名称', PRINTER_GROUP_NAME_LENGTH, 1).optional(),
      ...rest,
    })
    .refine((input) => countPrintTargets(input) === 1, {
      path: ['printConfigId'],
      error: ({ input }) =>
        countPrintTargets(input) === 0
          ? '请填写打印机配置，或者打印机组'
          : '打印机配置和打印机组只能写一个',
      // Runs even when other fields are invalid, so that all messages appear together.
      when: ({ value }) => typeof value === 'object' && value !== null,
    });

export const counts = z.object(
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
  /**
   * The printer group the batch was sent to; null when it was sent to one printer. With a group,
   * the batch's printer is the first one its labels were assigned to.
   */
  groupName: z.string().nullable(),
  source: z.enum(SOURCES),
  total: z.number(),
  state: z.enum(BATCH_STATES),
  counts,
  /** Labels a cancel request can still stop: queued, or leased and not yet requested back. */
  cancellable: z.number(),
  /** False when the labels have been deleted under the plan's retention; `counts` remains. */
  isKept: z.boolean(),
  createdAt: defineInstantField(),
  finishedAt: defineInstantField().nullable(),
  expiresAt: defineInstantField(),
});

/** A move of a label to another printer of its group, because its printer could not print. */
export const labelMove = z.object({
  from: z.string(),
  to: z.string(),
  /** Reason as text for people. */
  reason: z.string(),
  at: defineInstantField(),
});

export const detail = z.object({
  id: z.string(),
  batchNo: z.string(),
  /** Row of the submission this label comes from, counted from 1. */
  sequence: z.number(),
  /** Copy number, counted from 1. */
  copy: z.number(),
  /** Row of the spreadsheet this label comes from, counted from 1; null without one. */
  sheetRow: z.number().nullable(),
  /** Attempt number, counted from 1. A reprint is the same detail with a higher attempt. */
  attempt: z.number(),
  data: z.record(z.string(), z.string()),
  /** First non-empty field, for display. */
  title: z.string(),
  state: z.enum(DETAIL_STATES),
  evidence: z.enum(EVIDENCES),
  /** Reason as text for people. */
  reason: z.string(),
  /** dictValue of the dictionary `detail_color`; '' when no colour is set. */
  color: z.string(),
  counterFrom: z.number().nullable(),
  counterTo: z.number().nullable(),
  templateName: z.string(),
  printerName: z.string(),
  queuedAt: defineInstantField(),
  leasedAt: defineInstantField().nullable(),
  /**
   * Times from the print client: just before the first byte was sent; when the printer had received
   * every byte; when the result was decided.
   */
  startedAt: defineInstantField().nullable(),
  consumedAt: defineInstantField().nullable(),
  endedAt: defineInstantField().nullable(),
  finishedAt: defineInstantField().nullable(),
  /** Moves between printers of the group, in order. */
  moves: z.array(labelMove),
});

/**
 * Uncertain labels that one interruption left in a batch. The member resolves them together after
 * inspecting the roll.
 */
export const incident = z.object({
  batchNo: z.string(),
  templateName: z.string(),
  printerName: z.string(),
  /** Reason as text for people. */
  reason: z.string(),
  at: defineInstantField(),
  /** In submission order. */
  labels: z.array(
    detail.pick({ id: true, attempt: true, sequence: true, sheetRow: true, title: true }).extend({
      /** The full detail; present only when the call names one batch. */
      whole: detail.optional(),
    }),
  ),
});

export const filters = {
  from: defineDayField('开始日期').optional(),
  to: defineDayField('结束日期').optional(),
  tz: defineTimeZoneField(),
  clientId: defineIdField('客户端').optional(),
  printerId: defineIdField('打印机').optional(),
  templateId: defineIdField('模板').optional(),
  source: z.enum(SOURCES).optional().meta({ title: '来源' }),
};
export const detailFilters = {
  ...filters,
  batchNo: defineTextField('批次号', BATCH_NO_LENGTH).optional(),
  state: z.enum(DETAIL_STATES).optional().meta({ title: '状态' }),
  evidence: z.enum(EVIDENCES).optional().meta({ title: '凭据' }),
  color: defineTextField('色标', 32).optional(),
  q: defineTextField('搜索', QUERY_LENGTH).optional(),
};
