import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';

/**
 * Whether who posts in public must have bound a telephone: where the site can send codes to one. A demo whose codes are
 * written into its terminal cannot.
 */
export const needsPhoneToPost = ({ contact }: Context): boolean =>
  Boolean(contact?.phone && !contact.phone.isStandIn);

/** @throws 403 for a member without a telephone, where one is needed */
export const requirePhoneToPost = async (ctx: Context, tx: Tx, memberId: number): Promise<void> => {
  if (!needsPhoneToPost(ctx)) return;
  const row = await tx
    .selectFrom('member')
    .select('phone')
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row?.phone) throw forbidden('公开发布前要先绑定手机号，在“个人资料”里绑定', 'phone');
};
