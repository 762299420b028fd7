import type { Executor } from '@yunbiao/db';

/**
 * Batches whose labels go on at another printer of their group by themselves, without the member being asked: what waits for
 * a printer that is gone is left to that.
 */
export const movable = (executor: Executor, memberId: number) =>
  executor
    .selectFrom('batch')
    .innerJoin('printer_group', 'printer_group.id', 'batch.printer_group_id')
    .select('batch.id')
    .where('batch.printer_group_id', 'is not', null)
    .where('batch.finished_at', 'is', null)
    .where('batch.member_id', '=', memberId)
    .where('printer_group.asks', '=', 0);
