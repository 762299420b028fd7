import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import { generateSecret } from '../../identity/account/session.ts';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context, VirtualPrinters } from '../../platform/context.ts';
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

/** Starts the virtual printer unless it is running. @throws 503 when too many are running */
export const startVirtualPrinter = (
  ctx: Context,
  client: { id: number; member_id: number },
): Promise<void> =>
  requireVirtualPrinters(ctx).open(
    { clientId: client.id, memberId: client.member_id },
    createKeyRenewal(ctx, client.id),
  );

/** A virtual client of the member. @throws 404 for any other client */
export const getVirtualClientOfMember = async (
  ctx: Context,
  owner: { id: number; memberId: number },
): Promise<Selectable<ClientTable>> => {
  const client = await getClientOfMember(ctx.db.kysely, owner);
  if (client.is_virtual !== 1) throw createNotFoundError('这台客户端不是虚拟打印机');
  return client;
};
