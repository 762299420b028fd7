import type { CallParsed } from '@yunbiao/contract';
import {
  type Executor,
  type ExpressionBuilder,
  type ExpressionWrapper,
  buildContainsCondition,
  buildLikePattern,
  type Schema,
  type SqlBool,
} from '@yunbiao/db';
import { computeDayBounds } from '../../platform/day-bounds.ts';

/** Scope of queries: a member, and one software when the request is in one. */
export type Whose = { memberId: number; softwareId: number | null };

export type BatchFilter = Omit<CallParsed<'printStat'>, 'from' | 'to' | 'tz'>;
type BatchColumns = ExpressionBuilder<Schema, 'batch'>;
type Condition = ExpressionWrapper<Schema, 'batch', SqlBool>;
type Bounds = { start?: number | undefined; end?: number | undefined };

/** Filter values of a prepared query; absent values add no condition. */
export type BatchValues = {
  memberId: number;
  softwareId?: number | undefined;
  start?: number | undefined;
  end?: number | undefined;
  clientId?: number | undefined;
  printerId?: number | undefined;
  templateId?: number | undefined;
  source?: string | undefined;
};

const parseOptionalId = (text: string | undefined): number | undefined =>
  text ? Number(text) : undefined;

export const toBatchFilterValues = (
  owner: Whose,
  filter: BatchFilter,
  bounds: Bounds,
): BatchValues => ({
  memberId: owner.memberId,
  softwareId: owner.softwareId ?? undefined,
  start: bounds.start,
  end: bounds.end,
  clientId: parseOptionalId(filter.clientId),
  printerId: parseOptionalId(filter.printerId),
  templateId: parseOptionalId(filter.templateId),
  source: filter.source,
});

/** Batch conditions shared by lists, statistics and exports. */
export const buildBatchConditions = (eb: BatchColumns, values: BatchValues): Condition => {
  const { memberId, softwareId, start, end, clientId, printerId, templateId, source } = values;
  return eb.and([
    eb('batch.member_id', '=', memberId),
    ...(softwareId === undefined ? [] : [eb('batch.software_id', '=', softwareId)]),
    ...(start === undefined ? [] : [eb('batch.created_at', '>=', start)]),
    ...(end === undefined ? [] : [eb('batch.created_at', '<', end)]),
    ...(clientId === undefined ? [] : [eb('batch.client_id', '=', clientId)]),
    ...(printerId === undefined ? [] : [eb('batch.printer_id', '=', printerId)]),
    ...(templateId === undefined ? [] : [eb('batch.template_id', '=', templateId)]),
    ...(source === undefined ? [] : [eb('batch.source', '=', source)]),
  ]);
};

export type ListFilter = Pick<
  CallParsed<'batchList'>,
  'from' | 'to' | 'tz' | 'clientId' | 'printerId' | 'templateId' | 'source' | 'q'
>;

/** `part`: LIKE pattern from `buildLikePattern` that a name or number must match. */
export type ListValues = BatchValues & { part?: string | undefined };

/**
 * Converts a filter of batches to the values of its query. @throws 400 when the start is after the
 * end
 */
export const toBatchListValues = (owner: Whose, filter: ListFilter): ListValues => ({
  ...toBatchFilterValues(owner, filter, computeDayBounds(filter)),
  part: filter.q ? buildLikePattern(filter.q) : undefined,
});

/** Batches for lists, without hidden ones. */
export const selectListedBatches = (executor: Executor, values: ListValues) => {
  const { part } = values;
  return executor
    .selectFrom('batch')
    .where((eb) => buildBatchConditions(eb, values))
    .where('batch.hidden_at', 'is', null)
    .$if(part !== undefined, (query) =>
      query.where((eb) =>
        eb.or(
          (
            [
              'batch.batch_no',
              'batch.template_name',
              'batch.printer_name',
              'batch.group_name',
              'batch.config_name',
            ] as const
          ).map((column) => buildContainsCondition(eb.ref(column), part ?? '')),
        ),
      ),
    );
};
