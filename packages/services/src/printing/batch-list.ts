import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { readSetup } from '@yunbiao/contract/gateway';
import { type BatchTable, prepared, type Selectable } from '@yunbiao/db';
import { printerState } from '../client/present.ts';
import type { Context } from '../context.ts';
import { listClientsToUpdate } from '../drawing/index.ts';
import { batchTallies, batchTally, ofBatch } from '../label-state/details.ts';
import { storedTemplate } from '../template/stored.ts';
import { haveFontsChanged } from './batch-fonts.ts';
import { listedBatches, type ListValues, listValues, type Whose } from './filters.ts';
import { getBatchOfMember } from './get-batch.ts';
import { groupOfBatch } from './label-moves.ts';
import { type Batch, BATCH_FIELDS, presentBatch } from './present.ts';

const counted = prepared((db, values: ListValues) =>
  listedBatches(db, values).select((eb) => eb.fn.countAll<number>().as('count')),
);

const listed = prepared((db, values: ListValues & { limit: number; offset: number }) =>
  listedBatches(db, values)
    .select(BATCH_FIELDS)
    .orderBy('batch.id', 'desc')
    .limit(values.limit)
    .offset(values.offset),
);

/** Batches, newest first. */
export const batchList = async ({
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
  const values = listValues(whose, input);
  const [counts] = await counted(kysely, values);
  const offset = (page - 1) * pageSize;
  const rows = await listed(kysely, { ...values, limit: pageSize, offset });
  const tallies = await batchTallies(kysely, rows);
  return {
    list: rows.map((row) => presentBatch(row, ofBatch(tallies, row.id))),
    total: counts?.count ?? 0,
    page,
    pageSize,
  };
};

/** How the printer of a batch is now, as every page says it. */
const getPrinter = async (ctx: Context, batch: Selectable<BatchTable>) => {
  const row = await ctx.db.kysely
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(['printer.state', 'printer.state_text', 'printer.gone', 'printer.reported_at'])
    .select(['client.revoked_at', 'client.is_virtual', 'client.enabled'])
    .where('printer.id', '=', batch.printer_id)
    .executeTakeFirstOrThrow();
  const { state, stateText } = printerState(ctx, row, ctx.presence.online(batch.client_id));
  const isVirtual = row.is_virtual === 1 && row.revoked_at === null;
  return {
    printerState: state,
    printerStateText: stateText,
    virtualClientId: isVirtual ? String(batch.client_id) : null,
  };
};

/** Labels of other batches that the client has taken for the same printer, and that come before any of these. */
const labelsAhead = async (ctx: Context, batch: Selectable<BatchTable>): Promise<number> => {
  if (batch.finished_at !== null) return 0;
  const sending = ctx.db.kysely
    .selectFrom('detail')
    .where('printer_id', '=', batch.printer_id)
    .where('state', '=', 'sending');
  const own = await sending
    .select((eb) => eb.fn.min('queue_order').as('first'))
    .where('batch_id', '=', batch.id)
    .executeTakeFirstOrThrow();
  const before = await sending
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('queue_order', '<', Number(own.first ?? Number.MAX_SAFE_INTEGER))
    .executeTakeFirstOrThrow();
  return Number(before.count);
};

/** How far a batch is. @throws 404 */
export const batchProgress = async ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<Batch> => {
  const row = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  return presentBatch(row, await batchTally(ctx.db.kysely, row));
};

/** One batch, with the template it was printed from. @throws 404 */
export const batchInfo = async ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<CallOutput<'batchInfo'>> => {
  const row = await getBatchOfMember(ctx.db.kysely, { batchNo, memberId });
  const { dpi, columns } = readSetup(row.setup);
  return {
    ...presentBatch(row, await batchTally(ctx.db.kysely, row)),
    template: storedTemplate(row.template),
    dpi,
    columns,
    fontsChanged: haveFontsChanged(row),
    clientsToUpdate: await listClientsToUpdate(ctx.db.kysely, row),
    ...(await getPrinter(ctx, row)),
    ahead: await labelsAhead(ctx, row),
    group: await groupOfBatch(ctx, row),
  };
};
