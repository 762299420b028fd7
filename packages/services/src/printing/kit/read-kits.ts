import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { toIso } from '../../platform/time.ts';
import { createKitNotFoundError } from './change-kits.ts';

/** A member's kits, newest first, without their content. */
export const listKits = async ({ ctx, memberId }: MemberScope): Promise<CallOutput<'kitList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('kit')
    .select(['id', 'name', 'elements', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
  return {
    list: rows.map(({ id, name, elements, created_at }) => ({
      id: String(id),
      name,
      count: elements,
      createdAt: toIso(created_at),
    })),
  };
};

/** @throws 404 */
export const getKit = async ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: string }): Promise<CallOutput<'getKit'>> => {
  const row = await ctx.db.kysely
    .selectFrom('kit')
    .select(['id', 'name', 'content'])
    .where('member_id', '=', memberId)
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (!row) throw createKitNotFoundError();
  return { id: String(row.id), name: row.name, content: parseStoredTemplate(row.content) };
};
