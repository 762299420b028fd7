import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import {
  type BatchQuarterTable,
  type BatchTable,
  type Insertable,
  type Selectable,
  sql,
  type Tx,
} from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import { MINUTE } from '../time.ts';
import type { SomeCounts } from './batch-counts.ts';

/** Length of what is added up. Zones have changed their clocks on such a boundary only since 1973. */
export const QUARTER_MS = 15 * MINUTE;

/** What one row adds up: every column but the sums. */
export const QUARTER_KEY = [
  'member_id',
  'source',
  'quarter',
  'software_id',
  'client_id',
  'printer_id',
  'template_id',
] as const satisfies readonly (keyof BatchQuarterTable)[];

/** The sums. */
export const QUARTER_SUMS = [
  'batches',
  'labels',
  ...DETAIL_STATES,
] as const satisfies readonly (keyof BatchQuarterTable)[];

const NAMES = ['client_name', 'printer_name', 'template_name'] as const;

type Batch = Pick<
  Selectable<BatchTable>,
  Exclude<(typeof QUARTER_KEY)[number], 'quarter'> | (typeof NAMES)[number] | 'created_at'
>;

/** A batch whose labels changed state. `before` null: it was just stored. */
export type Counted = { batch: Batch; before: SomeCounts | null; after: SomeCounts };

/** Rows of one statement: with 21 columns well below SQLite's 32,766 parameters. */
const INSERT_ROWS = 400;

export type QuarterRow = Insertable<BatchQuarterTable>;
type Row = QuarterRow;

const sumUp = (counts: SomeCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const getChange = ({ batch, before, after }: Counted): Row => {
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
    labels: sumUp(after) - sumUp(from),
    ...states,
  };
};

/** `source` of the rows of all places together. */
export const ALL_PLACES = '';
/** `quarter` of the rows of all time. */
export const ALL_TIME = 0;

/** Days are those of China, where nearly all who look are: its midnight is so many quarters before that of UTC. */
export const DAY_AHEAD = 32;
export const QUARTERS_A_DAY = 96;

/** `quarter` of the rows of a day: the number of the day since 1970, below zero. */
const getDay = (quarter: number): number => -Math.floor((quarter + DAY_AHEAD) / QUARTERS_A_DAY);

/** Beginning of what a row adds up, epoch ms; 0: of all time. */
export const getBeginning = (quarter: number): number =>
  (quarter < 0 ? -quarter * QUARTERS_A_DAY - DAY_AHEAD : quarter) * QUARTER_MS;

/** A row on each level: what is asked without a filter, of whole days or of all time must not add up what is finer. */
export const listLevels = <T extends Row>(row: T): T[] => {
  const everywhere = {
    ...row,
    source: ALL_PLACES,
    client_id: 0,
    printer_id: 0,
    template_id: 0,
    client_name: '',
    printer_name: '',
    template_name: '',
  };
  const day = getDay(row.quarter);
  return [
    row,
    { ...row, quarter: day },
    { ...row, quarter: ALL_TIME },
    everywhere,
    { ...everywhere, quarter: day },
  ];
};

const getKey = (row: Row): string => QUARTER_KEY.map((column) => row[column]).join(' ');

/** One row for each place changes are added to, in an order all transactions share: none waits for another in a ring. */
const gathered = (rows: readonly Row[]): Row[] => {
  const places = new Map<string, Row>();
  for (const row of rows) {
    if (QUARTER_SUMS.every((sum) => row[sum] === 0)) continue;
    const key = getKey(row);
    const place = places.get(key);
    if (place) for (const sum of QUARTER_SUMS) place[sum] += row[sum];
    else places.set(key, { ...row });
  }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};

/** Adds what changed to the quarters of an hour their batches were accepted in, in the transaction that changes it. */
export const addToQuarters = async (tx: Tx, changes: readonly Counted[]): Promise<void> => {
  for (const rows of chunks(
    gathered(changes.flatMap((change) => listLevels(getChange(change)))),
    INSERT_ROWS,
  ))
    await addRows(tx, rows);
};

const addRows = (tx: Tx, rows: readonly Row[]): Promise<unknown> =>
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
        ...Object.fromEntries(NAMES.map((name) => [name, sql`excluded.${sql.ref(name)}`])),
      }),
    )
    .execute();
