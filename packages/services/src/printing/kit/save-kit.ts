import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { ALL_KITS_BYTES, KIT_BYTES, MAX_KITS } from '@yunbiao/contract/limits/kit';
import { runMemberTransaction } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { requireFreeKitName } from './change-kits.ts';

const MEGABYTE = 1_000_000;

/**
 * Stores a kit.
 * @throws 400 when it is empty or too large; 409 over the limits, or when another has the name
 */
export const saveKit = async ({
  ctx,
  memberId,
  input: { name, content },
}: MemberScope & { input: CallParsed<'saveKit'> }): Promise<CallOutput<'saveKit'>> => {
  const json = JSON.stringify(content);
  const bytes = Buffer.byteLength(json);
  const elements = content.elements.length;
  if (elements === 0) throw createInvalidInputError({ content: '套件里要有元素' });
  if (bytes > KIT_BYTES)
    throw createInvalidInputError({
      content: `套件太大了，最多 ${KIT_BYTES / MEGABYTE} MB；图片可以小一些`,
    });
  return runMemberTransaction(ctx.db, memberId, async (tx) => {
    const { count, used } = await tx
      .selectFrom('kit')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('count'),
        fn.sum<number | string | null>('bytes').as('used'),
      ])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_KITS)
      throw createConflictError(`最多保存 ${MAX_KITS} 个套件，先删除不用的`);
    if (Number(used ?? 0) + bytes > ALL_KITS_BYTES)
      throw createConflictError(`套件一共最多 ${ALL_KITS_BYTES / MEGABYTE} MB，先删除不用的`);
    await requireFreeKitName(tx, { memberId, name });
    const { id } = await tx
      .insertInto('kit')
      .values({ member_id: memberId, name, content: json, bytes, elements, created_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: String(id) };
  });
};
