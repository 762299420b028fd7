import type { Executor, Selectable, TemplateTable, Tx } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { quotaExceeded } from '../errors.ts';
import { findVip } from '../software/entitlements.ts';
import { templatesUsed } from '../software/usage.ts';
import { noTemplate, type Whose } from '../template/find.ts';

const sharedChanged = raises('template-shared');

export type OwnTemplate = Selectable<TemplateTable>;

/** A template of the member's own. @throws 404 for anybody else's, public ones among them */
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
  if (!row) throw noTemplate();
  return row;
};

/** Pages made with its link are stale; no page is made with what is not shared. */
export const noteShared = async (
  ctx: Context,
  tx: Tx,
  { share_code: code }: Pick<OwnTemplate, 'share_code'>,
): Promise<void> => {
  if (code !== null) await sharedChanged({ ctx, tx });
};

/** @throws 402 when the plan allows no further template */
export const requireRoom = async (ctx: Context, tx: Tx, whose: Whose): Promise<void> => {
  const { name, entitlements } = await findVip(tx, { ...whose, now: ctx.now() });
  const used = await templatesUsed(tx, whose);
  if (used < entitlements.templates) return;
  throw quotaExceeded(
    `“${name}”最多存 ${entitlements.templates} 个模板，已经有 ${used} 个；先删一个，或者升级方案`,
    0,
  );
};

type Content = Pick<OwnTemplate, 'name' | 'category' | 'content' | 'width' | 'height'>;

/** Adds a template of the member's. @throws 402 */
export const addOwn = async (
  ctx: Context,
  tx: Tx,
  { memberId, softwareId, ...content }: Whose & Content,
): Promise<{ id: string; version: number }> => {
  await requireRoom(ctx, tx, { memberId, softwareId });
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
