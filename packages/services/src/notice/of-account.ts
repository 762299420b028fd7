import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { aliasOfSite } from '../software/all.ts';
import { createNotices } from './create.ts';

/** Tells a member what changed of how the account is entered, and leads to the profile: whoever did not do it has to hear of it. */
export const tellOfAccount = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  words: { title: string; text: string },
): Promise<void> => {
  const alias = await aliasOfSite(tx);
  const path = alias === null ? '' : `/${encodeURIComponent(alias)}/user/profile`;
  await createNotices(ctx, tx, [{ memberId, kind: 'account', ...words, path }]);
};
