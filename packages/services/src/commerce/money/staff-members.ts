import { type Executor, buildContainsCondition, buildLikePattern, sql } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { listAllOrders, type StaffOrder } from './orders/order-admin.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { getMemberPlan, type VipSpan } from '../../identity/software/entitlements.ts';
import { toIso, toIsoOrNull } from '../../platform/time.ts';
import { getMemberByName } from '../../identity/member/find.ts';
import { toUsernameKey } from '../../identity/member/username.ts';

/** Page size of the member list. */
export const MEMBER_PAGE_SIZE = 50;

export type StaffMember = {
  id: string;
  username: string;
  nickname: string;
  official: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Number of paid orders. */
  orders: number;
  /** Number of paired clients. */
  clients: number;
};

const selectMembers = (executor: Executor) =>
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

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

const presentStaffMember = (row: MemberRow): StaffMember => ({
  id: String(row.id),
  username: row.username,
  nickname: row.nickname,
  official: row.official,
  createdAt: toIso(row.created_at),
  lastUsedAt: toIsoOrNull(row.last_used_at),
  orders: Number(row.orders),
  clients: Number(row.clients),
});

const isIdText = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word);

/**
 * Lists members with ids below `before`, newest first. `name` matches part of the user name or
 * nickname; `word` also matches a member id or an order number.
 * @throws 404 if `before` is not an id
 */
export const listMembersForStaff = async ({
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
  if (before !== undefined && !isIdText(before))
    throw createNotFoundError(`没有编号是 ${before} 的会员`);
  const { kysely } = ctx.db;
  const part = name ?? word;
  const rows = await selectMembers(kysely)
    .$if(part !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          buildContainsCondition(
            sql.ref('username_key'),
            buildLikePattern(toUsernameKey(part ?? '')),
          ),
          buildContainsCondition(sql.ref('nickname'), buildLikePattern(part ?? '')),
          ...(word === undefined
            ? []
            : [
                eb('member.id', '=', isIdText(word) ? Number(word) : 0),
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
    .limit(MEMBER_PAGE_SIZE)
    .execute();
  return rows.map(presentStaffMember);
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

const listSessionsOfMember = async (executor: Executor, memberId: number, now: number) => {
  const rows = await executor
    .selectFrom('session')
    .select(['address', 'last_used_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(MEMBER_PAGE_SIZE)
    .execute();
  // The network shows whether it is one place or many. The full address stays private.
  return rows.map(({ address, last_used_at: at }) => ({
    network: getRateLimitNetwork(address).replace(/\.\d+$/, '.*'),
    lastUsedAt: toIso(at),
  }));
};

const listVipPeriodsOfMember = async (executor: Executor, memberId: number, now: number) => {
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
      const { name, expiresAt, spans } = await getMemberPlan(executor, {
        memberId,
        softwareId,
        now,
      });
      return { softwareAlias: alias, name, expiresAt: toIso(expiresAt ?? now), spans };
    }),
  );
};

const listSuspensionsOfMember = async (executor: Executor, memberId: number) => {
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
    at: toIso(at),
  }));
};

const listClientsOfMember = async (executor: Executor, memberId: number) => {
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
    .limit(MEMBER_PAGE_SIZE)
    .execute();
  return rows.map(({ last_seen_at: lastSeenAt, ...row }) => ({
    id: String(row.id),
    name: row.name,
    system: row.system,
    version: row.version,
    printers: Number(row.printers),
    enabled: row.enabled === 1,
    lastSeenAt: toIsoOrNull(lastSeenAt),
  }));
};

const MAX_DETAIL_ORDERS = 20;

/** Member details for support staff. Shows networks instead of addresses. @throws 404 */
export const getMemberForStaff = async ({
  ctx,
  username,
}: {
  ctx: Context;
  username: string;
}): Promise<StaffMemberDetail> => {
  const { kysely } = ctx.db;
  const { id, company } = await getMemberByName(kysely, username);
  const row = await selectMembers(kysely).where('member.id', '=', id).executeTakeFirstOrThrow();
  const orders = await listAllOrders({ ctx, state: undefined, username });
  return {
    ...presentStaffMember(row),
    company,
    sessions: await listSessionsOfMember(kysely, id, ctx.now()),
    vips: await listVipPeriodsOfMember(kysely, id, ctx.now()),
    suspensions: await listSuspensionsOfMember(kysely, id),
    recentOrders: orders.slice(0, MAX_DETAIL_ORDERS),
    clientList: await listClientsOfMember(kysely, id),
  };
};
