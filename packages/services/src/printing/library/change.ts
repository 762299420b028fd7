import type { CallOutput } from '@yunbiao/contract';
import { runTransaction, runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { getTemplateForMember, type Whose } from '../../platform/template/find.ts';
import { addOwnTemplate, getOwnTemplate, invalidateSharedPages } from './own-template.ts';

type Which = Whose & { ctx: Context; id: number };

/** Changes name, category or both. Content and version stay. @throws 404 */
export const renameTemplate = ({
  ctx,
  name,
  category,
  ...which
}: Which & { name: string; category?: string | undefined }): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await getOwnTemplate(tx, which);
    await tx
      .updateTable('template')
      .set({ name, ...(category === undefined ? {} : { category }) })
      .where('id', '=', row.id)
      .execute();
    await invalidateSharedPages(ctx, tx, row);
  });

/** Copies a public or own template to a new own template. @throws 402, 404 */
export const copyTemplate = ({
  ctx,
  id,
  name,
  ...whose
}: Which & { name: string }): Promise<CallOutput<'copyTemplate'>> =>
  runMemberTransaction(ctx.db, whose.memberId, async (tx) => {
    const row = await getTemplateForMember(tx, { ...whose, id });
    const { category, content, width, height } = row;
    return addOwnTemplate(ctx, tx, { ...whose, name, category, content, width, height });
  });

/**
 * Deletes an own template with its link and versions. Batches have their own copy: waiting labels
 * are still printed.
 * @throws 404
 */
export const deleteTemplate = ({ ctx, ...which }: Which): Promise<void> =>
  runMemberTransaction(ctx.db, which.memberId, async (tx) => {
    const row = await getOwnTemplate(tx, which);
    await tx
      .updateTable('template')
      .set({ deleted_at: ctx.now(), share_code: null })
      .where('id', '=', row.id)
      .execute();
    await tx.deleteFrom('template_version').where('template_id', '=', row.id).execute();
    await invalidateSharedPages(ctx, tx, row);
  });
