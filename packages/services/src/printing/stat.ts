import {
  type BatchCounts,
  type CallOutput,
  type CallParsed,
  type DetailState,
} from '@yunbiao/contract';
import { type Executor, prepared, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { addDays, dayOf, MINUTE, wallClock } from '../time.ts';
import { noCounts } from './details.ts';
import { batchConditions, type BatchValues, batchValues, type Whose } from './filters.ts';
import { daysOf, type Period, periodBefore, readPeriod } from './period.ts';

type Stat = CallOutput<'printStat'>;
type Totals = Stat['totals'];

/** Every zone's days and hours begin on a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE;

/** How many labels of the batches accepted in a quarter of an hour are in a state. Hidden batches are counted. */
type Line = { at: number; state: DetailState; count: number };

const lines = prepared((db, values: BatchValues) => {
  const quarter = sql<number>`batch.created_at / ${sql.lit(QUARTER_MS)}`;
  return db
    .selectFrom('batch')
    .innerJoin('detail', 'detail.batch_id', 'batch.id')
    .where((eb) => batchConditions(eb, values))
    .select((eb) => [quarter.as('quarter'), 'detail.state', eb.fn.countAll<number>().as('count')])
    .groupBy([quarter, 'detail.state']);
});

const linesOf = async (executor: Executor, values: BatchValues): Promise<Line[]> =>
  (await lines(executor, values)).map(({ quarter, state, count }) => ({
    ...{ at: quarter * QUARTER_MS, state: state as DetailState, count },
  }));

/** Batches before and since an instant. */
const batches = prepared((db, { split, ...values }: BatchValues & { split: number }) =>
  db
    .selectFrom('batch')
    .where((eb) => batchConditions(eb, values))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number | null>`sum(case when batch.created_at >= ${split} then 1 else 0 end)`.as('since'),
    ]),
);

const totalsOf = (own: readonly Line[], count: number): Totals => {
  const counts: BatchCounts = noCounts();
  for (const line of own) counts[line.state] += line.count;
  return {
    batches: count,
    labels: own.reduce((sum, line) => sum + line.count, 0),
    ...counts,
  };
};

type Day = { printed: number; sent: number; labels: number };

const perDay = (own: readonly Line[], tz: string): Map<string, Day> => {
  const days = new Map<string, Day>();
  for (const line of own) {
    const key = dayOf(line.at, tz);
    const day = days.get(key) ?? { printed: 0, sent: 0, labels: 0 };
    day.labels += line.count;
    if (line.state === 'printed') day.printed += line.count;
    if (line.state === 'sent') day.sent += line.count;
    days.set(key, day);
  }
  return days;
};

const perHour = (own: readonly Line[], tz: string): number[] => {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const line of own) {
    const { hour } = wallClock(line.at, tz);
    hours[hour] = (hours[hour] ?? 0) + line.count;
  }
  return hours;
};

const NO_DAY: Day = { printed: 0, sent: 0, labels: 0 };

const machines = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch')
    .where((eb) => batchConditions(eb, values))
    .select((eb) => [
      ...(['client_id', 'printer_id', 'template_id'] as const),
      eb.fn.max('client_name').as('client_name'),
      eb.fn.max('printer_name').as('printer_name'),
      eb.fn.max('template_name').as('template_name'),
    ])
    .groupBy(['client_id', 'printer_id', 'template_id']),
);

type Choice = { id: string; name: string };
type Named = { id: number | null; name: string };

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each once, by the last of its names in their order. */
const choicesOf = (rows: readonly Named[]): Choice[] => {
  const names = new Map<number, string>();
  for (const { id, name } of rows)
    if (id !== null && name >= (names.get(id) ?? '')) names.set(id, name);
  return [...names]
    .map(([id, name]) => ({ id: String(id), name }))
    .sort((a, b) => inOrder(a.name, b.name));
};

/** Everything the filters can be set to: what the member has printed with. */
const optionsOf = async (executor: Executor, whose: Whose): Promise<Stat['options']> => {
  const rows = await machines(executor, batchValues(whose, {}, {}));
  return {
    clients: choicesOf(rows.map((row) => ({ id: row.client_id, name: row.client_name }))),
    printers: choicesOf(rows.map((row) => ({ id: row.printer_id, name: row.printer_name }))),
    templates: choicesOf(rows.map((row) => ({ id: row.template_id, name: row.template_name }))),
  };
};

const daily = (period: Period, own: readonly Line[], earlier: readonly Line[], tz: string) => {
  const days = perDay(own, tz);
  const earlierDays = perDay(earlier, tz);
  return daysOf(period).map((day) => ({
    day,
    ...(days.get(day) ?? NO_DAY),
    previous: (earlierDays.get(addDays(day, -period.length)) ?? NO_DAY).labels,
  }));
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
  // One after the other, the two make one: what is counted twice is read once.
  const values = batchValues(whose, input, { start: before.start, end: period.end });
  const both = await linesOf(kysely, values);
  const [counted] = await batches(kysely, { ...values, split: period.start });
  const since = counted?.since ?? 0;
  const own = both.filter((line) => line.at >= period.start);
  const earlier = both.filter((line) => line.at < period.start);
  return {
    from: period.from,
    to: period.to,
    totals: totalsOf(own, since),
    previous: totalsOf(earlier, (counted?.all ?? 0) - since),
    days: daily(period, own, earlier, input.tz),
    hours: perHour(own, input.tz),
    options: await optionsOf(kysely, whose),
  };
};
