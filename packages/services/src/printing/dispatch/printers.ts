import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { lockDetailRows, onCommit, sql, runTransaction, type Tx } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { lockClientRow } from '../client/lock-client.ts';
import { PRINTER_GONE, resolvePrinterState } from '../client/present-client.ts';
import { applyDetailChanges } from '../label-state/details.ts';
import { selectMovableBatches } from '../label-state/movable-batches.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;
type PrinterMessage = Extract<AgentMessage, { type: 'printer' }>;

type HelloPrinters = {
  ctx: Context;
  tx: Tx;
  client: { id: number; member_id: number };
  printers: Hello['printers'];
};

/** Marks printers missing in the hello as gone and notifies the member's open pages. */
const markPrintersGone = async ({ ctx, tx, client, printers }: HelloPrinters): Promise<void> => {
  const localIds = printers.map(({ localId }) => localId);
  const goneRows = await tx
    .updateTable('printer')
    .set({ gone: 1 })
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .$if(localIds.length > 0, (query) => query.where('local_id', 'not in', localIds))
    .returning(['id', 'counter'])
    .execute();
  onCommit(tx, () => {
    for (const { id, counter } of goneRows) {
      const printer = { id: String(id), clientId: String(client.id), counter, ...PRINTER_GONE };
      ctx.bus.emit('print', {
        memberId: client.member_id,
        event: { type: 'printer', ...printer, stateReasons: [] },
      });
    }
  });
};

/** Updates the client's printers to match its hello. */
export const savePrinters = async (helloPrinters: HelloPrinters): Promise<void> => {
  const { ctx, tx, client, printers } = helloPrinters;
  await markPrintersGone(helloPrinters);
  for (const printer of printers) {
    const set = {
      name: printer.name,
      language: printer.language,
      dpi: printer.dpi,
      exclusive: printer.exclusive ? 1 : 0,
      evidence: JSON.stringify(printer.evidence),
      // The state from before the disconnect is outdated. The client reports the current one next.
      state: 'offline',
      state_reasons: '[]',
      state_text: '还没有回报状态',
      reported_at: ctx.now(),
      gone: 0,
      unready_since: sql<number>`coalesce(printer.unready_since, ${ctx.now()})`,
    };
    await tx
      .insertInto('printer')
      .values({
        ...set,
        client_id: client.id,
        local_id: printer.localId,
        counter: null,
        unready_since: ctx.now(),
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'local_id']).doUpdateSet(set))
      .execute();
  }
};

/**
 * Cancels labels queued for removed printers, at no cost for the member. Labels that another
 * printer of the group can take stay queued.
 */
export const cancelLabelsOfGonePrinters = async ({
  ctx,
  tx,
  client: { id: clientId, member_id: memberId },
}: {
  ctx: Context;
  tx: Tx;
  client: { id: number; member_id: number };
}): Promise<void> => {
  const rows = await tx
    .selectFrom('detail')
    .innerJoin('printer', 'printer.id', 'detail.printer_id')
    .select('detail.id')
    .where('detail.client_id', '=', clientId)
    .where('detail.state', '=', 'queued')
    .where('printer.gone', '=', 1)
    .where((eb) => eb('detail.batch_id', 'not in', selectMovableBatches(tx, memberId)))
    .orderBy('detail.id')
    .execute();
  const ids: number[] = [];
  for (const part of splitIntoChunks(rows.map((row) => row.id))) {
    for (const row of await lockDetailRows(tx, part)) if (row.state === 'queued') ids.push(row.id);
  }
  if (ids.length === 0) return;
  const set = { state: 'cancelled', reason: '打印机已从客户端移除，没有发出' } as const;
  await applyDetailChanges({ ctx, tx, changes: [{ ids, set }] });
};

type PrinterReport = {
  ctx: Context;
  clientId: number;
  /** Fence of the reporting connection. */
  fence: number;
  memberId: number;
  message: PrinterMessage;
};

const updateReportedPrinter = (tx: Tx, { ctx, clientId, message }: PrinterReport) =>
  tx
    .updateTable('printer')
    .set({
      state: message.state,
      state_reasons: JSON.stringify(message.stateReasons),
      state_text: message.stateText,
      counter: message.counter,
      reported_at: ctx.now(),
      unready_since:
        message.state === 'stopped' ? sql<number>`coalesce(unready_since, ${ctx.now()})` : null,
    })
    .where('client_id', '=', clientId)
    .where('local_id', '=', message.localId)
    .returning(['id', 'state', 'state_text', 'gone', 'reported_at'])
    .executeTakeFirst();

/**
 * Stores a printer's reported state and notifies the member's open pages. Does nothing when a newer
 * connection has raised the fence: the message of a process that was stopped may come late.
 */
export const savePrinterState = (report: PrinterReport): Promise<void> => {
  const { ctx, clientId, fence, memberId, message } = report;
  return runTransaction(ctx.db, async (tx) => {
    const client = await lockClientRow(tx, clientId);
    if (client?.fence !== fence) return;
    const printer = await updateReportedPrinter(tx, report);
    if (!printer) return;
    const { stateReasons, counter } = message;
    const { enabled, revoked_at } = client;
    const shownPrinter = { ...printer, enabled, revoked_at };
    const { state, stateText } = resolvePrinterState(ctx, shownPrinter, true);
    onCommit(tx, () =>
      ctx.bus.emit('print', {
        memberId,
        event: {
          type: 'printer',
          id: String(printer.id),
          clientId: String(clientId),
          state,
          stateText,
          stateReasons,
          counter,
        },
      }),
    );
  });
};
