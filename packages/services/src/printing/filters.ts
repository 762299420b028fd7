import type { CallParsed } from '@yunbiao/contract';
import {
  contains,
  type Executor,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Schema,
  type SqlBool,
} from '@yunbiao/db';
import { openBounds } from './period.ts';

/** Whose batches: of the member, in one software when the caller is in one. */
export type Whose = { memberId: number; softwareId: number | null };

export type BatchFilter = Omit<CallParsed<'printStat'>, 'from' | 'to' | 'tz'>;
type BatchColumns = ExpressionBuilder<Schema, 'batch'>;
type Condition = ExpressionWrapper<Schema, 'batch', SqlBool>;

/** Conditions on the batch that lists, statistics and workbooks share. */
export const batchConditions = (
  eb: BatchColumns,
  whose: Whose,
  filter: BatchFilter,
  bounds: { start?: number; end?: number },
): Condition =>
  eb.and([
    eb('batch.member_id', '=', whose.memberId),
    ...(whose.softwareId === null ? [] : [eb('batch.software_id', '=', whose.softwareId)]),
    ...(bounds.start === undefined ? [] : [eb('batch.created_at', '>=', bounds.start)]),
    ...(bounds.end === undefined ? [] : [eb('batch.created_at', '<', bounds.end)]),
    ...(filter.clientId ? [eb('batch.client_id', '=', Number(filter.clientId))] : []),
    ...(filter.printerId ? [eb('batch.printer_id', '=', Number(filter.printerId))] : []),
    ...(filter.templateId ? [eb('batch.template_id', '=', Number(filter.templateId))] : []),
    ...(filter.source ? [eb('batch.source', '=', filter.source)] : []),
  ]);

export type ListFilter = Pick<
  CallParsed<'batchList'>,
  'from' | 'to' | 'tz' | 'clientId' | 'printerId' | 'templateId' | 'source' | 'q'
>;

/** Batches as lists show them: hidden ones are left out. */
export const listedBatches = (executor: Executor, whose: Whose, filter: ListFilter) => {
  const q = filter.q;
  return executor
    .selectFrom('batch')
    .where((eb) => batchConditions(eb, whose, filter, openBounds(filter)))
    .where('batch.hidden_at', 'is', null)
    .$if(q !== undefined && q !== '', (query) =>
      query.where((eb) =>
        eb.or(
          (
            [
              'batch.batch_no',
              'batch.template_name',
              'batch.printer_name',
              'batch.config_name',
            ] as const
          ).map((column) => contains(eb.ref(column), q ?? '')),
        ),
      ),
    );
};
