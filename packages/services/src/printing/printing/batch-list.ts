import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import { type BatchTable, createQueryCompiledOnce, type Selectable } from '@yunbiao/db';
import { isClientOnline } from '../client/is-client-online.ts';
import { resolvePrinterState } from '../client/present-client.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { listOutdatedClientNames } from '../capabilities/index.ts';
import { readBatchTallies, readBatchTally, requireBatchTally } from '../label-state/details.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { haveFontsChanged } from './submission/batch-fonts.ts';
import { selectListedBatches, type ListValues, toBatchListValues, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { readGroupOfBatch } from './label-moves.ts';
import { type Batch, BATCH_FIELDS, presentBatch } from './present.ts';

const countRows = createQueryCompiledOnce((db, values: ListValues) =>
  selectListedBatches(db, values).select((eb) => eb.fn.countAll<number>().as('count')),
);

const selectPage = createQueryCompiledOnce(
  (db, values: ListValues & { limit: number; offset: number }) =>
    selectListedBatches(db, values)
      .select(BATCH_FIELDS)
      .orderBy('batch.id', 'desc')
      .limit(values.limit)
      .offset(values.offset),
);

export const listBatchPage = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'batchList'>;
}): Promise<CallOutput<'batchList'>> => {
  const { kysely } = ctx.db;
  const { page, pageSize } = input;
  const values = toBatchListValues(whose, input);
  const [counts] = await countRows(kysely, values);
  const offset = (page - 1) * pageSize;
  const rows = await selectPage(kysely, { ...values, limit: pageSize, offset });
  const tallies = await readBatchTallies(kysely, rows);
  return {
    list: rows.map((row) => presentBatch(row, requireBatchTally(tallies, row.id))),
    total: counts?.count ?? 0,
    page,
    pageSize,
  };
};

/** Current state of the batch's printer, as shown on pages. */
const getBatchPrinterState = async (ctx: Context, batch: Selectable<BatchTable>) => {
  const row = await ctx.db.kysely
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(['printer.state', 'printer.state_text', 'printer.gone', 'printer.reported_at'])
    .select(['client.revoked_at', 'client.is_virtual', 'client.enabled', 'client.node_id'])
    .where('printer.id', '=', batch.printer_id)
    .executeTakeFirstOrThrow();
  const { state, stateText } = resolvePrinterState(ctx, row, isClientOnline(ctx, row));
  const isVirtual = row.is_virtual === 1 && row.revoked_at === null;
  return {
    printerState: state,
    printerStateText: stateText,
    virtualClientId: isVirtual ? String(batch.client_id) : null,
  };
};

/** Labels of other batches that the client has for the same printer and prints before these. */
const countLabelsAhead = async (ctx: Context, batch: Selectable<BatchTable>): Promise<number> => {
  if (batch.finished_at !== null) return 0;
  const sending = ctx.db.kysely
    .selectFrom('detail')
    .where('printer_id', '=', batch.printer_id)
    .where('state', '=', 'sending');
  const ownOrder = await sending
    .select((eb) => eb.fn.min('queue_order').as('first'))
    .where('batch_id', '=', batch.id)
    .executeTakeFirstOrThrow();
  const before = await sending
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('queue_order', '<', Number(ownOrder.first ?? Number.MAX_SAFE_INTEGER))
    .executeTakeFirstOrThrow();
  return Number(before.count);
};

/** Progress of a batch. @throws 404 */
export const readBatchProgress = async ({
  ctx,
  memberId,
  batchNo,
}: MemberScope & { batchNo: string }): Promise<Batch> => {
  const row = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  return presentBatch(row, await readBatchTally(ctx.db.kysely, row));
};

/** A batch with the template it was printed from. @throws 404 */
export const getBatchInfo = async ({
  ctx,
  memberId,
  batchNo,
}: MemberScope & { batchNo: string }): Promise<CallOutput<'batchInfo'>> => {
  const row = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  const { dpi, columns } = parsePrintSetup(row.setup);
  return {
    ...presentBatch(row, await readBatchTally(ctx.db.kysely, row)),
    template: parseStoredTemplate(row.template),
    dpi,
    columns,
    fontsChanged: haveFontsChanged(row),
    clientsToUpdate: await listOutdatedClientNames(ctx.db.kysely, row),
    ...(await getBatchPrinterState(ctx, row)),
    ahead: await countLabelsAhead(ctx, row),
    group: await readGroupOfBatch(ctx, row),
  };
};
