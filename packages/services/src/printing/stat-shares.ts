import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY, HOUR } from '../time.ts';
import type { BatchValues, Whose } from './filters.ts';
import { readPeriod } from './period.ts';
import { inDays, placeSums, total, listValues, type WallSums, wallSums } from './quarter-sums.ts';

type Shares = CallOutput<'printStatShares'>;

/** Bytes and pictures of other systems: each is called by what it was. */
const NO_TEMPLATE = '原样打印';
/** Templates named one by one; what is left is told as a sum. */
const MAX_TEMPLATES = 5;
/** 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday. */
const FIRST_WEEKDAY = 3;

const perWeek = (own: readonly WallSums[]): number[][] => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { wall, labels } of own) {
    const hours = week[(Math.floor(wall / DAY) + FIRST_WEEKDAY) % 7];
    const hour = Math.floor(wall / HOUR) % 24;
    if (hours) hours[hour] = (hours[hour] ?? 0) + labels;
  }
  return week;
};

const places = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => placeSums(eb, values))
    .select((eb) => [
      'template_id',
      'source',
      eb.fn.max('template_name').as('template_name'),
      ...(['printed', 'sent', 'labels'] as const).map(total),
    ])
    .groupBy(['template_id', 'source']),
);

type Place = Awaited<ReturnType<typeof places>>[number];
type Share = { labels: number; printed: number; sent: number };

const add = (share: Share, { labels, printed, sent }: Share): void => {
  share.labels += labels;
  share.printed += printed;
  share.sent += sent;
};

const most = (a: { labels: number; key: string }, b: { labels: number; key: string }): number =>
  b.labels - a.labels || (a.key < b.key ? -1 : 1);

/** Rows added up by a key, the largest first. */
const sharesBy = (rows: readonly Place[], getKey: (row: Place) => string) => {
  const shares = new Map<string, Share & { key: string; name: string }>();
  for (const row of rows) {
    const key = getKey(row);
    const share = shares.get(key) ?? { key, name: '', labels: 0, printed: 0, sent: 0 };
    add(share, row);
    if (row.template_name > share.name) share.name = row.template_name;
    shares.set(key, share);
  }
  return [...shares.values()].filter(({ labels }) => labels > 0).sort(most);
};

const listTemplates = (rows: readonly Place[]): Pick<Shares, 'templates' | 'otherTemplates'> => {
  const all = sharesBy(rows, (row) => String(row.template_id));
  const rest = all.slice(MAX_TEMPLATES);
  const others = { count: rest.length, labels: 0, printed: 0, sent: 0 };
  for (const share of rest) add(others, share);
  return {
    // What was printed without a template of its own has the identity 0.
    templates: all.slice(0, MAX_TEMPLATES).map(({ key, name, ...share }) => ({
      id: key === '0' ? null : key,
      name: key === '0' ? NO_TEMPLATE : name,
      ...share,
    })),
    otherTemplates: others,
  };
};

const listSources = (rows: readonly Place[]): Shares['sources'] =>
  sharesBy(rows, (row) => row.source).map(({ key, labels, printed, sent }) => ({
    source: key as Shares['sources'][number]['source'],
    labels,
    printed,
    sent,
  }));

/**
 * The hours of the week labels are asked for in, in the viewer's zone, and what they are made of: templates, sources.
 * @throws 400
 */
export const printStatShares = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'printStatShares'>;
}): Promise<Shares> => {
  const values = listValues(whose, input, readPeriod(input, ctx.now()));
  const own = await wallSums(ctx.db.kysely, values, { tz: input.tz, unit: HOUR });
  const rows: Place[] = [];
  for (const part of inDays(values)) rows.push(...(await places(ctx.db.kysely, part)));
  return { week: perWeek(own), ...listTemplates(rows), sources: listSources(rows) };
};
