import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import {
  type BatchQuarterTable,
  type BatchTable,
  type Insertable,
  type Selectable,
  sql,
  type Tx,
} from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { MINUTE } from '../../platform/time.ts';
import type { PartialCounts } from './batch-counts.ts';

/**
 * Length of a rollup period, ms. Zones have changed their offset only on such boundaries since
 * 1973.
 */
export const QUARTER_MS = 15 * MINUTE;

/** Key of a rollup row: every column except sums and names. */
export const QUARTER_KEY = [
  'member_id',
  'source',
  'quarter',
  'software_id',
  'client_id',
  'printer_id',
  'template_id',
] as const satisfies readonly (keyof BatchQuarterTable)[];

export const QUARTER_SUMS = [
  'batches',
  'labels',
  ...DETAIL_STATES,
] as const satisfies readonly (keyof BatchQuarterTable)[];

const NAME_COLUMNS = ['client_name', 'printer_name', 'template_name'] as const;

type Batch = Pick<
  Selectable<BatchTable>,
  Exclude<(typeof QUARTER_KEY)[number], 'quarter'> | (typeof NAME_COLUMNS)[number] | 'created_at'
>;

/** A batch whose labels changed state. `before` is null for a batch that was just stored. */
export type CountChange = { batch: Batch; before: PartialCounts | null; after: PartialCounts };

/** Rows per statement: with 21 columns well below SQLite's limit of 32,766 parameters. */
const INSERT_ROWS = 400;

export type QuarterRow = Insertable<BatchQuarterTable>;
type Row = QuarterRow;

const sumCounts = (counts: PartialCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const toRollupChangeRow = ({ batch, before, after }: CountChange): Row => {
  const from = before ?? {};
  const states = Object.fromEntries(
    DETAIL_STATES.map((state) => [state, (after[state] ?? 0) - (from[state] ?? 0)]),
  ) as Record<(typeof DETAIL_STATES)[number], number>;
  return {
    member_id: batch.member_id,
    software_id: batch.software_id,
    quarter: Math.floor(batch.created_at / QUARTER_MS),
    client_id: batch.client_id,
    printer_id: batch.printer_id,
    template_id: batch.template_id ?? 0,
    source: batch.source,
    client_name: batch.client_name,
    printer_name: batch.printer_name,
    template_name: batch.template_name,
    batches: before === null ? 1 : 0,
    labels: sumCounts(after) - sumCounts(from),
    ...states,
  };
};

/** `source` of rows that sum up all places. */
export const ALL_PLACES = '';
/** `quarter` of rows that sum up all time. */
export const ALL_TIME = 0;

/**
 * Quarter hours from midnight in China to midnight UTC. Daily rollups use Chinese days, because
 * nearly all users are in China.
 */
export const CHINA_OFFSET_QUARTERS = 32;
export const QUARTERS_PER_DAY = 96;

/** `quarter` of a daily row: the negative day number since 1970. */
const toDayKey = (quarter: number): number =>
  -Math.floor((quarter + CHINA_OFFSET_QUARTERS) / QUARTERS_PER_DAY);

/** Start of the row's period, epoch ms; 0: all time. */
export const getRollupPeriodStart = (quarter: number): number =>
  (quarter < 0 ? -quarter * QUARTERS_PER_DAY - CHINA_OFFSET_QUARTERS : quarter) * QUARTER_MS;

/**
 * Returns the row for each rollup level. Queries without a filter, over whole days or over all time
 * then read few rows.
 */
export const expandToRollupLevels = <T extends Row>(row: T): T[] => {
  const allPlacesRow = {
    ...row,
    source: ALL_PLACES,
    client_id: 0,
    printer_id: 0,
    template_id: 0,
    client_name: '',
    printer_name: '',
    template_name: '',
  };
  const day = toDayKey(row.quarter);
  return [
    row,
    { ...row, quarter: day },
    { ...row, quarter: ALL_TIME },
    allPlacesRow,
    { ...allPlacesRow, quarter: day },
  ];
};

const buildRollupKey = (row: Row): string => QUARTER_KEY.map((column) => row[column]).join(' ');

/**
 * Merges rows with the same key. Sorts them by key, so that all transactions lock in the same order
 * and cannot deadlock.
 */
const mergeRollupRows = (rows: readonly Row[]): Row[] => {
  const places = new Map<string, Row>();
  for (const row of rows) {
    if (QUARTER_SUMS.every((sum) => row[sum] === 0)) continue;
    const key = buildRollupKey(row);
    const place = places.get(key);
    if (place) for (const sum of QUARTER_SUMS) place[sum] += row[sum];
    else places.set(key, { ...row });
  }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};

/**
 * Adds changes to the rollups of the quarter hour in which their batches were accepted. Runs in the
 * transaction that makes the change.
 */
export const addToRollups = async (tx: Tx, changes: readonly CountChange[]): Promise<void> => {
  for (const rows of splitIntoChunks(
    mergeRollupRows(changes.flatMap((change) => expandToRollupLevels(toRollupChangeRow(change)))),
    INSERT_ROWS,
  ))
    await addRollupRows(tx, rows);
};

const addRollupRows = (tx: Tx, rows: readonly Row[]): Promise<unknown> =>
  tx
    .insertInto('batch_quarter')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns([...QUARTER_KEY]).doUpdateSet({
        ...Object.fromEntries(
          QUARTER_SUMS.map((sum) => [
            sum,
            sql`batch_quarter.${sql.ref(sum)} + excluded.${sql.ref(sum)}`,
          ]),
        ),
        ...Object.fromEntries(NAME_COLUMNS.map((name) => [name, sql`excluded.${sql.ref(name)}`])),
      }),
    )
    .execute();
