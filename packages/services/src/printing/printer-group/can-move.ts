import type { BatchTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { type ClientNode, isClientOnline } from '../client/is-client-online.ts';
import { fromHundredths } from '../print-config/present.ts';
import { listCandidates, selectReadyCandidate } from './candidates.ts';
import { listTriedPrinters, toTriedPrintersKey } from './moves.ts';

type Batch = Pick<
  Selectable<BatchTable>,
  'id' | 'member_id' | 'printer_group_id' | 'width' | 'height' | 'needs'
>;

/** Labels per query. Usually the first waiting label can move. */
const LABELS_PER_PAGE = 200;

/**
 * Whether a member's request could move labels of the batch away from a printer that cannot print.
 * Requires a label that is queued, or with an online client that was not asked to return it, and
 * another ready printer of the group that the label has not been at.
 */
export const canMoveLabelsFromPrinter = async (
  ctx: Context,
  batch: Batch,
  printer: ClientNode & { id: number },
): Promise<boolean> => {
  const { printer_group_id: id, member_id } = batch;
  const { id: printerId } = printer;
  if (id === null) return false;
  const { kysely } = ctx.db;
  const group = await kysely
    .selectFrom('printer_group')
    .select(['id', 'member_id', 'rule'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group) return false;
  const { width, height, needs } = batch;
  const requirements = { widthMm: fromHundredths(width), heightMm: fromHundredths(height), needs };
  const candidates = await listCandidates(ctx, kysely, { id, member_id }, requirements);
  if (!selectReadyCandidate(candidates, group, new Map(), new Set([printerId]))) return false;
  const isOnline = isClientOnline(ctx, printer);
  /** Sets of tried printers for which no target exists; many labels share the same set. */
  const triedWithoutTarget = new Set<string>();
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
      .limit(LABELS_PER_PAGE)
      .execute();
    for (const been of (await listTriedPrinters(kysely, labels)).values()) {
      const key = toTriedPrintersKey(been);
      if (triedWithoutTarget.has(key)) continue;
      if (selectReadyCandidate(candidates, group, new Map(), been)) return true;
      triedWithoutTarget.add(key);
    }
    const last = labels.at(-1);
    if (!last || labels.length < LABELS_PER_PAGE) return false;
    after = last.id;
  }
};
