import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { getMemberByName } from '../../identity/member/find.ts';
import { type SerialGap, findSerialGaps } from '../../platform/serial/gaps.ts';

/**
 * Lists serial numbers of a template that a member was assigned but has not printed.
 * @throws 404
 */
export const listSerialGaps = async ({
  ctx,
  id,
  username,
}: {
  ctx: Context;
  id: string;
  username: string;
}): Promise<{ gaps: SerialGap[]; isWhole: boolean }> => {
  const { kysely } = ctx.db;
  const { id: memberId } = await getMemberByName(kysely, username);
  const template = /^[1-9]\d{0,8}$/.test(id)
    ? await kysely
        .selectFrom('template')
        .select('id')
        .where('id', '=', Number(id))
        .executeTakeFirst()
    : undefined;
  if (!template) throw createNotFoundError(`没有编号是 ${id} 的模板`);
  return findSerialGaps(kysely, { memberId, templateId: template.id });
};
