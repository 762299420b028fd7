import { type BatchCounts, DETAIL_STATES, type DetailState } from '@yunbiao/contract/evidence';
import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';

/** Label counts by state; states without labels are absent. */
export type PartialCounts = Partial<Record<DetailState, number>>;

const ZERO_COUNTS = Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as BatchCounts;

export const createEmptyCounts = (): BatchCounts => ({ ...ZERO_COUNTS });

/** Serializes counts for `batch.counts`. */
export const serializeBatchCounts = (counts: PartialCounts): string =>
  JSON.stringify(
    Object.fromEntries(
      DETAIL_STATES.flatMap((state) => (counts[state] ? [[state, counts[state]]] : [])),
    ),
  );

/**
 * Parses `batch.counts`. Only `applyDetailChanges` and the submission write it, so it is not
 * validated.
 */
export const parseBatchCounts = (text: string): PartialCounts => JSON.parse(text) as PartialCounts;

const selectStates = createQueryCompiledOnce((db, { batchIds }: { batchIds: readonly number[] }) =>
  db
    .selectFrom('detail')
    .select((eb) => ['batch_id', 'state', eb.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', batchIds)
    .groupBy(['batch_id', 'state']),
);

/** Counts after labels have moved from one state to another. */
export const moveBetweenStates = (
  counts: PartialCounts,
  moves: readonly { from: DetailState; to: DetailState }[],
): BatchCounts => {
  const result = { ...ZERO_COUNTS, ...counts };
  for (const { from, to } of moves) {
    result[from] -= 1;
    result[to] += 1;
  }
  return result;
};

/**
 * Counts the labels themselves, the source of truth. The count stored with the batch equals this
 * after every change.
 */
export const countLabelsByStatePerBatch = async (
  executor: Executor,
  batchIds: readonly number[],
): Promise<Map<number, BatchCounts>> => {
  const result = new Map(batchIds.map((id) => [id, createEmptyCounts()]));
  if (batchIds.length === 0) return result;
  for (const row of await selectStates(executor, { batchIds })) {
    const counts = result.get(row.batch_id);
    if (counts) counts[row.state as DetailState] = row.count;
  }
  return result;
};
