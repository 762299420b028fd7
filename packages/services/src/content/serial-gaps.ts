import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { getMemberByName } from '../member/find.ts';
import { type SerialGap, serialGaps } from '../serial/gaps.ts';

/** Which serial numbers of a template a member was given and has not printed. @throws 404 */
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
  if (!template) throw notFound(`没有编号是 ${id} 的模板`);
  return serialGaps(kysely, { memberId, templateId: template.id });
};
