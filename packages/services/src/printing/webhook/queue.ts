import { sql, runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotices } from '../../identity/notice/create.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time.ts';
import { signWebhookMessage } from './secret.ts';

/** Retry delays; the last one repeats until a day is over. */
const RETRY_DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** Lease of a claimed message: longer than any attempt. */
const LEASE_MS = MINUTE;
/** Retention of messages. */
const RETENTION_MS = 30 * DAY;

/** A message ready to send. */
export type Outgoing = {
  id: number;
  memberId: number;
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
};

/** Due messages, at most `perMember` of one member, without those of `full` members. */
const listDueDeliveryIds = async (
  tx: Tx,
  {
    now,
    limit,
    perMember,
    full,
  }: { now: number; limit: number; perMember: number; full: readonly number[] },
): Promise<number[]> => {
  const dueRows = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select(['id', 'next_at'])
        .select(
          sql<number>`row_number() over (partition by member_id order by next_at, id)`.as('place'),
        )
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where('member_id', 'not in', [0, ...full])
        .as('due'),
    )
    .select('due.id')
    .where('due.place', '<=', perMember)
    .orderBy('due.next_at')
    .limit(limit)
    .execute();
  return dueRows.map(({ id }) => id);
};

/**
 * Claims due messages, at most `limit`, and at most `perMember` of one member, so that a member
 * with thousands of messages for a dead server does not block others. `full`: members who reached
 * their concurrency limit.
 */
export const claimDeliveries = async ({
  ctx,
  limit,
  perMember,
  full,
}: {
  ctx: Context;
  limit: number;
  perMember: number;
  full: readonly number[];
}): Promise<Outgoing[]> =>
  runTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const dueIds = await listDueDeliveryIds(tx, { now, limit, perMember, full });
    if (dueIds.length === 0) return [];
    const rows = await tx
      .updateTable('webhook_delivery')
      .set({ next_at: now + LEASE_MS })
      .where('id', 'in', dueIds)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .returningAll()
      .execute();
    const secrets = await loadWebhookSecrets(
      tx,
      rows.map((row) => row.api_key_id),
    );
    const at = Math.floor(now / SECOND);
    await failUnsignedDeliveries(tx, {
      now,
      ids: rows.filter((row) => !secrets.has(row.api_key_id)),
    });
    return rows.flatMap((row) => {
      const secret = secrets.get(row.api_key_id);
      if (!secret) return [];
      const headers = {
        'webhook-id': row.message_id,
        'webhook-timestamp': String(at),
        'webhook-signature': signWebhookMessage(secret, { id: row.message_id, at, body: row.body }),
      };
      return [{ id: row.id, memberId: row.member_id, url: row.url, body: row.body, headers }];
    });
  });

/** Fails messages that were stored while their key was being revoked: they cannot be signed. */
const failUnsignedDeliveries = async (
  tx: Tx,
  { now, ids }: { now: number; ids: readonly { id: number }[] },
): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', error: '密钥撤销了', next_at: null, last_at: now })
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute();
};

const loadWebhookSecrets = async (tx: Tx, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('api_key')
    .select(['id', 'webhook_secret'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.flatMap((row) => (row.webhook_secret ? [[row.id, row.webhook_secret]] : [])));
};

/** Result of an attempt: HTTP status and error. `error` is empty on success. */
export type DeliveryOutcome = { status: number | null; error: string };

/**
 * Notifies the member of a failed delivery, at most once a day: a dead server would otherwise flood
 * the list.
 */
const notifyMember = async (
  ctx: Context,
  tx: Tx,
  {
    memberId,
    batchNo,
    url,
    error,
  }: { memberId: number; batchNo: string; url: string; error: string },
): Promise<void> => {
  const recentNotice = await tx
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'webhook')
    .where('created_at', '>', ctx.now() - DAY)
    .executeTakeFirst();
  const software = await tx
    .selectFrom('batch')
    .innerJoin('software', 'software.id', 'batch.software_id')
    .select('software.alias')
    .where('batch.member_id', '=', memberId)
    .where('batch.batch_no', '=', batchNo)
    .executeTakeFirst();
  if (recentNotice || !software) return;
  const text = `批次 ${batchNo} 的消息一天都没有送到 ${new URL(url).host}：${error}`;
  const path = `/${software.alias}/user/webhook?state=failed`;
  await createNotices(ctx, tx, [
    { memberId, kind: 'webhook', title: 'Webhook 送不到', text, path },
  ]);
};

/** Records the result of an attempt. Schedules a retry after a failure, for up to a day. */
export const recordDeliveryOutcome = ({
  ctx,
  id,
  outcome: { status, error },
}: {
  ctx: Context;
  id: number;
  outcome: DeliveryOutcome;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const row = await tx
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    // Cancelled since: the webhook was deleted or the key revoked.
    if (!row) return;
    const wait = RETRY_DELAYS[Math.min(row.tries, RETRY_DELAYS.length - 1)] ?? HOUR;
    const next = now + wait;
    const isOver = next >= row.give_up_at;
    const state = error === '' ? 'delivered' : isOver ? 'failed' : 'waiting';
    const updateResult = await tx
      .updateTable('webhook_delivery')
      .set({
        state,
        status,
        error,
        tries: row.tries + 1,
        last_at: now,
        next_at: state === 'waiting' ? next : null,
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (updateResult.numUpdatedRows === 0n) return;
    const { member_id: memberId, subject: batchNo, url } = row;
    if (state === 'failed') await notifyMember(ctx, tx, { memberId, batchNo, url, error });
  });

/** Deletes messages past their retention. */
export const deleteExpiredWebhookDeliveries = async ({
  ctx,
}: {
  ctx: Context;
}): Promise<number> => {
  const deletedRows = await ctx.db.kysely
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', ctx.now() - RETENTION_MS)
    .where('state', '!=', 'waiting')
    .executeTakeFirst();
  return Number(deletedRows.numDeletedRows);
};
