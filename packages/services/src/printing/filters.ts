import type { CallParsed } from '@yunbiao/contract';
import {
  type Executor,
  type ExpressionBuilder,
  type ExpressionWrapper,
  holds,
  getPart,
  type Schema,
  type SqlBool,
} from '@yunbiao/db';
import { openBounds } from '../day-bounds.ts';

/** Whose batches: of the member, in one software when the caller is in one. */
export type Whose = { memberId: number; softwareId: number | null };

export type BatchFilter = Omit<CallParsed<'printStat'>, 'from' | 'to' | 'tz'>;
type BatchColumns = ExpressionBuilder<Schema, 'batch'>;
type Condition = ExpressionWrapper<Schema, 'batch', SqlBool>;
type Bounds = { start?: number | undefined; end?: number | undefined };

/** What a filter asks of the batch, as a prepared query takes it: what is left out makes no condition. */
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

const getId = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

export const batchValues = (whose: Whose, filter: BatchFilter, bounds: Bounds): BatchValues => ({
  memberId: whose.memberId,
  softwareId: whose.softwareId ?? undefined,
  start: bounds.start,
  end: bounds.end,
  clientId: getId(filter.clientId),
  printerId: getId(filter.printerId),
  templateId: getId(filter.templateId),
  source: filter.source,
});

/** Conditions on the batch that lists, statistics and workbooks share. */
export const batchConditions = (eb: BatchColumns, values: BatchValues): Condition => {
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

/** `part`: what a name or number is to contain, as `getPart` makes it. */
export type ListValues = BatchValues & { part?: string | undefined };

/** @throws 400 for days in the wrong order */
export const listValues = (whose: Whose, filter: ListFilter): ListValues => ({
  ...batchValues(whose, filter, openBounds(filter)),
  part: filter.q ? getPart(filter.q) : undefined,
});

/** Batches as lists show them: hidden ones are left out. */
export const listedBatches = (executor: Executor, values: ListValues) => {
  const { part } = values;
  return executor
    .selectFrom('batch')
    .where((eb) => batchConditions(eb, values))
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
          ).map((column) => holds(eb.ref(column), part ?? '')),
        ),
      ),
    );
};
