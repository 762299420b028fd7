import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { runConsistentRead, type Executor, sql } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { buildCountedLabelsQuery } from './counted-labels.ts';
import {
  getRollupPeriodStart,
  expandToRollupLevels,
  QUARTER_KEY,
  QUARTER_MS,
  QUARTER_SUMS,
  type QuarterRow,
} from './rollups.ts';

/** A rollup row that differs from the count of its labels. */
export type RollupDifference = {
  memberId: number;
  /** Start of the quarter hour or day, epoch ms; 0: all time. */
  at: number;
  /** Sums that differ, as stored and as counted. */
  sums: Readonly<Partial<Record<(typeof QUARTER_SUMS)[number], { kept: number; counted: number }>>>;
};

type Row = Record<string, number | string>;

const buildRollupKey = (row: Row): string => QUARTER_KEY.map((column) => row[column]).join(' ');

/** Computes the rollups from the labels. */
const computeRollupsFromLabels = async (executor: Executor, memberId: number): Promise<Row[]> => {
  const place = sql.raw('member_id, software_id, client_id, printer_id, source');
  const { rows } = await sql<Row>`
    select ${place}, created_at / ${sql.lit(QUARTER_MS)} as quarter, coalesce(template_id, 0) as template_id,
      count(distinct batch_id) as batches,
      ${sql.join(['labels', ...DETAIL_STATES].map((sum) => sql`cast(sum(${sql.ref(sum)}) as bigint) as ${sql.ref(sum)}`))}
    from ${buildCountedLabelsQuery(executor)} as counted
    where member_id = ${memberId}
    group by ${place}, created_at / ${sql.lit(QUARTER_MS)}, coalesce(template_id, 0)
  `.execute(executor);
  return rows;
};

/** Adds the coarser levels to the quarter-hour sums. */
const sumOnAllLevels = (rows: readonly Row[]): Map<string, Row> => {
  const places = new Map<string, Row>();
  for (const row of rows.flatMap((row) => expandToRollupLevels(row as QuarterRow) as Row[])) {
    const place = places.get(buildRollupKey(row));
    if (!place) places.set(buildRollupKey(row), { ...row });
    else for (const sum of QUARTER_SUMS) place[sum] = Number(place[sum]) + Number(row[sum]);
  }
  return places;
};

const getDifference = (
  keptRow: Row | undefined,
  countedRow: Row | undefined,
): RollupDifference | null => {
  const sums = Object.fromEntries(
    QUARTER_SUMS.flatMap((sum) => {
      const pair = { kept: Number(keptRow?.[sum] ?? 0), counted: Number(countedRow?.[sum] ?? 0) };
      return pair.kept === pair.counted ? [] : [[sum, pair]];
    }),
  );
  if (Object.keys(sums).length === 0) return null;
  const row = keptRow ?? countedRow ?? {};
  return {
    memberId: Number(row['member_id']),
    at: getRollupPeriodStart(Number(row['quarter'])),
    sums,
  };
};

/**
 * Compares the rollups with the labels, member by member. Each member is read from one snapshot.
 */
export const checkRollups = async ({
  ctx,
}: {
  ctx: Context;
}): Promise<{ members: number; differences: RollupDifference[] }> => {
  // Skips deleted accounts: their data is removed in steps, so their sums differ for a time.
  const members = await ctx.db.kysely
    .selectFrom('batch')
    .innerJoin('member', 'member.id', 'batch.member_id')
    .select('batch.member_id')
    .distinct()
    .where('member.left_at', 'is', null)
    .execute();
  const differences: RollupDifference[] = [];
  for (const { member_id } of members) {
    const foundDifferences = await runConsistentRead(ctx.db, async (tx) => {
      const storedRows = new Map<string, Row>(
        (
          await tx
            .selectFrom('batch_quarter')
            .selectAll()
            .where('member_id', '=', member_id)
            .execute()
        ).map((row) => [buildRollupKey(row), row]),
      );
      const countedSums = sumOnAllLevels(await computeRollupsFromLabels(tx, member_id));
      return [...new Set([...storedRows.keys(), ...countedSums.keys()])].flatMap(
        (key) => getDifference(storedRows.get(key), countedSums.get(key)) ?? [],
      );
    });
    differences.push(...foundDifferences);
  }
  return { members: members.length, differences };
};
