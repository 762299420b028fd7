import type { AgentMessage } from '@yunbiao/contract/gateway';
import { onCommit, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;
type PrinterMessage = Extract<AgentMessage, { type: 'printer' }>;

/** Brings the client's printers to what its hello names; those no longer named are marked gone. */
export const savePrinters = async ({
  tx,
  clientId,
  printers,
  now,
}: {
  tx: Tx;
  clientId: number;
  printers: Hello['printers'];
  now: number;
}): Promise<void> => {
  await tx
    .updateTable('printer')
    .set({ gone: 1 })
    .where('client_id', '=', clientId)
    .where('gone', '=', 0)
    .execute();
  for (const printer of printers) {
    const set = {
      name: printer.name,
      language: printer.language,
      dpi: printer.dpi,
      exclusive: printer.exclusive ? 1 : 0,
      evidence: JSON.stringify(printer.evidence),
      reported_at: now,
      gone: 0,
    };
    await tx
      .insertInto('printer')
      .values({
        ...set,
        client_id: clientId,
        local_id: printer.localId,
        state: 'idle',
        state_reasons: '[]',
        state_text: '',
        counter: null,
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'local_id']).doUpdateSet(set))
      .execute();
  }
};

/** Stores what the agent says of a printer, and tells the member's live pages. */
export const savePrinterState = ({
  ctx,
  clientId,
  memberId,
  message,
}: {
  ctx: Context;
  clientId: number;
  memberId: number;
  message: PrinterMessage;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const printer = await tx
      .updateTable('printer')
      .set({
        state: message.state,
        state_reasons: JSON.stringify(message.stateReasons),
        state_text: message.stateText,
        counter: message.counter,
        reported_at: ctx.now(),
      })
      .where('client_id', '=', clientId)
      .where('local_id', '=', message.localId)
      .returning('id')
      .executeTakeFirst();
    if (!printer) return;
    const { state, stateText, counter } = message;
    onCommit(tx, () =>
      ctx.bus.emit('print', {
        memberId,
        event: {
          type: 'printer',
          id: String(printer.id),
          clientId: String(clientId),
          state,
          stateText,
          counter,
        },
      }),
    );
  });
