import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type Executor,
  lockMember,
  type Selectable,
  transaction,
  type WebhookDeliveryTable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { pingBody } from './event.ts';
import { GIVE_UP_MS, waiting, wakeSender } from './outbox.ts';
import { type Delivery, presentDelivery } from './present.ts';
import { liveKey } from './secret.ts';
import { getWebhook } from './webhooks.ts';

type Mine = { ctx: Context; memberId: number };

/** @throws 404, also for anybody else's */
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
  if (!row) throw notFound('没有这条通知');
  return row;
};

/** What was sent to the member's systems, the newest first. */
export const deliveryList = async ({
  ctx,
  memberId,
  input: { state, lastId, pageSize },
}: Mine & { input: CallParsed<'webhookDeliveryList'> }): Promise<
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
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return { list: shown.map(presentDelivery), nextId: last ? String(last.id) : null };
};

export const deliveryDetail = async ({
  ctx,
  memberId,
  id,
}: Mine & { id: number }): Promise<CallOutput<'webhookDelivery'>> => {
  const row = await getDelivery(ctx.db.kysely, { id, memberId });
  return { ...presentDelivery(row), body: row.body };
};

/** Sends a message that is about nothing to one of the member's addresses. @throws 404; 409 for a revoked key */
export const testWebhook = ({ ctx, memberId, id }: Mine & { id: number }): Promise<Delivery> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const { url, api_key_id } = await getWebhook(tx, { id, memberId });
    await liveKey(tx, { keyId: api_key_id, memberId });
    const row = await tx
      .insertInto('webhook_delivery')
      .values({
        ...waiting(ctx),
        member_id: memberId,
        api_key_id,
        webhook_id: id,
        url,
        event: 'ping',
        subject: '',
        body: pingBody(ctx.now()),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    wakeSender({ ctx, tx });
    return presentDelivery(row);
  });

/**
 * Sends a message again, as it was and under its own id, to the address it was for; from now on it is tried for another
 * day. @throws 404; 409 for a revoked key
 */
export const resendDelivery = ({ ctx, memberId, id }: Mine & { id: number }): Promise<Delivery> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const row = await getDelivery(tx, { id, memberId });
    const key = await liveKey(tx, { keyId: row.api_key_id, memberId });
    if (key.webhook_secret === null) throw conflict('这个密钥还没有签名密钥');
    const now = ctx.now();
    const again = await tx
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', next_at: now, give_up_at: now + GIVE_UP_MS, tries: 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    wakeSender({ ctx, tx });
    return presentDelivery(again);
  });
