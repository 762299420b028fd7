import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import { generateSecret } from '../../identity/account/session.ts';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context, VirtualPrinters } from '../../platform/context.ts';
import { type HomePlace, locateVirtualHome, type VirtualHomeClient } from './virtual-home.ts';
import {
  createBusyError,
  createForbiddenError,
  createNotFoundError,
} from '../../platform/errors.ts';

const RETRY_S = 5;

/** Checks that the site offers virtual printers. @throws 403 when it does not */
export const requireVirtualPrinters = ({ virtual }: Pick<Context, 'virtual'>): VirtualPrinters => {
  if (!virtual) throw createForbiddenError('这个网站没有开虚拟打印机');
  return virtual;
};

/** Creates a new key for the client; the old one becomes invalid. */
const createClientKeyRenewer = (ctx: Context, id: number) => async (): Promise<string> => {
  const key = generateSecret();
  await ctx.db.kysely
    .updateTable('client')
    .set({ key_hash: hashClientKey(key) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return key;
};

type VirtualClient = VirtualHomeClient & Pick<Selectable<ClientTable>, 'member_id'>;

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
    createClientKeyRenewer(ctx, client.id),
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
  // A server that offers none must not take a home.
  requireVirtualPrinters(ctx);
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

type Owner = { id: number; memberId: number };

/** Finds the server with the home of a member's virtual printer. @throws 403, 404, 503 */
export const locateOwnHome = async (ctx: Context, owner: Owner): Promise<HomePlace> => {
  const client = await getVirtualClientOfMember(ctx, owner);
  requireVirtualPrinters(ctx);
  return locateVirtualHome(ctx, client);
};

/**
 * Starts a member's virtual printer whose home is on this server, unless it is running.
 * @throws 403, 404; 503 also when its home is on another server
 */
export const openOwnHome = async (ctx: Context, owner: Owner): Promise<VirtualPrinters> => {
  const client = await getVirtualClientOfMember(ctx, owner);
  const virtual = requireVirtualPrinters(ctx);
  // The home may have moved while the call was under way.
  if (!(await locateVirtualHome(ctx, client)).isHere) throw createBusyError(RETRY_S);
  await startVirtualPrinterHere(ctx, client);
  return virtual;
};
