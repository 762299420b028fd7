import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { SOURCES } from '../../evidence.ts';
import { defineTextField } from '../../core/fields.ts';
import { QUERY_LENGTH } from '../../limits/input.ts';
import { counts, detailFilters, filters } from './batch-shapes.ts';

const totals = z.object({ batches: z.number(), labels: z.number(), ...counts.shape });

const share = { labels: z.number(), printed: z.number(), sent: z.number() };

const member = { audience: 'member' } as const;

/** Statistics and Excel exports. */
export const statisticsCalls = {
  printStat: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/printStat',
    summary: '打印统计：每天、与前一段比',
    input: z.object(filters),
    output: z.object({
      from: z.string(),
      to: z.string(),
      totals,
      /** The preceding period of the same length. */
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
      /** Available filter values. */
      options: z.object({
        clients: z.array(z.object({ id: z.string(), name: z.string() })),
        printers: z.array(z.object({ id: z.string(), name: z.string() })),
        templates: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    }),
  }),
  printStatShares: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/printStatShares',
    summary: '打印统计的构成：一周里的每小时、模板、来源',
    input: z.object(filters),
    output: z.object({
      /** Accepted labels by weekday (Monday first) and hour (0–23) in the viewer's time zone. */
      week: z.array(z.array(z.number())),
      /** Templates with the most labels; `id` is null for labels printed without a template. */
      templates: z.array(z.object({ id: z.string().nullable(), name: z.string(), ...share })),
      otherTemplates: z.object({ count: z.number(), ...share }),
      sources: z.array(z.object({ source: z.enum(SOURCES), ...share })),
    }),
  }),
  printStatExport: defineCall({
    ...member,
    reply: 'file',
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/printStatExport',
    summary: '导出筛选后的批次为 Excel',
    input: z.object({ ...filters, q: defineTextField('搜索', QUERY_LENGTH).optional() }),
    output: z.unknown(),
  }),
  detailExport: defineCall({
    ...member,
    reply: 'file',
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/detailExport',
    summary: '导出筛选后的标签明细为 Excel',
    input: z.object(detailFilters),
    output: z.unknown(),
  }),
};
