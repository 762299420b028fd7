import { lockMember, onCommit, removeOwned, transaction, type Tx } from '@yunbiao/db';
import { endSessions } from '../account/end-sessions.ts';
import { retiredHash, retireName } from '../account/retired-name.ts';
import { bySystem } from '../actor.ts';
import { audit } from '../audit/audit.ts';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { moveOrder } from '../money/order-state.ts';
import { securityEvent } from '../security/event.ts';
import { stopSending } from '../webhook/stop.ts';
import { HELD } from './holdings.ts';

const shownChanged = raises('forum', 'template-shared');

/** What a question, a reply and a list show in place of the name. */
export const LEFT_NICKNAME = '已注销用户';
/** Far more than an account has of what goes at once. */
const ALL = 1_000_000;

type Leaving = { ctx: Context; tx: Tx; memberId: number };

/** An order whose money may be on its way is waited for: it is over within the hour. */
const isPaying = async ({ tx, memberId }: Leaving): Promise<boolean> => {
  const row = await tx
    .selectFrom('member_order')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .where('pay_type', '!=', 'offline')
    .executeTakeFirst();
  return row !== undefined;
};

const closeOrders = async ({ ctx, tx, memberId }: Leaving): Promise<void> => {
  const rows = await tx
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  for (const row of rows)
    await moveOrder({ ctx, tx, row, to: 'closed', set: { closed_at: ctx.now() } });
};

const revokeKeys = async ({ ctx, tx, memberId }: Leaving): Promise<void> => {
  const revoked = await tx
    .updateTable('api_key')
    .set({ revoked_at: ctx.now(), webhook_secret: null })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked) await stopSending({ ctx, tx, apiKeyId: id, why: '账号注销了' });
};

/** Their labels are not settled one by one: they go with everything else. */
const revokeClients = async ({ ctx, tx, memberId }: Leaving): Promise<void> => {
  const revoked = await tx
    .updateTable('client')
    .set({ revoked_at: ctx.now(), enabled: 0 })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  onCommit(tx, () => {
    for (const { id: clientId } of revoked) ctx.bus.emit('client-revoked', { clientId });
  });
};

/** What is left of a member: a number that orders and texts refer to. No name can be typed that is this one. */
export const nameless = (memberId: number) => ({
  username: `deleted:${memberId}`,
  username_key: `deleted:${memberId}`,
  password_hash: '',
  nickname: LEFT_NICKNAME,
  avatar: null,
  cover: null,
  intro: '',
  company: '',
  // Codes are typed in capitals.
  share_code: `left-${memberId}`,
  official: '',
  email: null,
  phone: null,
  wechat_bound: 0,
  leaving_at: null,
});

/** The ways in, and what must not outlive them. */
const removeAtOnce = async ({ tx, memberId }: Leaving): Promise<void> => {
  for (const [table, { owner, erase }] of HELD)
    if (erase.how === 'remove' && erase.atOnce)
      await removeOwned(tx, { table, owner, memberId, limit: ALL });
};

/**
 * Ends an account whose week is over: nobody gets in any more, its name is nobody's again, nothing more is printed, sent or
 * told of it. Whatever else is his goes after it, in pieces. Returns false when it was called off meanwhile, or money may be
 * on its way: then it waits.
 */
export const closeAccount = async ({
  ctx: given,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<boolean> => {
  const ctx = bySystem(given);
  const { username_key: name } = await ctx.db.kysely
    .selectFrom('member')
    .select('username_key')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const nameHash = await retiredHash(name, ctx.passwordWork);
  return transaction(ctx.db, async (tx) => {
    const leaving = { ctx, tx, memberId };
    await lockMember(tx, memberId);
    if (await isPaying(leaving)) return false;
    const now = ctx.now();
    const { numUpdatedRows } = await tx
      .updateTable('member_deletion')
      .set({ state: 'going', closed_at: now })
      .where('member_id', '=', memberId)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await retireName(ctx, tx, nameHash);
    await tx
      .updateTable('member')
      .set({ ...nameless(memberId), left_at: now })
      .where('id', '=', memberId)
      .execute();
    await endSessions({ ctx, tx, memberId });
    await closeOrders(leaving);
    await revokeKeys(leaving);
    await revokeClients(leaving);
    await removeAtOnce(leaving);
    const subject = `member:${memberId}` as const;
    await audit({ ctx, tx, action: 'account.gone', subject });
    await securityEvent({ ctx, tx, kind: 'account.gone', subject });
    await shownChanged({ ctx, tx });
    return true;
  });
};
