import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getTemplateForMember, type Whose } from '../template/find.ts';
import { addOwn, getOwnTemplate, noteShared } from './own.ts';

type Which = Whose & { ctx: Context; id: number };

/** Another name, another category or both. Its content, and so its version, stays. @throws 404 */
export const renameTemplate = ({
  ctx,
  name,
  category,
  ...which
}: Which & { name: string; category?: string | undefined }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const row = await getOwnTemplate(tx, which);
    await tx
      .updateTable('template')
      .set({ name, ...(category === undefined ? {} : { category }) })
      .where('id', '=', row.id)
      .execute();
    await noteShared(ctx, tx, row);
  });

/** A template of the member's own like a public one or another own one. @throws 402, 404 */
export const copyTemplate = ({
  ctx,
  id,
  name,
  ...whose
}: Which & { name: string }): Promise<CallOutput<'copyTemplate'>> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, whose.memberId);
    const row = await getTemplateForMember(tx, { ...whose, id });
    const { category, content, width, height } = row;
    return addOwn(ctx, tx, { ...whose, name, category, content, width, height });
  });

/**
 * Takes an own template away, its link and its former versions with it. Batches keep what they were sent with: labels
 * that wait are printed. @throws 404
 */
export const deleteTemplate = ({ ctx, ...which }: Which): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, which.memberId);
    const row = await getOwnTemplate(tx, which);
    await tx
      .updateTable('template')
      .set({ deleted_at: ctx.now(), share_code: null })
      .where('id', '=', row.id)
      .execute();
    await tx.deleteFrom('template_version').where('template_id', '=', row.id).execute();
    await noteShared(ctx, tx, row);
  });
