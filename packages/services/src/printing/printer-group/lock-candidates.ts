import type { BatchTable, ClientTable, PrinterTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { fromHundredths } from '../print-config/present.ts';
import { type Candidate, listCandidates, countWaitingLabels } from './candidates.ts';
import { lockGroupClients } from './lock.ts';
import type { GroupRow } from './present.ts';

/** A printer with labels, and columns of its client. */
export type SourcePrinter = Selectable<PrinterTable> &
  Pick<Selectable<ClientTable>, 'enabled' | 'revoked_at' | 'draws' | 'node_id'>;

export const readSourcePrinter = (tx: Tx, printerId: number): Promise<SourcePrinter> =>
  tx
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .selectAll('printer')
    .select(['client.enabled', 'client.revoked_at', 'client.draws', 'client.node_id'])
    .where('printer.id', '=', printerId)
    .executeTakeFirstOrThrow();

type Batch = Pick<
  Selectable<BatchTable>,
  'member_id' | 'printer_group_id' | 'width' | 'height' | 'needs'
>;

/**
 * Reads the printers of a batch's group after locking their clients and those in `also`. The caller
 * has locked the member. Null when the batch has no group or the group was deleted.
 */
export const lockCandidates = async (
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
  const group = id === null ? null : await lockGroupClients(tx, { id, memberId }, also);
  if (!group) return null;
  const { width, height, needs } = batch;
  const requirements = { widthMm: fromHundredths(width), heightMm: fromHundredths(height), needs };
  const candidates = await listCandidates(ctx, tx, group, requirements);
  const waiting = await countWaitingLabels(
    tx,
    candidates.map(({ printer }) => printer.id),
  );
  return { group, candidates, waiting };
};
