import { randomBytes } from 'node:crypto';
import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import type { Whose } from '../template/find.ts';
import { getOwnTemplate, noteShared } from './own.ts';

/** 128 bits: nobody finds one by trying. */
const CODE_BYTES = 16;

/**
 * Gives an own template a code by which anybody reads it, or takes the code back for good: sharing again makes another.
 * @throws 404
 */
export const shareTemplate = ({
  ctx,
  isShared,
  ...which
}: Whose & { ctx: Context; id: number; isShared: boolean }): Promise<CallOutput<'shareTemplate'>> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, which.memberId);
    const row = await getOwnTemplate(tx, which);
    if (isShared === (row.share_code !== null)) return { code: row.share_code };
    const code = isShared ? randomBytes(CODE_BYTES).toString('base64url') : null;
    await tx.updateTable('template').set({ share_code: code }).where('id', '=', row.id).execute();
    await noteShared(ctx, tx, { share_code: code ?? row.share_code });
    return { code };
  });
