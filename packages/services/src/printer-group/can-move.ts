import type { BatchTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { fromHundredths } from '../print-config/present.ts';
import { candidatesOf, readyOne } from './candidates.ts';
import { triedBy } from './moves.ts';

type Batch = Pick<
  Selectable<BatchTable>,
  'id' | 'member_id' | 'printer_group_id' | 'width' | 'height'
>;

/**
 * Whether the member's word would move labels of a batch on from a printer that cannot print: one of them waits, or is with
 * a client that can be asked for it and was not, and another printer of the group, where it has not been, is ready.
 */
export const canMoveFrom = async (
  ctx: Context,
  batch: Batch,
  { id: printerId, client_id: clientId }: { id: number; client_id: number },
): Promise<boolean> => {
  const { printer_group_id: id, member_id } = batch;
  if (id === null) return false;
  const { kysely } = ctx.db;
  const group = await kysely
    .selectFrom('printer_group')
    .select(['id', 'member_id', 'rule'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group) return false;
  const size = { widthMm: fromHundredths(batch.width), heightMm: fromHundredths(batch.height) };
  const candidates = await candidatesOf(ctx, kysely, { id, member_id }, size);
  if (!readyOne(candidates, group, new Map(), new Set([printerId]))) return false;
  const labels = await kysely
    .selectFrom('detail')
    .select(['id', 'queued_at', 'printer_id', 'state', 'recall'])
    .where('batch_id', '=', batch.id)
    .where('printer_id', '=', printerId)
    .where('state', 'in', ['queued', 'sending'])
    .where('cancel_requested', '=', 0)
    .where('expires_at', '>', ctx.now())
    .execute();
  const isOnline = ctx.presence.online(clientId);
  const movable = labels.filter(
    ({ state, recall }) => state === 'queued' || (recall === 0 && isOnline),
  );
  const tried = await triedBy(kysely, movable);
  return movable.some(
    (label) => readyOne(candidates, group, new Map(), tried.get(label.id)) !== undefined,
  );
};
