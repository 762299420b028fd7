import type { Executor } from '@yunbiao/db';

/**
 * Unfinished batches whose labels move to another printer of their group without asking the member.
 * Labels of these batches that wait for a lost printer are left to that move.
 */
export const selectMovableBatches = (executor: Executor, memberId: number) =>
  executor
    .selectFrom('batch')
    .innerJoin('printer_group', 'printer_group.id', 'batch.printer_group_id')
    .select('batch.id')
    .where('batch.printer_group_id', 'is not', null)
    .where('batch.finished_at', 'is', null)
    .where('batch.member_id', '=', memberId)
    .where('printer_group.asks', '=', 0);
