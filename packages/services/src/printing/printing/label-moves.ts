import type { CallOutput } from '@yunbiao/contract';
import type { BatchTable, Executor, Selectable } from '@yunbiao/db';
import { isClientOnline } from '../client/is-client-online.ts';
import { resolvePrinterState } from '../client/present-client.ts';
import type { Context } from '../../platform/context.ts';
import { canMoveLabelsFromPrinter, getPrinterReadiness } from '../printer-group/index.ts';
import { toIso } from '../../platform/time.ts';

type Move = CallOutput<'detailResolve'>['moves'][number];
type Group = NonNullable<CallOutput<'batchInfo'>['group']>;

/** Moves of each label between printers of its group, by label. Labels without moves are absent. */
export const listLabelMoves = async (
  executor: Executor,
  rows: readonly { id: number; printer_group_id: number | null }[],
): Promise<Map<number, Move[]>> => {
  const ids = rows.flatMap((row) => (row.printer_group_id === null ? [] : row.id));
  if (ids.length === 0) return new Map();
  const moves = await executor
    .selectFrom('label_move')
    .select(['detail_id', 'from_name', 'to_name', 'reason', 'at'])
    .where('detail_id', 'in', ids)
    .orderBy('id')
    .execute();
  const byLabel = Map.groupBy(moves, (move) => move.detail_id);
  return new Map(
    [...byLabel].map(([id, list]) => [
      id,
      list.map((move) => ({
        from: move.from_name,
        to: move.to_name,
        reason: move.reason,
        at: toIso(move.at),
      })),
    ]),
  );
};

/** Counts the labels of a batch per printer, with the printers' states. */
const listLabelCountsPerPrinter = async (
  ctx: Context,
  batch: Selectable<BatchTable>,
): Promise<Group['places']> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .innerJoin('printer', 'printer.id', 'detail.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(['printer.id', 'printer.name', 'printer.state', 'client.node_id'])
    .select(['printer.state_text', 'printer.gone', 'printer.reported_at', 'client.revoked_at'])
    .select(['printer.state_reasons', 'printer.unready_since', 'client.enabled', 'client.draws'])
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .sum<number>(
          eb.case().when('detail.state', 'in', ['queued', 'sending']).then(1).else(0).end(),
        )
        .as('open'),
    ])
    .where('detail.batch_id', '=', batch.id)
    .groupBy([
      'printer.id',
      'client.revoked_at',
      'client.enabled',
      'client.draws',
      'client.node_id',
    ])
    .orderBy('printer.id')
    .execute();
  const places: Group['places'] = [];
  for (const row of rows) {
    const open = Number(row.open);
    // Only for printers that cannot print: otherwise there is nothing to move.
    const isStuck = open > 0 && getPrinterReadiness(ctx, row, batch).kind !== 'ready';
    places.push({
      printerId: String(row.id),
      printerName: row.name,
      ...resolvePrinterState(ctx, row, isClientOnline(ctx, row)),
      total: Number(row.total),
      open,
      canMove: isStuck && (await canMoveLabelsFromPrinter(ctx, batch, row)),
    });
  }
  return places;
};

/** Whether labels of the batch move only at the member's request. */
const needsConsentToMove = async (
  ctx: Context,
  batch: Selectable<BatchTable>,
): Promise<boolean> => {
  const group = await ctx.db.kysely
    .selectFrom('printer_group')
    .select('asks')
    .where('id', '=', batch.printer_group_id)
    .executeTakeFirst();
  return group?.asks === 1;
};

/** Group of a batch for its page; null when the batch was sent to a single printer. */
export const readGroupOfBatch = async (
  ctx: Context,
  batch: Selectable<BatchTable>,
): Promise<Group | null> => {
  if (batch.printer_group_id === null) return null;
  const moves = await ctx.db.kysely
    .selectFrom('label_move')
    .select(['from_name', 'to_name', 'reason'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('first')])
    .where('batch_id', '=', batch.id)
    .groupBy(['from_name', 'to_name', 'reason'])
    .orderBy('first')
    .execute();
  return {
    name: batch.group_name,
    asks: await needsConsentToMove(ctx, batch),
    places: await listLabelCountsPerPrinter(ctx, batch),
    moves: moves.map((move) => ({
      from: move.from_name,
      to: move.to_name,
      reason: move.reason,
      at: toIso(Number(move.first)),
      count: Number(move.count),
    })),
  };
};
