import {
  type BatchCounts,
  type CallOutput,
  type CallParsed,
  type DetailState,
} from '@yunbiao/contract';
import { type Executor, prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY, HOUR, wallMs } from '../time.ts';
import { noCounts, readCounts } from '../label-state/batch-counts.ts';
import { batchConditions, type BatchValues, batchValues, type Whose } from './filters.ts';
import { daysOf, type Period, periodBefore, readPeriod } from './period.ts';

type Stat = CallOutput<'printStat'>;
type Totals = Stat['totals'];

/** How many labels of a batch are in each state, and when it was accepted. Hidden batches are counted. */
type Counted = {
  /** Epoch ms. */
  at: number;
  counts: readonly (readonly [DetailState, number])[];
  day: Day;
};

type Day = { printed: number; sent: number; labels: number };

const batches = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch')
    .where((eb) => batchConditions(eb, values))
    .select(['batch.created_at', 'batch.counts']),
);

const countedOf = async (executor: Executor, values: BatchValues): Promise<Counted[]> => {
  /** Most batches ended alike: each way is read once. */
  const known = new Map<string, Omit<Counted, 'at'>>();
  return (await batches(executor, values)).map(({ created_at: at, counts: text }) => {
    let read = known.get(text);
    if (!read) {
      const stored = readCounts(text);
      const counts = Object.entries(stored) as [DetailState, number][];
      const labels = counts.reduce((sum, [, count]) => sum + count, 0);
      const { printed = 0, sent = 0 } = stored;
      read = { counts, day: { printed, sent, labels } };
      known.set(text, read);
    }
    return { at, ...read };
  });
};

const totalsOf = (own: readonly Counted[]): Totals => {
  const all: BatchCounts = noCounts();
  let labels = 0;
  for (const { counts } of own)
    for (const [state, count] of counts) {
      all[state] += count;
      labels += count;
    }
  return { batches: own.length, labels, ...all };
};

/** The days of a period, in order. */
const perDay = (own: readonly Counted[], period: Period, tz: string): Day[] => {
  const first = Date.parse(`${period.from}T00:00:00Z`) / DAY;
  const days = Array.from({ length: period.length }, () => ({ printed: 0, sent: 0, labels: 0 }));
  for (const batch of own) {
    const day = days[Math.floor(wallMs(batch.at, tz) / DAY) - first];
    if (!day) continue;
    day.printed += batch.day.printed;
    day.sent += batch.day.sent;
    day.labels += batch.day.labels;
  }
  return days;
};

const perHour = (own: readonly Counted[], tz: string): number[] => {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const batch of own) {
    const hour = Math.floor(wallMs(batch.at, tz) / HOUR) % 24;
    hours[hour] = (hours[hour] ?? 0) + batch.day.labels;
  }
  return hours;
};

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

const NO_DAY: Day = { printed: 0, sent: 0, labels: 0 };

const daily = (days: readonly Day[], earlier: readonly Day[], period: Period) =>
  daysOf(period).map((day, at) => ({
    day,
    ...(days[at] ?? NO_DAY),
    previous: (earlier[at] ?? NO_DAY).labels,
  }));

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
  // One after the other, the two make one: it is read once.
  const values = batchValues(whose, input, { start: before.start, end: period.end });
  const both = await countedOf(kysely, values);
  const own = both.filter(({ at }) => at >= period.start);
  const earlier = both.filter(({ at }) => at < period.start);
  return {
    from: period.from,
    to: period.to,
    totals: totalsOf(own),
    previous: totalsOf(earlier),
    days: daily(perDay(own, period, input.tz), perDay(earlier, before, input.tz), period),
    hours: perHour(own, input.tz),
    options: await optionsOf(kysely, whose),
  };
};
