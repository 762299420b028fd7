import type { Setup } from '@yunbiao/contract/printing/print-setup';
import type { DetailTable, Selectable, Tx } from '@yunbiao/db';

/** Number of labels of a batch, and of copies of each. */
export type CutCounts = { total: number; copies: number };

type Detail = Pick<Selectable<DetailTable>, 'sequence' | 'copy' | 'attempt'>;

/** True when the batch is cut after groups of labels. */
const isCutInGroups = ({ finishing, cutEach }: Setup): boolean =>
  finishing === 'cut' && cutEach > 1;

/** Loads the label counts of batches that are cut after groups. Others do not need them. */
export const loadCutCounts = async (
  tx: Tx,
  batches: readonly { id: number; setup: Setup }[],
): Promise<Map<number, CutCounts>> => {
  const ids = batches.filter(({ setup }) => isCutInGroups(setup)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('detail')
    .select('batch_id')
    .select((eb) => [
      eb.fn.max<number>('sequence').as('sequences'),
      eb.fn.max<number>('copy').as('copies'),
    ])
    .where('batch_id', 'in', ids)
    .groupBy('batch_id')
    .execute();
  return new Map(
    rows.map(({ batch_id: id, sequences, copies }) => [
      id,
      { total: Number(sequences) * Number(copies), copies: Number(copies) },
    ]),
  );
};

/**
 * True when a cut follows the row; undefined if the batch is not cut after groups. The decision
 * uses label positions in the batch, so an interruption does not shift the cuts: after every
 * `cutEach` rows, after the last row, and after a reprinted row, which is printed alone.
 */
export const isCutAfterRow = (
  row: readonly Detail[],
  setup: Setup,
  places: CutCounts | undefined,
): boolean | undefined => {
  const last = row.at(-1);
  if (!last || !places || !isCutInGroups(setup)) return undefined;
  if (row.some(({ attempt }) => attempt > 1)) return true;
  const place = (last.sequence - 1) * places.copies + last.copy;
  return place >= places.total || Math.ceil(place / setup.columns) % setup.cutEach === 0;
};
