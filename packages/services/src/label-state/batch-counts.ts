import { type BatchCounts, DETAIL_STATES, type DetailState } from '@yunbiao/contract/evidence';
import { type Executor, prepared } from '@yunbiao/db';

/** Numbers of labels, of the states there are any in. */
export type SomeCounts = Partial<Record<DetailState, number>>;

const NONE = Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as BatchCounts;

export const noCounts = (): BatchCounts => ({ ...NONE });

/** As the row of a batch keeps them. */
export const writeCounts = (counts: SomeCounts): string =>
  JSON.stringify(
    Object.fromEntries(
      DETAIL_STATES.flatMap((state) => (counts[state] ? [[state, counts[state]]] : [])),
    ),
  );

/** Only `settleDetails` and the submission write it. */
export const readCounts = (text: string): SomeCounts => JSON.parse(text) as SomeCounts;

const states = prepared((db, { batchIds }: { batchIds: readonly number[] }) =>
  db
    .selectFrom('detail')
    .select((eb) => ['batch_id', 'state', eb.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', batchIds)
    .groupBy(['batch_id', 'state']),
);

/** Counted from the labels themselves, which are the truth: what is stored with the batch is this, after every change. */
export const countLabels = async (
  executor: Executor,
  batchIds: readonly number[],
): Promise<Map<number, BatchCounts>> => {
  const result = new Map(batchIds.map((id) => [id, noCounts()]));
  if (batchIds.length === 0) return result;
  for (const row of await states(executor, { batchIds })) {
    const counts = result.get(row.batch_id);
    if (counts) counts[row.state as DetailState] = row.count;
  }
  return result;
};
