import type { BatchTable, PrinterTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { fromHundredths } from '../print-config/present.ts';
import { type Candidate, listCandidates, waitingAt } from './candidates.ts';
import { lockGroup } from './lock.ts';
import type { GroupRow } from './present.ts';

/** A printer labels are at, with what its client adds to how it is. */
export type Source = Selectable<PrinterTable> & {
  enabled: number;
  revoked_at: number | null;
  draws: string;
};

export const getSource = (tx: Tx, printerId: number): Promise<Source> =>
  tx
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .selectAll('printer')
    .select(['client.enabled', 'client.revoked_at', 'client.draws'])
    .where('printer.id', '=', printerId)
    .executeTakeFirstOrThrow();

type Batch = Pick<
  Selectable<BatchTable>,
  'member_id' | 'printer_group_id' | 'width' | 'height' | 'needs'
>;

/**
 * The printers of a batch's group as they are behind the locks of their clients, and of `also`. The member is locked by the
 * caller. Null for a batch of no group, or of one that is gone.
 */
export const candidatesFor = async (
  ctx: Context,
  tx: Tx,
  batch: Batch,
  also: readonly number[],
): Promise<{
  group: GroupRow;
  candidates: readonly Candidate[];
  waiting: ReadonlyMap<number, number>;
} | null> => {
  const { printer_group_id: id, member_id: memberId } = batch;
  const group = id === null ? null : await lockGroup(tx, { id, memberId }, also);
  if (!group) return null;
  const { width, height, needs } = batch;
  const wanted = { widthMm: fromHundredths(width), heightMm: fromHundredths(height), needs };
  const candidates = await listCandidates(ctx, tx, group, wanted);
  const waiting = await waitingAt(
    tx,
    candidates.map(({ printer }) => printer.id),
  );
  return { group, candidates, waiting };
};
