import type { CallOutput } from '@yunbiao/contract';
import { type Executor, sql } from '@yunbiao/db';
import { hasSignedInRecently } from '../identity/account/require-reauthentication.ts';
import type { SignedIn } from '../identity/account/session.ts';
import type { Context } from '../platform/context.ts';
import { toIso, toIsoOrNull } from '../platform/time.ts';

type Info = CallOutput<'deletionInfo'>;

const countLostData = async (db: Executor, memberId: number): Promise<Info['lost']> => {
  const countRowsOfMember = (
    table: 'template' | 'client' | 'api_key' | 'post' | 'reply' | 'upload',
  ) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('member_id', '=', memberId);
  const [templates, clients, apiKeys, posts, replies, pictures, labels, waiting] =
    await Promise.all([
      countRowsOfMember('template')
        .where('template.deleted_at', 'is', null)
        .executeTakeFirstOrThrow(),
      countRowsOfMember('client').where('client.revoked_at', 'is', null).executeTakeFirstOrThrow(),
      countRowsOfMember('api_key')
        .where('api_key.revoked_at', 'is', null)
        .executeTakeFirstOrThrow(),
      countRowsOfMember('post').where('post.state', '=', 'visible').executeTakeFirstOrThrow(),
      countRowsOfMember('reply').where('reply.state', '=', 'visible').executeTakeFirstOrThrow(),
      countRowsOfMember('upload').executeTakeFirstOrThrow(),
      // All-time rollups by place: a few rows, independent of the number of labels.
      db
        .selectFrom('batch_quarter')
        .select(sql<number>`coalesce(sum(labels), 0)`.as('count'))
        .where('member_id', '=', memberId)
        .where('quarter', '=', 0)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('detail')
        .innerJoin('client', 'client.id', 'detail.client_id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('client.member_id', '=', memberId)
        .where('detail.state', 'in', ['queued', 'sending'])
        .executeTakeFirstOrThrow(),
    ]);
  return {
    templates: Number(templates.count),
    clients: Number(clients.count),
    apiKeys: Number(apiKeys.count),
    posts: Number(posts.count) + Number(replies.count),
    pictures: Number(pictures.count),
    labels: Number(labels.count),
    waitingLabels: Number(waiting.count),
  };
};

const getVipAndOpenOrders = async (
  db: Executor,
  memberId: number,
  now: number,
): Promise<Info['money']> => {
  const vips = await db
    .selectFrom('vip')
    .innerJoin('software', 'software.id', 'vip.software_id')
    .select(['software.name', (eb) => eb.fn.max('vip.expires_at').as('ends')])
    .where('vip.member_id', '=', memberId)
    .where('vip.expires_at', '>', now)
    .groupBy(['software.id', 'software.name'])
    .orderBy('software.id')
    .execute();
  const orders = db.selectFrom('member_order').where('member_order.member_id', '=', memberId);
  const count = sql<number>`count(*)`.as('count');
  const [pending, refunding, requestedAt, invoices] = await Promise.all([
    orders.select(count).where('state', '=', 'pending').executeTakeFirstOrThrow(),
    orders.select(count).where('state', '=', 'refunding').executeTakeFirstOrThrow(),
    orders
      .innerJoin('refund_request', 'refund_request.order_id', 'member_order.id')
      .select(count)
      .where('refund_request.state', '=', 'asked')
      .executeTakeFirstOrThrow(),
    orders
      .innerJoin('invoice', 'invoice.order_id', 'member_order.id')
      .select(count)
      .where('invoice.state', '=', 'asked')
      .executeTakeFirstOrThrow(),
  ]);
  return {
    vips: vips.map(({ name, ends }) => ({ software: name, expiresAt: toIso(Number(ends)) })),
    pendingOrders: Number(pending.count),
    refunds: Number(refunding.count) + Number(requestedAt.count),
    invoices: Number(invoices.count),
  };
};

/** Data that deleting the account would remove, and the progress of a deletion. */
export const getDeletionInfo = async ({
  ctx,
  signedIn,
}: {
  ctx: Context;
  signedIn: SignedIn;
}): Promise<Info> => {
  const { kysely } = ctx.db;
  const { id, leaving_at: leavingAt } = signedIn.member;
  return {
    leavingAt: toIsoOrNull(leavingAt),
    isFresh: await hasSignedInRecently(ctx, kysely, signedIn),
    lost: await countLostData(kysely, id),
    money: await getVipAndOpenOrders(kysely, id, ctx.now()),
  };
};
