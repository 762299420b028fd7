import { z } from 'zod';
import { BATCH_STATES, DETAIL_STATES, EVIDENCES, SOURCES } from '../evidence.ts';
import type { Bulk } from '../define.ts';
import { day, id, instant, rawText, text, timeZone } from '../fields.ts';
import { BATCH_NO_LENGTH, type InputLimits, QUERY_LENGTH } from '../limits/input.ts';
import { PRINTER_GROUP_NAME_LENGTH } from '../limits/print-config.ts';
import { MAX_CELLS, MAX_ROWS, ROW_LIMITS, ROWS_BYTES } from '../limits/print.ts';
import { CONTENT_LENGTH, FIELD_NAME_LENGTH } from '../limits/template.ts';

/** One label: field name → text. */
const row = z.record(z.string().max(FIELD_NAME_LENGTH), rawText('内容', CONTENT_LENGTH));

const tooMany = `一批最多 ${MAX_ROWS.toLocaleString('en-US')} 行`;

/** The labels of a submission: as its input, and how they are taken in. */
export const rows = {
  list: z.array(row).min(1, '至少要有一行').max(MAX_ROWS, tooMany).meta({ title: '内容' }),
  taken: {
    limits: { bytes: ROWS_BYTES, items: MAX_CELLS } satisfies Partial<InputLimits>,
    bulk: { field: 'rows', item: row, max: MAX_ROWS, tooMany, limits: ROW_LIMITS } satisfies Bulk,
  },
};

/** How many places to print at are named. */
const placesIn = (said: unknown): number => {
  const { printConfigId, groupId, groupName } = said as Record<string, unknown>;
  return [printConfigId, groupId, groupName].filter((one) => one !== undefined).length;
};

/** A submission, to a configuration or to a group of printers, which is named by its number or its name. */
export const printedTo = <S extends z.ZodRawShape>(rest: S) =>
  z
    .object({
      printConfigId: id('打印机配置').optional(),
      groupId: id('打印机组').optional(),
      groupName: text('打印机组的名称', PRINTER_GROUP_NAME_LENGTH, 1).optional(),
      ...rest,
    })
    .refine((said) => placesIn(said) === 1, {
      path: ['printConfigId'],
      error: ({ input }) =>
        placesIn(input) === 0 ? '请填写打印机配置，或者打印机组' : '打印机配置和打印机组只能写一个',
      // Said beside what is wrong in the other fields.
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
  /** The group of printers it was sent to; null: to one printer. Its printer is then the first it was at. */
  groupName: z.string().nullable(),
  source: z.enum(SOURCES),
  total: z.number(),
  state: z.enum(BATCH_STATES),
  counts,
  /** Labels a cancel can still stop: waiting, or with the client and not asked back yet. */
  cancellable: z.number(),
  /** False: its labels are kept no longer under the member's plan; `counts` still says what became of them. */
  isKept: z.boolean(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
  expiresAt: instant(),
});

/** A label went on at another printer of its group, because the one it waited for could not print. */
export const labelMove = z.object({
  from: z.string(),
  to: z.string(),
  /** Why, for people. */
  reason: z.string(),
  at: instant(),
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
  /** As the print client tells it: the first byte was about to leave; the printer had taken every byte; it was decided. */
  startedAt: instant().nullable(),
  consumedAt: instant().nullable(),
  endedAt: instant().nullable(),
  finishedAt: instant().nullable(),
  /** From one printer of its group to another, in order. */
  moves: z.array(labelMove),
});

/** Labels one cut left behind in a batch, which one look at the roll settles. */
export const incident = z.object({
  batchNo: z.string(),
  templateName: z.string(),
  printerName: z.string(),
  /** Why, for people. */
  reason: z.string(),
  at: instant(),
  /** In the order they were submitted. */
  labels: z.array(
    detail.pick({ id: true, attempt: true, sequence: true, title: true }).extend({
      /** Where one batch is asked about, whose page draws it. */
      whole: detail.optional(),
    }),
  ),
});

export const filters = {
  from: day('开始日期').optional(),
  to: day('结束日期').optional(),
  tz: timeZone(),
  clientId: id('客户端').optional(),
  printerId: id('打印机').optional(),
  templateId: id('模板').optional(),
  source: z.enum(SOURCES).optional().meta({ title: '来源' }),
};
export const detailFilters = {
  ...filters,
  batchNo: text('批次号', BATCH_NO_LENGTH).optional(),
  state: z.enum(DETAIL_STATES).optional().meta({ title: '状态' }),
  evidence: z.enum(EVIDENCES).optional().meta({ title: '凭据' }),
  color: text('色标', 32).optional(),
  q: text('搜索', QUERY_LENGTH).optional(),
};
