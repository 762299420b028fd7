import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { readHost } from '@yunbiao/contract/calls/found';
import type { ClientWish, Wished } from '@yunbiao/contract/found';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { getWish } from './wishes.ts';

type Asked<Input> = { ctx: Context; memberId: number; input: Input };

/** Has a client of the member do it. @throws 404 for somebody else's; 409, 503 as `getWish` */
export const askClient = async (
  { ctx, memberId, input }: Asked<{ clientId: string }>,
  wish: ClientWish,
): Promise<Wished> => {
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(input.clientId), memberId });
  return getWish(ctx, client.id, wish);
};

/** Looks around again; what is found is stored before this returns. @throws 404, 409, 503 */
export const searchFound = async (asked: Asked<CallParsed<'foundSearch'>>): Promise<void> => {
  await askClient(asked, { do: 'search' });
};

/** Asks a found printer itself. @throws 404, 409, 503 */
export const lookFound = async (
  asked: Asked<CallParsed<'foundLook'>>,
): Promise<CallOutput<'foundLook'>> => {
  const { foundId } = asked.input;
  const { text, language, dpi } = await askClient(asked, { do: 'look', foundId });
  return { text, language, dpi };
};

/** Prints the small label that shows what is right. @throws 404, 409, 503 */
export const testFound = async (
  asked: Asked<CallParsed<'foundTest'>>,
): Promise<CallOutput<'foundTest'>> => {
  const { clientId: _, ...how } = asked.input;
  const { text } = await askClient(asked, { do: 'test', ...how });
  return { text };
};

/**
 * Leaves an address on the machine, where somebody has to confirm it before anything is connected to it.
 * @throws 404, 409, 503
 */
export const suggestAddress = async (
  asked: Asked<CallParsed<'foundAddress'>>,
): Promise<CallOutput<'foundAddress'>> => {
  const at = readHost(asked.input.address);
  if (!at) throw invalid({ address: '写成 192.168.1.50 或 192.168.1.50:9100' });
  const { text } = await askClient(asked, { do: 'address', ...at });
  return { text };
};
