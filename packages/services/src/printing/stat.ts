import { type CallOutput, type CallParsed, SOURCES } from '@yunbiao/contract';
import { type Executor, prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { noCounts } from '../label-state/batch-counts.ts';
import { ALL_TIME, QUARTER_SUMS } from '../label-state/quarters.ts';
import { DAY } from '../time.ts';
import { type BatchValues, batchValues, type Whose } from './filters.ts';
import { listDays, type Period, periodBefore, readPeriod } from './period.ts';
import {
  type Asked,
  askedSums,
  inDays,
  total,
  listValues,
  type WallSums,
  wallSums,
} from './quarter-sums.ts';

type Stat = CallOutput<'printStat'>;
type Totals = Stat['totals'];

type Day = { printed: number; sent: number; labels: number };

const sums = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => askedSums(eb, values))
    .select(QUARTER_SUMS.map(total)),
);

const computeTotals = async (executor: Executor, values: Asked): Promise<Totals> => {
  const totals = { batches: 0, labels: 0, ...noCounts() };
  for (const part of inDays(values)) {
    const [row] = await sums(executor, part);
    if (row) for (const sum of QUARTER_SUMS) totals[sum] += row[sum];
  }
  return totals;
};

/** The days of a period, in order. */
const perDay = (all: readonly WallSums[], period: Period): Day[] => {
  const first = Date.parse(`${period.from}T00:00:00Z`) / DAY;
  const days = Array.from({ length: period.length }, () => ({ printed: 0, sent: 0, labels: 0 }));
  for (const { wall, printed, sent, labels } of all) {
    const day = days[Math.floor(wall / DAY) - first];
    if (!day) continue;
    day.printed += printed;
    day.sent += sent;
    day.labels += labels;
  }
  return days;
};

const machines = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where('member_id', '=', values.memberId)
    .where('source', 'in', SOURCES)
    .where('quarter', '=', ALL_TIME)
    .$if(values.softwareId !== undefined, (query) =>
      query.where('software_id', '=', values.softwareId ?? 0),
    )
    .select((eb) => [
      ...(['client_id', 'printer_id', 'template_id'] as const),
      eb.fn.max('client_name').as('client_name'),
      eb.fn.max('printer_name').as('printer_name'),
      eb.fn.max('template_name').as('template_name'),
    ])
    .groupBy(['client_id', 'printer_id', 'template_id']),
);

type Choice = { id: string; name: string };
type Named = { id: number; name: string };

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each once, by the last of its names in their order. */
const listChoices = (rows: readonly Named[]): Choice[] => {
  const names = new Map<number, string>();
  for (const { id, name } of rows)
    if (id !== 0 && name >= (names.get(id) ?? '')) names.set(id, name);
  return [...names]
    .map(([id, name]) => ({ id: String(id), name }))
    .sort((a, b) => inOrder(a.name, b.name));
};

/** Everything the filters can be set to: what the member has printed with. */
const getOptions = async (executor: Executor, whose: Whose): Promise<Stat['options']> => {
  const rows = await machines(executor, batchValues(whose, {}, {}));
  return {
    clients: listChoices(rows.map((row) => ({ id: row.client_id, name: row.client_name }))),
    printers: listChoices(rows.map((row) => ({ id: row.printer_id, name: row.printer_name }))),
    templates: listChoices(rows.map((row) => ({ id: row.template_id, name: row.template_name }))),
  };
};

const NO_DAY: Day = { printed: 0, sent: 0, labels: 0 };

const daily = (days: readonly Day[], earlier: readonly Day[], period: Period) =>
  listDays(period).map((day, at) => ({
    day,
    ...(days[at] ?? NO_DAY),
    previous: (earlier[at] ?? NO_DAY).labels,
  }));

/** Labels and batches by day of the viewer's zone, and the period of the same length before. @throws 400 */
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
  const both = await wallSums(
    kysely,
    listValues(whose, input, { start: before.start, end: period.end }),
    { tz: input.tz, unit: DAY },
  );
  return {
    from: period.from,
    to: period.to,
    totals: await computeTotals(kysely, listValues(whose, input, period)),
    previous: await computeTotals(kysely, listValues(whose, input, before)),
    days: daily(perDay(both, period), perDay(both, before), period),
    options: await getOptions(kysely, whose),
  };
};
