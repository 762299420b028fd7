import { onCommit, deleteMemberRows, type Tx, runMemberTransaction } from '@yunbiao/db';
import { endSessions } from '../identity/account/end-sessions.ts';
import { hashRetiredName, storeRetiredName } from '../identity/account/retired-name.ts';
import { copyContextWithSystemActor } from '../identity/actor.ts';
import { recordAudit } from '../identity/audit/audit.ts';
import { createInvalidator } from '../platform/cache/generation.ts';
import type { Context, MemberScope } from '../platform/context.ts';
import { transitionOrder } from '../commerce/money/orders/order-state.ts';
import { recordSecurityEvent } from '../identity/security/event.ts';
import { cancelWaitingDeliveries } from '../printing/webhook/stop-sending.ts';
import { MEMBER_TABLES } from './table-inventory.ts';

const invalidateMemberContent = createInvalidator('forum', 'printer-model', 'template-shared');

/** Name shown with questions, replies and in lists. */
export const DELETED_NICKNAME = '已注销用户';
/** Limit far above the number of rows an account has in tables that are emptied at once. */
const NO_LIMIT = 1_000_000;

type ClosingAccount = { ctx: Context; tx: Tx; memberId: number };

/**
 * Whether an online payment may be pending. The deletion waits for it: such orders close within the
 * hour.
 */
const hasPendingPayment = async ({ tx, memberId }: ClosingAccount): Promise<boolean> => {
  const row = await tx
    .selectFrom('member_order')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .where('pay_type', '!=', 'offline')
    .executeTakeFirst();
  return row !== undefined;
};

const closeUnpaidOrders = async ({ ctx, tx, memberId }: ClosingAccount): Promise<void> => {
  const rows = await tx
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  for (const row of rows)
    await transitionOrder({ ctx, tx, row, to: 'closed', set: { closed_at: ctx.now() } });
};

const revokeApiKeysOfMember = async ({ ctx, tx, memberId }: ClosingAccount): Promise<void> => {
  const revoked = await tx
    .updateTable('api_key')
    .set({ revoked_at: ctx.now(), webhook_secret: null })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked)
    await cancelWaitingDeliveries({ ctx, tx, apiKeyId: id, why: '账号注销了' });
};

/** Labels of the clients are not finalized one by one: they are deleted with the other data. */
const revokeClientsOfMember = async ({ ctx, tx, memberId }: ClosingAccount): Promise<void> => {
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

/**
 * Fields of a deleted member: only an id remains, for orders and texts. No user can choose such a
 * name.
 */
export const buildAnonymousFields = (memberId: number) => ({
  username: `deleted:${memberId}`,
  username_key: `deleted:${memberId}`,
  password_hash: '',
  nickname: DELETED_NICKNAME,
  avatar: null,
  cover: null,
  intro: '',
  company: '',
  // Share codes are entered in capitals, so this one cannot be entered.
  share_code: `left-${memberId}`,
  official: '',
  email: null,
  phone: null,
  wechat_bound: 0,
  leaving_at: null,
});

/** Deletes sign-in methods and other data that must not outlive the account. */
const deleteDataOnClosing = async ({ tx, memberId }: ClosingAccount): Promise<void> => {
  for (const [table, { owner, erase }] of MEMBER_TABLES)
    if (erase.how === 'remove' && erase.withAccount)
      await deleteMemberRows(tx, { table, owner, memberId, limit: NO_LIMIT });
};

/**
 * Closes an account whose waiting week is over: ends sign-in, retires the user name, stops
 * printing, webhooks and notices. Other data is deleted afterwards in steps. Returns false when the
 * deletion was cancelled or a payment may be pending; the latter is retried later.
 */
export const closeAccount = async ({
  ctx: callContext,
  memberId,
}: MemberScope): Promise<boolean> => {
  const ctx = copyContextWithSystemActor(callContext);
  const { username_key: name } = await ctx.db.kysely
    .selectFrom('member')
    .select('username_key')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const nameHash = await hashRetiredName(name, ctx.passwordWork);
  return runMemberTransaction(ctx.db, memberId, async (tx) => {
    const leaving = { ctx, tx, memberId };
    if (await hasPendingPayment(leaving)) return false;
    const now = ctx.now();
    const { numUpdatedRows } = await tx
      .updateTable('member_deletion')
      .set({ state: 'going', closed_at: now })
      .where('member_id', '=', memberId)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await storeRetiredName(ctx, tx, nameHash);
    await tx
      .updateTable('member')
      .set({ ...buildAnonymousFields(memberId), left_at: now })
      .where('id', '=', memberId)
      .execute();
    await endSessions({ ctx, tx, memberId });
    await closeUnpaidOrders(leaving);
    await revokeApiKeysOfMember(leaving);
    await revokeClientsOfMember(leaving);
    await deleteDataOnClosing(leaving);
    const subject = `member:${memberId}` as const;
    await recordAudit({ ctx, tx, action: 'account.gone', subject });
    await recordSecurityEvent({ ctx, tx, kind: 'account.gone', subject });
    await invalidateMemberContent({ ctx, tx });
    return true;
  });
};
