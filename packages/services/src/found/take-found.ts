import { setTimeout as realSleep } from 'node:timers/promises';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { PrinterTable, Selectable } from '@yunbiao/db';
import { getClientOfMember } from '../client/get-client.ts';
import { presentClient } from '../client/present.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { askClient } from './ask-client.ts';

/** The client comes back with a hello that names the printer. */
const HELLO_MS = 10_000;
const LOOK_MS = 50;

const namedBy = (
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

const wait = async (
  ctx: Context,
  clientId: number,
  localId: string,
): Promise<Selectable<PrinterTable>> => {
  const sleep = ctx.sleep ?? realSleep;
  for (let waited = 0; ; waited += LOOK_MS) {
    const row = await namedBy(ctx, clientId, localId);
    if (row) return row;
    if (waited >= HELLO_MS)
      throw conflict('打印机已经加到客户端上，客户端还没有报上来；过一会儿刷新页面');
    await sleep(LOOK_MS);
  }
};

/** Takes a found printer into use. @throws 404, 409 with the client's words, 503 */
export const takeFound = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'foundTake'>;
}): Promise<CallOutput<'foundTake'>> => {
  const { clientId, ...how } = input;
  const { localId } = await askClient({ ctx, memberId, input }, { do: 'take', ...how });
  if (localId === null) throw conflict('客户端没有说它成了哪台打印机');
  const row = await wait(ctx, Number(clientId), localId);
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(clientId), memberId });
  const [printer] = presentClient({ ctx, client, printers: [row] }).printers;
  if (!printer) throw notFound('没有这台打印机');
  return printer;
};

/** Has a printer of the client be at the place of a found one from now on. @throws 404, 409, 503 */
export const moveToFound = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'foundMove'>;
}): Promise<void> => {
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(input.clientId), memberId });
  const printer = await ctx.db.kysely
    .selectFrom('printer')
    .select('local_id')
    .where('id', '=', Number(input.printerId))
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .executeTakeFirst();
  if (!printer) throw notFound('这台客户端上没有这台打印机');
  await askClient(
    { ctx, memberId, input },
    { do: 'move', foundId: input.foundId, localId: printer.local_id },
  );
};
