import type { CallParsed } from '@yunbiao/contract';
import { lockMember, type MemberTable, transaction, type Tx, type Updateable } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { getOwnMember } from '../member/find.ts';
import { isOwnUpload } from '../upload/find-upload.ts';
import { usePictures } from '../upload/use.ts';
import { presentUser, type UserInfo } from './present.ts';
import { isReservedName } from './reserved-name.ts';

const namesChanged = raises('forum');

type Input = CallParsed<'changeInfo'>;
type Change = Updateable<MemberTable>;

const PICTURES = { avatar: '头像', cover: '封面' } as const;

/** A picture of another member is answered like one that does not exist. */
const pictureChange = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  field: keyof typeof PICTURES,
  url: string,
): Promise<Change> => {
  const use = (texts: string[]) => usePictures({ ctx, tx, kind: field, id: memberId, texts });
  if (url === '') {
    await use([]);
    return { [field]: null };
  }
  const isOwn = await isOwnUpload(tx, { url, memberId, usage: field });
  if (isOwn && (await use([url])).length === 0) return { [field]: url };
  throw invalid({ [field]: `请重新上传${PICTURES[field]}` });
};

const listChanges = async (
  ctx: Context,
  tx: Tx,
  member: { id: number; official: string },
  input: Input,
): Promise<Change> => {
  const change: Change = {};
  if (input.nickname !== undefined) {
    if (member.official === '' && isReservedName(input.nickname))
      throw invalid({ nickname: '这个昵称像是本站的工作人员，换一个' });
    change.nickname = input.nickname;
  }
  for (const field of ['avatar', 'cover'] as const) {
    const url = input[field];
    if (url !== undefined)
      Object.assign(change, await pictureChange(ctx, tx, member.id, field, url));
  }
  for (const field of ['intro', 'company'] as const) {
    const value = input[field];
    if (value !== undefined) change[field] = value;
  }
  return change;
};

/**
 * Changes the member's own profile; what the input leaves out stays.
 * @throws 400 at the field
 */
export const changeInfo = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: Input;
}): Promise<UserInfo> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const member = await getOwnMember(tx, memberId);
    const change = await listChanges(ctx, tx, member, input);
    if (Object.keys(change).length === 0) return presentUser(member, ctx.now());
    const changed = await tx
      .updateTable('member')
      .set(change)
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Questions and replies show who wrote them.
    if (changed.nickname !== member.nickname || changed.avatar !== member.avatar)
      await namesChanged({ ctx, tx });
    return presentUser(changed, ctx.now());
  });
