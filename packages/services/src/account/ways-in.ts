import type { Executor, MemberTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';

type Member = Selectable<MemberTable>;

/** A way into an account; `passkey` with the one meant. */
export type WayIn = 'password' | 'wechat' | 'email' | 'phone' | { passkey: number };

/** The host names passkeys are good at here. */
export const passkeyHosts = ({ settings }: Context): string[] => [
  new URL(settings.publicUrl).hostname,
  ...(settings.mode === 'demo' ? ['localhost'] : []),
];

/** A passkey made for another host name, before the site moved, opens nothing here. */
const hasPasskey = async (
  ctx: Context,
  db: Executor,
  memberId: number,
  but: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('passkey')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '!=', but)
    .where('rp_id', 'in', passkeyHosts(ctx))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Whether the member gets in without one of the ways: by password, by WeChat where the site has it, by a code where the
 * site sends codes there, by a passkey. Asked in the transaction that takes the one away, with the member held.
 */
export const hasAnotherWay = async (
  ctx: Context,
  db: Executor,
  member: Member,
  but: WayIn,
): Promise<boolean> => {
  const byCode = (kind: 'email' | 'phone'): boolean =>
    but !== kind && member[kind] !== null && Boolean(ctx.contact?.[kind]);
  return (
    member.password_hash !== '' ||
    (but !== 'wechat' && member.wechat_bound === 1 && ctx.wechat !== undefined) ||
    byCode('email') ||
    byCode('phone') ||
    (await hasPasskey(ctx, db, member.id, typeof but === 'object' ? but.passkey : 0))
  );
};
