import { type Executor, createQueryCompiledOnce, sql } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { SECOND } from '../../platform/time.ts';
import {
  type DrawingNeeds,
  computeMoveDelayMs,
  type PrinterStatus,
  getPrinterReadiness,
} from './readiness.ts';
import { type MoveInitiator, moveLabels } from './move-labels.ts';

/**
 * Delay before the next attempt when nothing could be moved. When something was, labels returned by
 * the client follow.
 */
const RETRY_DELAY_MS = 10 * SECOND;

type WaitingPlace = PrinterStatus & DrawingNeeds & { id: number; batch_id: number; delay: number };

/** Key of a batch at a printer. */
const toBatchPrinterKey = ({ batch_id, id }: WaitingPlace): string => `${batch_id}/${id}`;

/**
 * Unfinished batches of existing groups. The null checks are literal so that the database uses the
 * partial index of these few rows.
 */
const selectOpenBatches = (db: Executor) =>
  db
    .selectFrom('batch')
    .innerJoin('printer_group', 'printer_group.id', 'batch.printer_group_id')
    .where('batch.printer_group_id', 'is not', null)
    .where('batch.finished_at', 'is', null)
    .select(['batch.id as batch_id', 'batch.needs', 'printer_group.delay']);

const PRINTER_COLUMNS = [
  ...(['printer.id', 'printer.client_id', 'printer.state', 'printer.state_text'] as const),
  ...(['printer.state_reasons', 'printer.gone', 'printer.reported_at'] as const),
  ...(['printer.unready_since', 'client.enabled', 'client.revoked_at'] as const),
  ...(['client.draws', 'client.node_id'] as const),
];

const selectOwnPrinters = createQueryCompiledOnce((db) =>
  selectOpenBatches(db)
    .innerJoin('printer', 'printer.id', 'batch.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(PRINTER_COLUMNS),
);

/** Printers that labels were moved to. */
const selectOtherPrinters = createQueryCompiledOnce((db) =>
  selectOpenBatches(db)
    .innerJoin('batch_place', 'batch_place.batch_id', 'batch.id')
    .innerJoin('printer', 'printer.id', 'batch_place.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(PRINTER_COLUMNS),
);

/** Labels that were returned by a client in order to move. */
const selectRecalled = createQueryCompiledOnce((db) =>
  db
    .selectFrom('detail')
    .select(['batch_id', 'printer_id'])
    .where('recall', '=', sql.lit(1))
    .where('state', '=', 'queued')
    .distinct(),
);

export type Failover = {
  /** Checks waiting labels of groups once and moves those that have waited long enough. */
  checkOnce: (ctx: Context) => Promise<void>;
};

/** Returns whether labels were moved; logs a failure. */
const moveLabelsAndLogFailure = async (
  ctx: Context,
  batchId: number,
  printerId: number,
  by: MoveInitiator,
): Promise<boolean> => {
  try {
    const { moved, recalled } = await moveLabels({ ctx, batchId, printerId, by });
    if (moved > 0) ctx.log.info('labels moved to another printer', { batchId, moved, recalled });
    return moved > 0;
  } catch (error) {
    ctx.log.error('labels were not moved', { batchId, error: String(error) });
    return false;
  }
};

/**
 * Creates the job that moves labels of groups by their rules. It remembers what it has seen, so one
 * process runs it.
 */
export const createFailover = (): Failover => {
  /**
   * First observation of conditions without a stored start. By printer id: a printer that is
   * paused, or was offline before a restart. By batch and printer: a client that cannot draw the
   * batch.
   */
  const firstObservedAt = new Map<string, number>();
  /** Earliest time of the next attempt, by batch and printer. */
  const nextAttemptAt = new Map<string, number>();

  const isMoveDue = (ctx: Context, waitingPlace: WaitingPlace): boolean => {
    const readiness = getPrinterReadiness(ctx, waitingPlace, waitingPlace);
    const { kind } = readiness;
    const [printer, pair] = [String(waitingPlace.id), toBatchPrinterKey(waitingPlace)];
    if (kind === 'ready' || kind === 'outdated') firstObservedAt.delete(printer);
    if (kind !== 'outdated') firstObservedAt.delete(pair);
    if (readiness.kind === 'ready') return false;
    const now = ctx.now();
    const key = kind === 'outdated' ? pair : printer;
    const since = readiness.since ?? firstObservedAt.get(key) ?? now;
    if (readiness.since === null) firstObservedAt.set(key, since);
    return (
      now - since >= computeMoveDelayMs(readiness, waitingPlace.delay) &&
      (nextAttemptAt.get(pair) ?? 0) <= now
    );
  };

  const evictStaleTimes = (waitingPlaces: readonly WaitingPlace[]): void => {
    const keys = new Set(
      waitingPlaces.flatMap((place) => [String(place.id), toBatchPrinterKey(place)]),
    );
    for (const times of [firstObservedAt, nextAttemptAt])
      for (const key of times.keys()) if (!keys.has(key)) times.delete(key);
  };

  return {
    checkOnce: async (ctx) => {
      const { kysely } = ctx.db;
      for (const { batch_id, printer_id } of await selectRecalled(kysely, {}))
        await moveLabelsAndLogFailure(ctx, batch_id, printer_id, 'recalled');
      const waitingPlaces: WaitingPlace[] = [
        ...(await selectOwnPrinters(kysely, {})),
        ...(await selectOtherPrinters(kysely, {})),
      ];
      for (const waitingPlace of waitingPlaces) {
        if (!isMoveDue(ctx, waitingPlace)) continue;
        const isMoved = await moveLabelsAndLogFailure(
          ctx,
          waitingPlace.batch_id,
          waitingPlace.id,
          'rule',
        );
        if (!isMoved)
          nextAttemptAt.set(toBatchPrinterKey(waitingPlace), ctx.now() + RETRY_DELAY_MS);
      }
      evictStaleTimes(waitingPlaces);
    },
  };
};
