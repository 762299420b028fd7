import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import { generateSecret } from '../../identity/account/session.ts';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context, VirtualPrinters } from '../../platform/context.ts';
import { type HomePlace, locateVirtualHome } from './virtual-home.ts';
import { createForbiddenError, createNotFoundError } from '../../platform/errors.ts';

/** @throws 403 when the site offers no virtual printers */
export const requireVirtualPrinters = ({ virtual }: Pick<Context, 'virtual'>): VirtualPrinters => {
  if (!virtual) throw createForbiddenError('这个网站没有开虚拟打印机');
  return virtual;
};

/** Creates a new key for the client; the old one becomes invalid. */
const createKeyRenewal = (ctx: Context, id: number) => async (): Promise<string> => {
  const key = generateSecret();
  await ctx.db.kysely
    .updateTable('client')
    .set({ key_hash: hashClientKey(key) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return key;
};

type VirtualClient = Pick<Selectable<ClientTable>, 'id' | 'member_id' | 'virtual_home'>;

/**
 * Starts the virtual printer on this server unless it is running.
 * @throws 503 when too many are running
 */
export const startVirtualPrinterHere = (
  ctx: Context,
  client: Pick<VirtualClient, 'id' | 'member_id'>,
): Promise<void> =>
  requireVirtualPrinters(ctx).open(
    { clientId: client.id, memberId: client.member_id },
    createKeyRenewal(ctx, client.id),
  );

/**
 * Starts the virtual printer, on the server that has its home, unless it is running. Returns where
 * that is.
 * @throws 503 when too many are running, or while that server restarts
 */
export const startVirtualPrinter = async (
  ctx: Context,
  client: VirtualClient,
): Promise<HomePlace> => {
  const place = await locateVirtualHome(ctx, client);
  if (place.isHere) await startVirtualPrinterHere(ctx, client);
  else
    await ctx.nodes?.call(place.nodeId, 'virtual-open', {
      clientId: client.id,
      memberId: client.member_id,
    });
  return place;
};

/** A virtual client of the member. @throws 404 for any other client */
export const getVirtualClientOfMember = async (
  ctx: Context,
  owner: { id: number; memberId: number },
): Promise<Selectable<ClientTable>> => {
  const client = await getClientOfMember(ctx.db.kysely, owner);
  if (client.is_virtual !== 1) throw createNotFoundError('这台客户端不是虚拟打印机');
  return client;
};
