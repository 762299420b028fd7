import { sql, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { createNotices } from '../notice/create.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import { signature } from './secret.ts';

/** Waits between two tries; the last one again until a day is over. */
const WAITS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** A message taken is nobody else's for so long: longer than any try may last. */
const LEASE_MS = MINUTE;
/** How long messages are shown. */
const KEPT_MS = 30 * DAY;

/** A message to send now. */
export type Outgoing = {
  id: number;
  memberId: number;
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
};

/**
 * Takes messages that are due, at most `limit`, a few of each member, so that one who has thousands for a server that is
 * down holds up nobody. `full`: members who have as many under way as they may.
 */
export const takeDeliveries = async ({
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
  transaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const due = await tx
      .selectFrom((eb) =>
        eb
          .selectFrom('webhook_delivery')
          .select(['id', 'next_at'])
          .select(
            sql<number>`row_number() over (partition by member_id order by next_at, id)`.as(
              'place',
            ),
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
    if (due.length === 0) return [];
    const rows = await tx
      .updateTable('webhook_delivery')
      .set({ next_at: now + LEASE_MS })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .returningAll()
      .execute();
    const secrets = await listSecrets(
      tx,
      rows.map((row) => row.api_key_id),
    );
    const at = Math.floor(now / SECOND);
    await endUnsigned(tx, { now, ids: rows.filter((row) => !secrets.has(row.api_key_id)) });
    return rows.flatMap((row) => {
      const secret = secrets.get(row.api_key_id);
      if (!secret) return [];
      const headers = {
        'webhook-id': row.message_id,
        'webhook-timestamp': String(at),
        'webhook-signature': signature(secret, { id: row.message_id, at, body: row.body }),
      };
      return [{ id: row.id, memberId: row.member_id, url: row.url, body: row.body, headers }];
    });
  });

/** Stored while their key was being revoked: nobody could tell whose they are, and they are not looked at again. */
const endUnsigned = async (
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

const listSecrets = async (tx: Tx, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('api_key')
    .select(['id', 'webhook_secret'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.flatMap((row) => (row.webhook_secret ? [[row.id, row.webhook_secret]] : [])));
};

/** What came of a try: the answer's status, and why it is no success. `error` is '' for a success. */
export type Outcome = { status: number | null; error: string };

/** Tells the member that something could not be told: once a day, or a server that is down would fill the page. */
const tellMember = async (
  ctx: Context,
  tx: Tx,
  {
    memberId,
    batchNo,
    url,
    error,
  }: { memberId: number; batchNo: string; url: string; error: string },
): Promise<void> => {
  const lately = await tx
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
  if (lately || !software) return;
  const text = `批次 ${batchNo} 的消息一天都没有送到 ${new URL(url).host}：${error}`;
  const path = `/${software.alias}/user/webhook?state=failed`;
  await createNotices(ctx, tx, [
    { memberId, kind: 'webhook', title: 'Webhook 送不到', text, path },
  ]);
};

/** Writes down what came of a try; a failed one is tried again later, for a day. */
export const noteDelivery = ({
  ctx,
  id,
  outcome: { status, error },
}: {
  ctx: Context;
  id: number;
  outcome: Outcome;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const row = await tx
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    // Ended meanwhile: its address was deleted, or its key revoked.
    if (!row) return;
    const wait = WAITS[Math.min(row.tries, WAITS.length - 1)] ?? HOUR;
    const next = now + wait;
    const isOver = next >= row.give_up_at;
    const state = error === '' ? 'delivered' : isOver ? 'failed' : 'waiting';
    const noted = await tx
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
    if (noted.numUpdatedRows === 0n) return;
    const { member_id: memberId, subject: batchNo, url } = row;
    if (state === 'failed') await tellMember(ctx, tx, { memberId, batchNo, url, error });
  });

/** Forgets messages that are no longer shown. */
export const sweepDeliveries = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const gone = await ctx.db.kysely
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', ctx.now() - KEPT_MS)
    .where('state', '!=', 'waiting')
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};
