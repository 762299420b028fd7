import { z } from 'zod';
import { defineCall } from '../define.ts';
import { text } from '../fields.ts';
import { QUERY_LENGTH } from '../limits/input.ts';
import { counts, detailFilters, filters } from './batch-shapes.ts';

const totals = z.object({ batches: z.number(), labels: z.number(), ...counts.shape });

const member = { audience: 'member' } as const;

/** Statistics and workbooks. */
export const statisticsCalls = {
  printStat: defineCall({
    ...member,
    isHeavy: true,
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
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/printStatExport',
    summary: '导出筛选后的批次为 Excel',
    input: z.object({ ...filters, q: text('搜索', QUERY_LENGTH).optional() }),
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
