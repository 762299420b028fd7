import {
  type BatchCounts,
  type CallOutput,
  type CallParsed,
  type DetailState,
} from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { addDays, dayOf, wallClock } from '../time.ts';
import { noCounts } from './details.ts';
import { batchConditions, type BatchFilter, type Whose } from './filters.ts';
import { daysOf, type Period, periodBefore, readPeriod } from './period.ts';

type Stat = CallOutput<'printStat'>;
type Totals = Stat['totals'];

/** How many labels of a batch are in a state, and when the batch was accepted. Hidden batches are counted. */
type Line = { batchId: number; createdAt: number; state: DetailState; count: number };

const linesOf = async (
  executor: Executor,
  whose: Whose,
  filter: BatchFilter,
  period: Period,
): Promise<Line[]> => {
  const rows = await executor
    .selectFrom('batch')
    .innerJoin('detail', 'detail.batch_id', 'batch.id')
    .where((eb) => batchConditions(eb, whose, filter, period))
    .select((eb) => [
      'batch.id',
      'batch.created_at',
      'detail.state',
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['batch.id', 'batch.created_at', 'detail.state'])
    .execute();
  return rows.map((row) => ({
    batchId: row.id,
    createdAt: row.created_at,
    state: row.state as DetailState,
    count: row.count,
  }));
};

const totalsOf = (lines: readonly Line[]): Totals => {
  const counts: BatchCounts = noCounts();
  for (const line of lines) counts[line.state] += line.count;
  return {
    batches: new Set(lines.map((line) => line.batchId)).size,
    labels: lines.reduce((sum, line) => sum + line.count, 0),
    ...counts,
  };
};

type Day = { printed: number; sent: number; labels: number };

const perDay = (lines: readonly Line[], tz: string): Map<string, Day> => {
  const days = new Map<string, Day>();
  for (const line of lines) {
    const key = dayOf(line.createdAt, tz);
    const day = days.get(key) ?? { printed: 0, sent: 0, labels: 0 };
    day.labels += line.count;
    if (line.state === 'printed') day.printed += line.count;
    if (line.state === 'sent') day.sent += line.count;
    days.set(key, day);
  }
  return days;
};

const perHour = (lines: readonly Line[], tz: string): number[] => {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const line of lines) {
    const { hour } = wallClock(line.createdAt, tz);
    hours[hour] = (hours[hour] ?? 0) + line.count;
  }
  return hours;
};

const NO_DAY: Day = { printed: 0, sent: 0, labels: 0 };

/** Everything the filters can be set to: what the member has printed with. */
const optionsOf = async (executor: Executor, whose: Whose): Promise<Stat['options']> => {
  const choices = async (
    id: 'client_id' | 'printer_id' | 'template_id',
    name: 'client_name' | 'printer_name' | 'template_name',
  ) => {
    const rows = await executor
      .selectFrom('batch')
      .where((eb) => batchConditions(eb, whose, {}, {}))
      .where(id, 'is not', null)
      .select((eb) => [`${id} as id`, eb.fn.max(name).as('name')])
      .groupBy(id)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({ id: String(row.id), name: String(row.name) }));
  };
  return {
    clients: await choices('client_id', 'client_name'),
    printers: await choices('printer_id', 'printer_name'),
    templates: await choices('template_id', 'template_name'),
  };
};

/** Labels and batches by day and hour of the viewer's zone, and the period of the same length before. @throws 400 */
export const printStat = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'printStat'>;
}): Promise<Stat> => {
  const { kysely } = ctx.db;
  const period = readPeriod(input, ctx.now());
  const before = periodBefore(period, input.tz);
  const lines = await linesOf(kysely, whose, input, period);
  const earlier = await linesOf(kysely, whose, input, before);
  const days = perDay(lines, input.tz);
  const earlierDays = perDay(earlier, input.tz);
  return {
    from: period.from,
    to: period.to,
    totals: totalsOf(lines),
    previous: totalsOf(earlier),
    days: daysOf(period).map((day) => ({
      day,
      ...(days.get(day) ?? NO_DAY),
      previous: (earlierDays.get(addDays(day, -period.length)) ?? NO_DAY).labels,
    })),
    hours: perHour(lines, input.tz),
    options: await optionsOf(kysely, whose),
  };
};
