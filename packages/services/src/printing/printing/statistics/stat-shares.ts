import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { DAY, HOUR } from '../../../platform/time.ts';
import type { BatchValues, Whose } from '../filters.ts';
import { parseStatisticsPeriod } from './period.ts';
import {
  splitFilterIntoDays,
  buildFinestRollupCondition,
  selectColumnSum,
  toRollupFilter,
  type LocalTimeSums,
  readLocalTimeSums,
} from './rollup-sums.ts';

type Shares = CallOutput<'printStatShares'>;

/** Name for raw data and pictures from other systems, which have no template. */
const NO_TEMPLATE = '原样打印';
/** Maximum number of templates listed; the rest is summed up. */
const MAX_TEMPLATES = 5;
/** 1970-01-01 was a Thursday: index 3 in a week that starts on Monday. */
const FIRST_WEEKDAY = 3;

const sumByWeekHour = (sums: readonly LocalTimeSums[]): number[][] => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { wall, labels } of sums) {
    const hours = week[(Math.floor(wall / DAY) + FIRST_WEEKDAY) % 7];
    const hour = Math.floor(wall / HOUR) % 24;
    if (hours) hours[hour] = (hours[hour] ?? 0) + labels;
  }
  return week;
};

const selectPlaces = createQueryCompiledOnce((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => buildFinestRollupCondition(eb, values))
    .select((eb) => [
      'template_id',
      'source',
      eb.fn.max('template_name').as('template_name'),
      ...(['printed', 'sent', 'labels'] as const).map(selectColumnSum),
    ])
    .groupBy(['template_id', 'source']),
);

type Place = Awaited<ReturnType<typeof selectPlaces>>[number];
type Share = { labels: number; printed: number; sent: number };

const addCountsToShare = (share: Share, { labels, printed, sent }: Share): void => {
  share.labels += labels;
  share.printed += printed;
  share.sent += sent;
};

const compareByLabels = (
  a: { labels: number; key: string },
  b: { labels: number; key: string },
): number => b.labels - a.labels || (a.key < b.key ? -1 : 1);

/** Sums rows by a key, largest first. */
const sumSharesByKey = (rows: readonly Place[], getKey: (row: Place) => string) => {
  const shares = new Map<string, Share & { key: string; name: string }>();
  for (const row of rows) {
    const key = getKey(row);
    const share = shares.get(key) ?? { key, name: '', labels: 0, printed: 0, sent: 0 };
    addCountsToShare(share, row);
    if (row.template_name > share.name) share.name = row.template_name;
    shares.set(key, share);
  }
  return [...shares.values()].filter(({ labels }) => labels > 0).sort(compareByLabels);
};

const listTemplateShares = (
  rows: readonly Place[],
): Pick<Shares, 'templates' | 'otherTemplates'> => {
  const allShares = sumSharesByKey(rows, (row) => String(row.template_id));
  const otherShares = allShares.slice(MAX_TEMPLATES);
  const otherTotals = { count: otherShares.length, labels: 0, printed: 0, sent: 0 };
  for (const share of otherShares) addCountsToShare(otherTotals, share);
  return {
    // Jobs without a template have the template id 0.
    templates: allShares.slice(0, MAX_TEMPLATES).map(({ key, name, ...share }) => ({
      id: key === '0' ? null : key,
      name: key === '0' ? NO_TEMPLATE : name,
      ...share,
    })),
    otherTemplates: otherTotals,
  };
};

const listSourceShares = (rows: readonly Place[]): Shares['sources'] =>
  sumSharesByKey(rows, (row) => row.source).map(({ key, labels, printed, sent }) => ({
    source: key as Shares['sources'][number]['source'],
    labels,
    printed,
    sent,
  }));

/**
 * Labels by hour of the week in the viewer's zone, and shares of templates and sources.
 * @throws 400
 */
export const getPrintShares = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'printStatShares'>;
}): Promise<Shares> => {
  const values = toRollupFilter(whose, input, parseStatisticsPeriod(input, ctx.now()));
  const ownSums = await readLocalTimeSums(ctx.db.kysely, values, { tz: input.tz, unit: HOUR });
  const rows: Place[] = [];
  for (const part of splitFilterIntoDays(values))
    rows.push(...(await selectPlaces(ctx.db.kysely, part)));
  return {
    week: sumByWeekHour(ownSums),
    ...listTemplateShares(rows),
    sources: listSourceShares(rows),
  };
};
