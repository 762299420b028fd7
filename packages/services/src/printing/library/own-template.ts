import type { Executor, Selectable, TemplateTable, Tx } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context } from '../../platform/context.ts';
import { createQuotaExceededError } from '../../platform/errors.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { countTemplatesUsed } from '../../identity/software/usage.ts';
import { createTemplateNotFoundError, type Whose } from '../../platform/template/find.ts';

const invalidateSharedTemplates = createInvalidator('template-shared');

export type OwnTemplate = Selectable<TemplateTable>;

/**
 * Returns a template of the member.
 * @throws 404 for a template of another member or a public one
 */
export const getOwnTemplate = async (
  executor: Executor,
  { id, memberId, softwareId }: Whose & { id: number },
): Promise<OwnTemplate> => {
  const row = await executor
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createTemplateNotFoundError();
  return row;
};

/**
 * Invalidates cached pages of the template's share link. A template that is not shared has none.
 */
export const invalidateSharedPages = async (
  ctx: Context,
  tx: Tx,
  { share_code: code }: Pick<OwnTemplate, 'share_code'>,
): Promise<void> => {
  if (code !== null) await invalidateSharedTemplates({ ctx, tx });
};

/** Checks that the plan allows another template. @throws 402 when its limit is reached */
export const requireTemplateQuota = async (ctx: Context, tx: Tx, owner: Whose): Promise<void> => {
  const { name, entitlements } = await getMemberPlan(tx, { ...owner, now: ctx.now() });
  const usedTemplates = await countTemplatesUsed(tx, owner);
  if (usedTemplates < entitlements.templates) return;
  throw createQuotaExceededError(
    `“${name}”最多保存 ${entitlements.templates} 个模板，已经有 ${usedTemplates} 个；先删除一个，或者升级方案`,
    0,
  );
};

type Content = Pick<OwnTemplate, 'name' | 'category' | 'content' | 'width' | 'height'>;

/** Adds a template for the member. @throws 402 */
export const addOwnTemplate = async (
  ctx: Context,
  tx: Tx,
  { memberId, softwareId, ...content }: Whose & Content,
): Promise<{ id: string; version: number }> => {
  await requireTemplateQuota(ctx, tx, { memberId, softwareId });
  const row = await tx
    .insertInto('template')
    .values({
      ...content,
      software_id: softwareId,
      member_id: memberId,
      version: 1,
      created_at: ctx.now(),
      updated_at: ctx.now(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(row.id), version: 1 };
};
