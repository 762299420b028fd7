import { randomBytes } from 'node:crypto';
import type { CallOutput } from '@yunbiao/contract';
import { runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import type { Whose } from '../../platform/template/find.ts';
import { getOwnTemplate, invalidateSharedPages } from './own-template.ts';

/** 128 bits: cannot be guessed. */
const CODE_BYTES = 16;

/**
 * Shares an own template by a link code, or revokes the code permanently. Sharing again creates
 * another code.
 * @throws 404
 */
export const setTemplateShared = ({
  ctx,
  isShared,
  ...which
}: Whose & { ctx: Context; id: number; isShared: boolean }): Promise<CallOutput<'shareTemplate'>> =>
  runMemberTransaction(ctx.db, which.memberId, async (tx) => {
    const row = await getOwnTemplate(tx, which);
    if (isShared === (row.share_code !== null)) return { code: row.share_code };
    const code = isShared ? randomBytes(CODE_BYTES).toString('base64url') : null;
    await tx.updateTable('template').set({ share_code: code }).where('id', '=', row.id).execute();
    await invalidateSharedPages(ctx, tx, { share_code: code ?? row.share_code });
    return { code };
  });
