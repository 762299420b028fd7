import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { findDefaultSoftwareAlias } from '../software/list-softwares.ts';
import { createNotices } from './create.ts';

/**
 * Notifies a member of a change to the sign-in methods, with a link to the profile, so that a
 * member who did not make the change learns of it.
 */
export const notifyOfAccountChange = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  words: { title: string; text: string },
): Promise<void> => {
  const alias = await findDefaultSoftwareAlias(tx);
  const path = alias === null ? '' : `/${encodeURIComponent(alias)}/user/profile`;
  await createNotices(ctx, tx, [{ memberId, kind: 'account', ...words, path }]);
};
