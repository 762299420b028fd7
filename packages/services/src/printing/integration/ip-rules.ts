import {
  type CallOutput,
  type CallParsed,
  MAX_LISTED_IP_REFUSALS,
  MAX_IP_RULES,
} from '@yunbiao/contract';
import {
  type Executor,
  type IpRuleTable,
  lockMemberRow,
  onCommit,
  createQueryCompiledOnce,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import {
  createConflictError,
  createForbiddenError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { DAY, toIso } from '../../platform/time.ts';
import {
  isAddressInNetworks,
  formatNetwork,
  parseNetwork,
} from '../../platform/address/networks.ts';

type Rule = CallOutput<'ipRuleAdd'>;

/** Retention of rejected attempts, ms. */
const REFUSAL_RETENTION_MS = 30 * DAY;
/** Maximum number of stored attempts per member. */
const MAX_REFUSALS = 200;

const presentIpRule = (row: Selectable<IpRuleTable>): Rule => ({
  id: String(row.id),
  network: row.network,
  remark: row.remark,
  createdAt: toIso(row.created_at),
});

const selectRules = createQueryCompiledOnce((db, { memberId }: { memberId: number }) =>
  db.selectFrom('ip_rule').selectAll().where('member_id', '=', memberId).orderBy('id'),
);

/** Display names of rejected keys and clients, by `key:3` or `client:7`. */
const loadKeyAndClientNames = async (
  executor: Executor,
  memberId: number,
  whos: readonly string[],
): Promise<Map<string, string>> => {
  const listIdsOfKind = (kind: string): number[] =>
    whos.flatMap((owner) => (owner.startsWith(kind) ? [Number(owner.slice(kind.length))] : []));
  const keys = await executor
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [0, ...listIdsOfKind('key:')])
    .execute();
  const clients = await executor
    .selectFrom('client')
    .select(['id', 'name', 'remark'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [0, ...listIdsOfKind('client:')])
    .execute();
  return new Map([
    ...keys.map((row) => [`key:${row.id}`, `密钥 ${row.name}`] as const),
    ...clients.map((row) => [`client:${row.id}`, `客户端 ${row.remark || row.name}`] as const),
  ]);
};

/**
 * The member's IP allowlist and the recently rejected attempts. `address`: address of this request.
 */
export const listIpRules = async ({
  ctx,
  memberId,
  address,
}: MemberScope & { address: string }): Promise<CallOutput<'ipRuleList'>> => {
  const { kysely } = ctx.db;
  const list = await selectRules(kysely, { memberId });
  const refusedRows = await kysely
    .selectFrom('ip_refusal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('last_at', '>', ctx.now() - REFUSAL_RETENTION_MS)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_IP_REFUSALS)
    .execute();
  const names = await loadKeyAndClientNames(kysely, memberId, [
    ...new Set(refusedRows.map(({ who }) => who)),
  ]);
  const ruleNetwork = parseNetwork(address);
  return {
    list: list.map(presentIpRule),
    refused: refusedRows.map((row) => ({
      address: row.address,
      who: names.get(row.who) ?? '已删除',
      what: row.what,
      times: row.times,
      lastAt: toIso(row.last_at),
    })),
    own: ruleNetwork ? formatNetwork(ruleNetwork) : '',
  };
};

const recordChange = async ({
  ctx,
  tx,
  memberId,
  ...change
}: MemberScope & {
  tx: Tx;
  kind: 'address.add' | 'address.remove';
  network: string;
}): Promise<void> => {
  const { kind, network } = change;
  await recordSecurityEvent({ ctx, tx, kind, subject: `member:${memberId}`, detail: { network } });
  onCommit(tx, () => ctx.bus.emit('addresses-changed', { memberId }));
};

/**
 * Allows an address or network. @throws 400 for an invalid or duplicate one; 409 when the list is
 * full
 */
export const addIpRule = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'ipRuleAdd'> }): Promise<Rule> =>
  runTransaction(ctx.db, async (tx) => {
    const read = parseNetwork(input.network);
    if (!read)
      throw createInvalidInputError({
        network: '要写成 203.0.113.40、10.20.0.0/16 或 2001:db8:20::/48 这样',
      });
    const network = formatNetwork(read);
    await lockMemberRow(tx, memberId);
    const before = await selectRules(tx, { memberId });
    if (before.length >= MAX_IP_RULES) throw createConflictError(`白名单最多 ${MAX_IP_RULES} 条`);
    if (before.some((rule) => rule.network === network))
      throw createInvalidInputError({ network: `${network} 已经在白名单里` });
    const row = await tx
      .insertInto('ip_rule')
      .values({ member_id: memberId, network, remark: input.remark, created_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange({ ctx, tx, memberId, kind: 'address.add', network });
    return presentIpRule(row);
  });

/** Deletes an entry of the IP allow list. @throws 404, also for a rule of another member */
export const deleteIpRule = ({ ctx, memberId, id }: MemberScope & { id: number }): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await tx
      .deleteFrom('ip_rule')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('network')
      .executeTakeFirst();
    if (!row) throw createNotFoundError('没有这一条，可能已经删除了');
    const { network } = row;
    await recordChange({ ctx, tx, memberId, kind: 'address.remove', network });
  });

/** A caller with a key of the member: an API key or a print client's key. */
export type KeyCaller = {
  memberId: number;
  address: string;
  who: `key:${number}` | `client:${number}`;
  what: string;
};

/** Loads whether the member's allowlist permits an address. An empty list permits all. */
export const loadAddressFilter = async (
  ctx: Context,
  { memberId }: Pick<KeyCaller, 'memberId'>,
): Promise<(address: string) => boolean> => {
  const list = await selectRules(ctx.db.kysely, { memberId });
  const networks = list.map(({ network }) => network);
  return (address) => networks.length === 0 || isAddressInNetworks(address, networks);
};

/** Whether the member's allowlist permits the address. An empty list permits all addresses. */
export const isAddressAllowed = async (
  ctx: Context,
  { memberId, address }: Pick<KeyCaller, 'memberId' | 'address'>,
): Promise<boolean> => (await loadAddressFilter(ctx, { memberId }))(address);

/**
 * Records a rejected attempt for the member to see.
 * @throws 403 when the address is not on the allowlist
 */
export const requireAllowedAddress = async (ctx: Context, caller: KeyCaller): Promise<void> => {
  if (await isAddressAllowed(ctx, caller)) return;
  await recordRefusedAddress(ctx, caller);
  throw createForbiddenError(`${caller.address || '这个地址'} 不在 IP 白名单里`);
};

/** Keeps only the newest rows of the member: limits the work a stolen key can cause. */
const deleteOldRefusals = async (ctx: Context, memberId: number): Promise<void> => {
  const oldest = await ctx.db.kysely
    .selectFrom('ip_refusal')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .offset(MAX_REFUSALS)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await ctx.db.kysely
    .deleteFrom('ip_refusal')
    .where('member_id', '=', memberId)
    .where('id', '<=', oldest.id)
    .execute();
};

/**
 * Counts an attempt from an address that is not allowed. Attempts share a row per key or client,
 * call and network.
 */
export const recordRefusedAddress = async (
  ctx: Context,
  { memberId, who, what, ...from }: KeyCaller,
): Promise<void> => {
  const now = ctx.now();
  const address = getRateLimitNetwork(from.address);
  const row = { member_id: memberId, address, who, what, times: 1, first_at: now, last_at: now };
  await ctx.db.kysely
    .insertInto('ip_refusal')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'address', 'who', 'what'])
        .doUpdateSet((eb) => ({ times: eb('ip_refusal.times', '+', 1), last_at: now })),
    )
    .execute();
  await deleteOldRefusals(ctx, memberId);
};

/** Returns the number of deleted rows. */
export const deleteExpiredIpRefusals = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('ip_refusal')
    .where('last_at', '<=', ctx.now() - REFUSAL_RETENTION_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
