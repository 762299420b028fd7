import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError } from '../../platform/errors.ts';

/**
 * Whether public posts require a bound phone number. True when the site can send codes to phones; a
 * demo that writes codes to its terminal does not count.
 */
export const needsPhoneToPost = ({ contact }: Context): boolean =>
  Boolean(contact?.phone && !contact.phone.isSimulated);

/**
 * Checks that the member may post. @throws 403 when a phone number is required and the member has
 * none
 */
export const requirePhoneToPost = async (ctx: Context, tx: Tx, memberId: number): Promise<void> => {
  if (!needsPhoneToPost(ctx)) return;
  const row = await tx
    .selectFrom('member')
    .select('phone')
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row?.phone)
    throw createForbiddenError('公开发布前要先绑定手机号，在“个人资料”里绑定', 'phone');
};
