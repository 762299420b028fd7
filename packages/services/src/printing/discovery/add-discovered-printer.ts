import { setTimeout as realSleep } from 'node:timers/promises';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { PrinterTable, Selectable } from '@yunbiao/db';
import { getClientOfMember } from '../client/get-client.ts';
import { presentClient } from '../client/present-client.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { requestDiscoveryFromClient } from './request-from-client.ts';

/** Timeout for the client to reconnect with a hello that names the printer, ms. */
const HELLO_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 50;

const findPrinterOfClient = (
  ctx: Context,
  clientId: number,
  localId: string,
): Promise<Selectable<PrinterTable> | undefined> =>
  ctx.db.kysely
    .selectFrom('printer')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('local_id', '=', localId)
    .where('gone', '=', 0)
    .executeTakeFirst();

const waitForPrinter = async (
  ctx: Context,
  clientId: number,
  localId: string,
): Promise<Selectable<PrinterTable>> => {
  const sleep = ctx.sleep ?? realSleep;
  for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
    const row = await findPrinterOfClient(ctx, clientId, localId);
    if (row) return row;
    if (waitedMs >= HELLO_TIMEOUT_MS)
      throw createConflictError('打印机已经加到客户端上，客户端还没有报上来；过一会儿刷新页面');
    await sleep(POLL_INTERVAL_MS);
  }
};

/** Adds a discovered printer to its client. @throws 404, 409 with the client's message, 503 */
export const addDiscoveredPrinter = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'foundTake'> }): Promise<CallOutput<'foundTake'>> => {
  const { clientId, ...how } = input;
  const { localId } = await requestDiscoveryFromClient(
    { ctx, memberId, input },
    { do: 'take', ...how },
  );
  if (localId === null) throw createConflictError('客户端没有说它成了哪台打印机');
  const row = await waitForPrinter(ctx, Number(clientId), localId);
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(clientId), memberId });
  const [printer] = presentClient({ ctx, client, printers: [row] }).printers;
  if (!printer) throw createNotFoundError('没有这台打印机');
  return printer;
};

/**
 * Moves an existing printer of the client to the address of a discovered one.
 * @throws 404, 409, 503
 */
export const movePrinterToDiscovered = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'foundMove'> }): Promise<void> => {
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(input.clientId), memberId });
  const printer = await ctx.db.kysely
    .selectFrom('printer')
    .select('local_id')
    .where('id', '=', Number(input.printerId))
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .executeTakeFirst();
  if (!printer) throw createNotFoundError('这台客户端上没有这台打印机');
  await requestDiscoveryFromClient(
    { ctx, memberId, input },
    { do: 'move', foundId: input.foundId, localId: printer.local_id },
  );
};
