import type { BatchTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { fromHundredths } from '../print-config/present.ts';
import { listCandidates, readyOne } from './candidates.ts';
import { triedBy, triedKey } from './moves.ts';

type Batch = Pick<
  Selectable<BatchTable>,
  'id' | 'member_id' | 'printer_group_id' | 'width' | 'height' | 'needs'
>;

/** Labels looked at together: mostly the first that waits can go. */
const AT_ONCE = 200;

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
  const { width, height, needs } = batch;
  const wanted = { widthMm: fromHundredths(width), heightMm: fromHundredths(height), needs };
  const candidates = await listCandidates(ctx, kysely, { id, member_id }, wanted);
  if (!readyOne(candidates, group, new Map(), new Set([printerId]))) return false;
  const isOnline = ctx.presence.online(clientId);
  /** Where labels have been that nothing takes: many have been at the same printers. */
  const stuck = new Set<string>();
  for (let after = 0; ;) {
    const labels = await kysely
      .selectFrom('detail')
      .select(['id', 'queued_at', 'printer_id'])
      .where('batch_id', '=', batch.id)
      .where('printer_id', '=', printerId)
      .where((eb) =>
        isOnline
          ? eb.or([eb('state', '=', 'queued'), eb.and({ state: 'sending', recall: 0 })])
          : eb('state', '=', 'queued'),
      )
      .where('cancel_requested', '=', 0)
      .where('expires_at', '>', ctx.now())
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const been of (await triedBy(kysely, labels)).values()) {
      const key = triedKey(been);
      if (stuck.has(key)) continue;
      if (readyOne(candidates, group, new Map(), been)) return true;
      stuck.add(key);
    }
    const last = labels.at(-1);
    if (!last || labels.length < AT_ONCE) return false;
    after = last.id;
  }
};
