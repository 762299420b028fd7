import type { Setup } from '@yunbiao/contract/gateway';
import type { DetailTable, Selectable, Tx } from '@yunbiao/db';

/** How many labels a batch has, and how many copies of each. */
export type Places = { total: number; copies: number };

type Detail = Pick<Selectable<DetailTable>, 'sequence' | 'copy' | 'attempt'>;

/** Whether it is cut at all, and not behind each. */
const cutsSome = ({ finishing, cutEach }: Setup): boolean => finishing === 'cut' && cutEach > 1;

/** The places of batches that are cut each few labels; nobody asks for those of others. */
export const listPlaces = async (
  tx: Tx,
  batches: readonly { id: number; setup: Setup }[],
): Promise<Map<number, Places>> => {
  const ids = batches.filter(({ setup }) => cutsSome(setup)).map(({ id }) => id);
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
 * Whether a row is cut off behind it; undefined where nothing has to be said. By the places of its labels in the batch, so
 * that cuts lie where they would have without a stop: behind each `cutEach` rows, behind the last, and behind one that is
 * printed again, which comes by itself.
 */
export const cutBehind = (
  row: readonly Detail[],
  setup: Setup,
  places: Places | undefined,
): boolean | undefined => {
  const last = row.at(-1);
  if (!last || !places || !cutsSome(setup)) return undefined;
  if (row.some(({ attempt }) => attempt > 1)) return true;
  const place = (last.sequence - 1) * places.copies + last.copy;
  return place >= places.total || Math.ceil(place / setup.columns) % setup.cutEach === 0;
};
