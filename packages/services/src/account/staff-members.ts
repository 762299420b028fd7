import { type Executor, holds, getPart, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { allOrders, type StaffOrder } from '../money/order-admin.ts';
import { getNetwork } from '../network.ts';
import { findVip, type VipSpan } from '../software/entitlements.ts';
import { iso, isoOrNull } from '../time.ts';
import { getMemberByName } from '../member/find.ts';
import { usernameKey } from '../member/username.ts';

/** A list of members holds so many. */
export const MEMBERS_SHOWN = 50;

export type StaffMember = {
  id: string;
  username: string;
  nickname: string;
  official: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Orders that were paid. */
  orders: number;
  /** Clients that are paired. */
  clients: number;
};

const listMembers = (executor: Executor) =>
  executor
    .selectFrom('member')
    .select(['member.id', 'username', 'nickname', 'official', 'created_at'])
    .select((eb) => [
      eb
        .selectFrom('session')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('session.member_id', '=', 'member.id')
        .as('last_used_at'),
      eb
        .selectFrom('member_order')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('member_order.member_id', '=', 'member.id')
        .where('state', '=', 'paid')
        .as('orders'),
      eb
        .selectFrom('client')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('client.member_id', '=', 'member.id')
        .where('revoked_at', 'is', null)
        .as('clients'),
    ]);

type MemberRow = Awaited<ReturnType<ReturnType<typeof listMembers>['executeTakeFirstOrThrow']>>;

const present = (row: MemberRow): StaffMember => ({
  id: String(row.id),
  username: row.username,
  nickname: row.nickname,
  official: row.official,
  createdAt: iso(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  orders: Number(row.orders),
  clients: Number(row.clients),
});

const isId = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word);

/**
 * Members, the newest first; before an id. `name` is a part of the user name or the nickname; `word` may also be a
 * member's id or the number of an order. @throws 404 for a `before` that is no id
 */
export const staffMembers = async ({
  ctx,
  name,
  word,
  before,
}: {
  ctx: Context;
  name?: string | undefined;
  word?: string | undefined;
  before?: string | undefined;
}): Promise<StaffMember[]> => {
  if (before !== undefined && !isId(before)) throw notFound(`没有编号是 ${before} 的会员`);
  const { kysely } = ctx.db;
  const part = name ?? word;
  const rows = await listMembers(kysely)
    .$if(part !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          holds(sql.ref('username_key'), getPart(usernameKey(part ?? ''))),
          holds(sql.ref('nickname'), getPart(part ?? '')),
          ...(word === undefined
            ? []
            : [
                eb('member.id', '=', isId(word) ? Number(word) : 0),
                eb(
                  'member.id',
                  'in',
                  eb
                    .selectFrom('member_order')
                    .select('member_id')
                    .where('order_no', '=', word.trim().toUpperCase()),
                ),
              ]),
        ]),
      ),
    )
    .$if(before !== undefined, (query) => query.where('member.id', '<', Number(before)))
    .orderBy('member.id', 'desc')
    .limit(MEMBERS_SHOWN)
    .execute();
  return rows.map(present);
};

export type StaffMemberDetail = StaffMember & {
  company: string;
  sessions: { network: string; lastUsedAt: string }[];
  vips: { softwareAlias: string; name: string; expiresAt: string; spans: VipSpan[] }[];
  suspensions: { softwareAlias: string; reason: string; at: string }[];
  recentOrders: StaffOrder[];
  clientList: {
    id: string;
    name: string;
    system: string;
    version: string;
    printers: number;
    enabled: boolean;
    lastSeenAt: string | null;
  }[];
};

const listSessions = async (executor: Executor, memberId: number, now: number) => {
  const rows = await executor
    .selectFrom('session')
    .select(['address', 'last_used_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(MEMBERS_SHOWN)
    .execute();
  // Enough to see whether it is one place or many; a whole address is nobody's business.
  return rows.map(({ address, last_used_at: at }) => ({
    network: getNetwork(address).replace(/\.\d+$/, '.*'),
    lastUsedAt: iso(at),
  }));
};

const listVips = async (executor: Executor, memberId: number, now: number) => {
  const softwares = await executor
    .selectFrom('vip')
    .innerJoin('software', 'software.id', 'vip.software_id')
    .select(['software.id', 'software.alias'])
    .distinct()
    .where('vip.member_id', '=', memberId)
    .where('vip.expires_at', '>', now)
    .orderBy('software.id')
    .execute();
  return Promise.all(
    softwares.map(async ({ id: softwareId, alias }) => {
      const { name, expiresAt, spans } = await findVip(executor, { memberId, softwareId, now });
      return { softwareAlias: alias, name, expiresAt: iso(expiresAt ?? now), spans };
    }),
  );
};

const listSuspensions = async (executor: Executor, memberId: number) => {
  const rows = await executor
    .selectFrom('suspension')
    .innerJoin('software', 'software.id', 'suspension.software_id')
    .select(['software.alias', 'suspension.reason', 'suspension.created_at'])
    .where('suspension.member_id', '=', memberId)
    .orderBy('suspension.id')
    .execute();
  return rows.map(({ alias, reason, created_at: at }) => ({
    softwareAlias: alias,
    reason,
    at: iso(at),
  }));
};

const listClients = async (executor: Executor, memberId: number) => {
  const rows = await executor
    .selectFrom('client')
    .select(['id', 'name', 'system', 'version', 'enabled', 'last_seen_at'])
    .select((eb) =>
      eb
        .selectFrom('printer')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('printer.client_id', '=', 'client.id')
        .where('gone', '=', 0)
        .as('printers'),
    )
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .limit(MEMBERS_SHOWN)
    .execute();
  return rows.map(({ last_seen_at: seen, ...row }) => ({
    id: String(row.id),
    name: row.name,
    system: row.system,
    version: row.version,
    printers: Number(row.printers),
    enabled: row.enabled === 1,
    lastSeenAt: isoOrNull(seen),
  }));
};

const ORDERS_IN_DETAIL = 20;

/** All that staff need of one member to help; addresses only as networks. @throws 404 */
export const staffMember = async ({
  ctx,
  username,
}: {
  ctx: Context;
  username: string;
}): Promise<StaffMemberDetail> => {
  const { kysely } = ctx.db;
  const { id, company } = await getMemberByName(kysely, username);
  const row = await listMembers(kysely).where('member.id', '=', id).executeTakeFirstOrThrow();
  const orders = await allOrders({ ctx, state: undefined, username });
  return {
    ...present(row),
    company,
    sessions: await listSessions(kysely, id, ctx.now()),
    vips: await listVips(kysely, id, ctx.now()),
    suspensions: await listSuspensions(kysely, id),
    recentOrders: orders.slice(0, ORDERS_IN_DETAIL),
    clientList: await listClients(kysely, id),
  };
};
