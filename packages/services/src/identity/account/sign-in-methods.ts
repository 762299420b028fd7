import type { Executor, MemberTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

type Member = Selectable<MemberTable>;

/** A sign-in method; `passkey` is the id of the passkey. */
export type SignInMethod = 'password' | 'wechat' | 'email' | 'phone' | { passkey: number };

/** Relying party ids of passkeys that are valid on this site. */
export const listPasskeyHosts = ({ settings }: Context): string[] => [
  new URL(settings.publicUrl).hostname,
  ...(settings.mode === 'demo' ? ['localhost'] : []),
];

/**
 * Whether the member has a passkey that works. Those of an earlier host name of the site do not.
 */
const hasPasskey = async (
  ctx: Context,
  db: Executor,
  memberId: number,
  exceptMethod: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('passkey')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '!=', exceptMethod)
    .where('rp_id', 'in', listPasskeyHosts(ctx))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * True when the member can sign in without the method `but`: by password, by WeChat or by code if
 * the site supports them, or by a passkey. Call it in the transaction that removes the method, with
 * the member locked.
 */
export const hasOtherSignInMethod = async (
  ctx: Context,
  db: Executor,
  member: Member,
  but: SignInMethod,
): Promise<boolean> => {
  const canSignInWithCode = (kind: 'email' | 'phone'): boolean =>
    but !== kind && member[kind] !== null && Boolean(ctx.contact?.[kind]);
  return (
    member.password_hash !== '' ||
    (but !== 'wechat' && member.wechat_bound === 1 && ctx.wechat !== undefined) ||
    canSignInWithCode('email') ||
    canSignInWithCode('phone') ||
    (await hasPasskey(ctx, db, member.id, typeof but === 'object' ? but.passkey : 0))
  );
};
