import { type Executor, prepared, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { SECOND } from '../time.ts';
import { type Drawn, patienceMs, type PrinterNow, getReadiness } from './readiness.ts';
import { type MovedBy, relocate } from './relocate.ts';

/** Where nothing could be moved, it is tried again after this; where something was, what its client gives back follows. */
const AGAIN_MS = 10 * SECOND;

type Seen = PrinterNow & Drawn & { id: number; batch_id: number; delay: number };

/** A batch at a printer. */
const toPair = ({ batch_id, id }: Seen): string => `${batch_id}/${id}`;

/** Open batches of groups that are still there. Written out, or no engine would know which index has all of these few. */
const openBatches = (db: Executor) =>
  db
    .selectFrom('batch')
    .innerJoin('printer_group', 'printer_group.id', 'batch.printer_group_id')
    .where('batch.printer_group_id', 'is not', null)
    .where('batch.finished_at', 'is', null)
    .select(['batch.id as batch_id', 'batch.needs', 'printer_group.delay']);

const NOW = [
  ...(['printer.id', 'printer.client_id', 'printer.state', 'printer.state_text'] as const),
  ...(['printer.state_reasons', 'printer.gone', 'printer.reported_at'] as const),
  ...(['printer.unready_since', 'client.enabled', 'client.revoked_at', 'client.draws'] as const),
];

const ownPrinters = prepared((db) =>
  openBatches(db)
    .innerJoin('printer', 'printer.id', 'batch.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(NOW),
);

/** Those that labels were moved to. */
const otherPrinters = prepared((db) =>
  openBatches(db)
    .innerJoin('batch_place', 'batch_place.batch_id', 'batch.id')
    .innerJoin('printer', 'printer.id', 'batch_place.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(NOW),
);

/** Where labels came back to be moved. */
const recalledAt = prepared((db) =>
  db
    .selectFrom('detail')
    .select(['batch_id', 'printer_id'])
    .where('recall', '=', sql.lit(1))
    .where('state', '=', 'queued')
    .distinct(),
);

export type Failover = {
  /** Looks once at what waits for printers of groups, and moves on what has waited long enough. */
  look: (ctx: Context) => Promise<void>;
};

/**
 * What moves labels of groups on by their members' rules. One a process, the one that clients are connected to: who is
 * online is known there only.
 */
export const createFailover = (): Failover => {
  /**
   * When it was first seen, where nothing is stored of that: a printer that is paused, or was away before a restart, by its
   * id; a batch whose client cannot draw it, by both.
   */
  const firstSeen = new Map<string, number>();
  /** When it is worth another try, by batch and printer. */
  const notBefore = new Map<string, number>();

  const isDue = (ctx: Context, seen: Seen): boolean => {
    const readiness = getReadiness(ctx, seen, seen);
    const { kind } = readiness;
    const [printer, pair] = [String(seen.id), toPair(seen)];
    if (kind === 'ready' || kind === 'outdated') firstSeen.delete(printer);
    if (kind !== 'outdated') firstSeen.delete(pair);
    if (readiness.kind === 'ready') return false;
    const now = ctx.now();
    const key = kind === 'outdated' ? pair : printer;
    const since = readiness.since ?? firstSeen.get(key) ?? now;
    if (readiness.since === null) firstSeen.set(key, since);
    return now - since >= patienceMs(readiness, seen.delay) && (notBefore.get(pair) ?? 0) <= now;
  };

  const move = async (ctx: Context, batchId: number, printerId: number, by: MovedBy) => {
    try {
      const { moved, recalled } = await relocate({ ctx, batchId, printerId, by });
      if (moved > 0) ctx.log.info('labels moved to another printer', { batchId, moved, recalled });
      return moved > 0;
    } catch (error) {
      ctx.log.error('labels were not moved', { batchId, error: String(error) });
      return false;
    }
  };

  const forget = (seen: readonly Seen[]): void => {
    const keys = new Set(seen.flatMap((one) => [String(one.id), toPair(one)]));
    for (const times of [firstSeen, notBefore])
      for (const key of times.keys()) if (!keys.has(key)) times.delete(key);
  };

  return {
    look: async (ctx) => {
      const { kysely } = ctx.db;
      for (const { batch_id, printer_id } of await recalledAt(kysely, {}))
        await move(ctx, batch_id, printer_id, 'recalled');
      const seen: Seen[] = [
        ...(await ownPrinters(kysely, {})),
        ...(await otherPrinters(kysely, {})),
      ];
      for (const one of seen) {
        if (!isDue(ctx, one)) continue;
        const isMoved = await move(ctx, one.batch_id, one.id, 'rule');
        if (!isMoved) notBefore.set(toPair(one), ctx.now() + AGAIN_MS);
      }
      forget(seen);
    },
  };
};
