import { getKeyHash } from '@yunbiao/contract/revocation';
import type { ClientTable, Selectable } from '@yunbiao/db';
import { newSecret } from '../account/session.ts';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context, VirtualPrinters } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';

/** @throws 403 where the site offers none */
export const requireVirtual = ({ virtual }: Pick<Context, 'virtual'>): VirtualPrinters => {
  if (!virtual) throw forbidden('这个网站没有开虚拟打印机');
  return virtual;
};

/** Gives the client another key; the one before is worthless. */
const getNewKey = (ctx: Context, id: number) => async (): Promise<string> => {
  const key = newSecret();
  await ctx.db.kysely
    .updateTable('client')
    .set({ key_hash: getKeyHash(key) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return key;
};

/** Sees to it that it runs. @throws 503 when too many do */
export const wake = (ctx: Context, client: { id: number; member_id: number }): Promise<void> =>
  requireVirtual(ctx).open(
    { clientId: client.id, memberId: client.member_id },
    getNewKey(ctx, client.id),
  );

/** A virtual client of the member. @throws 404 for anything else */
export const getVirtualOfMember = async (
  ctx: Context,
  whose: { id: number; memberId: number },
): Promise<Selectable<ClientTable>> => {
  const client = await getClientOfMember(ctx.db.kysely, whose);
  if (client.is_virtual !== 1) throw notFound('这台客户端不是虚拟打印机');
  return client;
};
