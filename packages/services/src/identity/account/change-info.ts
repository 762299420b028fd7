import type { CallParsed } from '@yunbiao/contract';
import { type MemberTable, type Tx, type Updateable, runMemberTransaction } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { getOwnMember } from '../member/find.ts';
import { isOwnUpload } from '../../platform/upload/find-upload.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import { presentUser, type UserInfo } from './present-user.ts';
import { isReservedName } from './reserved-name.ts';

const invalidateAuthorNames = createInvalidator('forum');

type Input = CallParsed<'changeInfo'>;
type Change = Updateable<MemberTable>;

const PICTURES = { avatar: '头像', cover: '封面' } as const;

/** A picture of another member gets the same error as one that does not exist. */
const preparePictureChange = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  field: keyof typeof PICTURES,
  url: string,
): Promise<Change> => {
  const recordProfilePictureUses = (texts: string[]) =>
    recordPictureUses({ ctx, tx, kind: field, id: memberId, texts });
  if (url === '') {
    await recordProfilePictureUses([]);
    return { [field]: null };
  }
  const isOwn = await isOwnUpload(tx, { url, memberId, usage: field });
  if (isOwn && (await recordProfilePictureUses([url])).length === 0) return { [field]: url };
  throw createInvalidInputError({ [field]: `请重新上传${PICTURES[field]}` });
};

const validateInfoChange = async (
  ctx: Context,
  tx: Tx,
  member: { id: number; official: string },
  input: Input,
): Promise<Change> => {
  const change: Change = {};
  if (input.nickname !== undefined) {
    if (member.official === '' && isReservedName(input.nickname))
      throw createInvalidInputError({ nickname: '这个昵称像是本站的工作人员，换一个' });
    change.nickname = input.nickname;
  }
  for (const field of ['avatar', 'cover'] as const) {
    const url = input[field];
    if (url !== undefined)
      Object.assign(change, await preparePictureChange(ctx, tx, member.id, field, url));
  }
  for (const field of ['intro', 'company'] as const) {
    const value = input[field];
    if (value !== undefined) change[field] = value;
  }
  return change;
};

/**
 * Changes the member's own profile; omitted fields stay unchanged.
 * @throws 400 for an invalid field
 */
export const updateProfile = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: Input }): Promise<UserInfo> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const member = await getOwnMember(tx, memberId);
    const change = await validateInfoChange(ctx, tx, member, input);
    if (Object.keys(change).length === 0) return presentUser(member, ctx.now());
    const changedMember = await tx
      .updateTable('member')
      .set(change)
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Pages of posts and replies show the author.
    if (changedMember.nickname !== member.nickname || changedMember.avatar !== member.avatar)
      await invalidateAuthorNames({ ctx, tx });
    return presentUser(changedMember, ctx.now());
  });
