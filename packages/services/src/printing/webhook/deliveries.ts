import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type Executor,
  type Selectable,
  type WebhookDeliveryTable,
  runMemberTransaction,
} from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { createPingBody } from './event.ts';
import { RETRY_PERIOD_MS, buildWaitingDelivery, wakeWebhookSender } from './outbox.ts';
import { type Delivery, presentWebhookDelivery } from './present.ts';
import { requireLiveKey } from './secret.ts';
import { getWebhook } from './webhooks.ts';

/**
 * Returns a message to a webhook of the member. @throws 404, also for a message of another member
 */
const getDelivery = async (
  executor: Executor,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<WebhookDeliveryTable>> => {
  const row = await executor
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这条通知');
  return row;
};

/** Messages to the member's systems, newest first. */
export const listWebhookDeliveries = async ({
  ctx,
  memberId,
  input: { state, lastId, pageSize },
}: MemberScope & { input: CallParsed<'webhookDeliveryList'> }): Promise<
  CallOutput<'webhookDeliveryList'>
> => {
  const rows = await ctx.db.kysely
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(lastId !== undefined, (query) => query.where('id', '<', Number(lastId)))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const shownRows = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shownRows.at(-1) : undefined;
  return { list: shownRows.map(presentWebhookDelivery), nextId: last ? String(last.id) : null };
};

export const readWebhookDelivery = async ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<CallOutput<'webhookDelivery'>> => {
  const row = await getDelivery(ctx.db.kysely, { id, memberId });
  return { ...presentWebhookDelivery(row), body: row.body };
};

/** Sends a test message to one of the member's webhooks. @throws 404; 409 for a revoked key */
export const testWebhook = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<Delivery> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const { url, api_key_id } = await getWebhook(tx, { id, memberId });
    await requireLiveKey(tx, { keyId: api_key_id, memberId });
    const row = await tx
      .insertInto('webhook_delivery')
      .values({
        ...buildWaitingDelivery(ctx),
        member_id: memberId,
        api_key_id,
        webhook_id: id,
        url,
        event: 'ping',
        subject: '',
        body: createPingBody(ctx.now()),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    wakeWebhookSender({ ctx, tx });
    return presentWebhookDelivery(row);
  });

/**
 * Sends a message again, unchanged and with the same id, to its URL; retries continue for another
 * day.
 * @throws 404; 409 for a revoked key
 */
export const resendWebhookDelivery = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<Delivery> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const row = await getDelivery(tx, { id, memberId });
    const key = await requireLiveKey(tx, { keyId: row.api_key_id, memberId });
    if (key.webhook_secret === null) throw createConflictError('这个密钥还没有签名密钥');
    const now = ctx.now();
    const resentDelivery = await tx
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', next_at: now, give_up_at: now + RETRY_PERIOD_MS, tries: 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    wakeWebhookSender({ ctx, tx });
    return presentWebhookDelivery(resentDelivery);
  });
