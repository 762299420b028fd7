import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { atOneInstant, type Executor, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { countedLabels } from './counted-labels.ts';
import {
  getBeginning,
  listLevels,
  QUARTER_KEY,
  QUARTER_MS,
  QUARTER_SUMS,
  type QuarterRow,
} from './quarters.ts';

/** One place where the sums are not what the labels say. */
export type QuarterDifference = {
  memberId: number;
  /** Beginning of the quarter of an hour or the day, epoch ms; 0: of all time. */
  at: number;
  /** Sums that differ, as they are kept and as they are counted. */
  sums: Readonly<Partial<Record<(typeof QUARTER_SUMS)[number], { kept: number; counted: number }>>>;
};

type Row = Record<string, number | string>;

const getKey = (row: Row): string => QUARTER_KEY.map((column) => row[column]).join(' ');

/** The sums from the labels themselves. */
const countedRows = async (executor: Executor, memberId: number): Promise<Row[]> => {
  const place = sql.raw('member_id, software_id, client_id, printer_id, source');
  const { rows } = await sql<Row>`
    select ${place}, created_at / ${sql.lit(QUARTER_MS)} as quarter, coalesce(template_id, 0) as template_id,
      count(distinct batch_id) as batches,
      ${sql.join(['labels', ...DETAIL_STATES].map((sum) => sql`cast(sum(${sql.ref(sum)}) as bigint) as ${sql.ref(sum)}`))}
    from ${countedLabels(executor)} as counted
    where member_id = ${memberId}
    group by ${place}, created_at / ${sql.lit(QUARTER_MS)}, coalesce(template_id, 0)
  `.execute(executor);
  return rows;
};

/** The finest sums, and what they come to on the other levels. */
const onAllLevels = (rows: readonly Row[]): Map<string, Row> => {
  const places = new Map<string, Row>();
  for (const row of rows.flatMap((one) => listLevels(one as QuarterRow) as Row[])) {
    const place = places.get(getKey(row));
    if (!place) places.set(getKey(row), { ...row });
    else for (const sum of QUARTER_SUMS) place[sum] = Number(place[sum]) + Number(row[sum]);
  }
  return places;
};

const getDifference = (
  kept: Row | undefined,
  counted: Row | undefined,
): QuarterDifference | null => {
  const sums = Object.fromEntries(
    QUARTER_SUMS.flatMap((sum) => {
      const pair = { kept: Number(kept?.[sum] ?? 0), counted: Number(counted?.[sum] ?? 0) };
      return pair.kept === pair.counted ? [] : [[sum, pair]];
    }),
  );
  if (Object.keys(sums).length === 0) return null;
  const row = kept ?? counted ?? {};
  return { memberId: Number(row['member_id']), at: getBeginning(Number(row['quarter'])), sums };
};

/** Compares what statistics add up with the labels, member by member; each as of one instant. */
export const checkQuarters = async ({
  ctx,
}: {
  ctx: Context;
}): Promise<{ members: number; differences: QuarterDifference[] }> => {
  // What is left of a deleted account goes piece by piece.
  const members = await ctx.db.kysely
    .selectFrom('batch')
    .innerJoin('member', 'member.id', 'batch.member_id')
    .select('batch.member_id')
    .distinct()
    .where('member.left_at', 'is', null)
    .execute();
  const differences: QuarterDifference[] = [];
  for (const { member_id } of members) {
    const found = await atOneInstant(ctx.db, async (tx) => {
      const kept = new Map<string, Row>(
        (
          await tx
            .selectFrom('batch_quarter')
            .selectAll()
            .where('member_id', '=', member_id)
            .execute()
        ).map((row) => [getKey(row), row]),
      );
      const counted = onAllLevels(await countedRows(tx, member_id));
      return [...new Set([...kept.keys(), ...counted.keys()])].flatMap(
        (key) => getDifference(kept.get(key), counted.get(key)) ?? [],
      );
    });
    differences.push(...found);
  }
  return { members: members.length, differences };
};
