import {
  type CallOutput,
  type CallParsed,
  IP_REFUSALS_SHOWN,
  MAX_IP_RULES,
} from '@yunbiao/contract';
import {
  type Executor,
  type IpRuleTable,
  lockMember,
  onCommit,
  prepared,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, forbidden, invalid, notFound } from '../errors.ts';
import { getNetwork } from '../network.ts';
import { securityEvent } from '../security/event.ts';
import { DAY, iso } from '../time.ts';
import { isWithin, networkText, readNetwork } from '../address/networks.ts';

type Rule = CallOutput<'ipRuleAdd'>;
type Mine = { ctx: Context; memberId: number };

/** How long a refused attempt is shown. */
const SHOWN_MS = 30 * DAY;
/** Attempts of one member that are kept. */
const REFUSALS_KEPT = 200;

const presentRule = (row: Selectable<IpRuleTable>): Rule => ({
  id: String(row.id),
  network: row.network,
  remark: row.remark,
  createdAt: iso(row.created_at),
});

const rules = prepared((db, { memberId }: { memberId: number }) =>
  db.selectFrom('ip_rule').selectAll().where('member_id', '=', memberId).orderBy('id'),
);

/** Names of what was turned away: `key:3`, `client:7`. */
const listNames = async (
  executor: Executor,
  memberId: number,
  whos: readonly string[],
): Promise<Map<string, string>> => {
  const listIds = (kind: string): number[] =>
    whos.flatMap((who) => (who.startsWith(kind) ? [Number(who.slice(kind.length))] : []));
  const keys = await executor
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [0, ...listIds('key:')])
    .execute();
  const clients = await executor
    .selectFrom('client')
    .select(['id', 'name', 'remark'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [0, ...listIds('client:')])
    .execute();
  return new Map([
    ...keys.map((row) => [`key:${row.id}`, `密钥 ${row.name}`] as const),
    ...clients.map((row) => [`client:${row.id}`, `客户端 ${row.remark || row.name}`] as const),
  ]);
};

/** The member's white list, and who was turned away by it lately. `address`: where this is asked from. */
export const ipRuleList = async ({
  ctx,
  memberId,
  address,
}: Mine & { address: string }): Promise<CallOutput<'ipRuleList'>> => {
  const { kysely } = ctx.db;
  const list = await rules(kysely, { memberId });
  const refused = await kysely
    .selectFrom('ip_refusal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('last_at', '>', ctx.now() - SHOWN_MS)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(IP_REFUSALS_SHOWN)
    .execute();
  const names = await listNames(kysely, memberId, [...new Set(refused.map(({ who }) => who))]);
  const own = readNetwork(address);
  return {
    list: list.map(presentRule),
    refused: refused.map((row) => ({
      address: row.address,
      who: names.get(row.who) ?? '已删除',
      what: row.what,
      times: row.times,
      lastAt: iso(row.last_at),
    })),
    own: own ? networkText(own) : '',
  };
};

const noteChange = async ({
  ctx,
  tx,
  memberId,
  ...change
}: Mine & {
  tx: Tx;
  kind: 'address.add' | 'address.remove';
  network: string;
}): Promise<void> => {
  const { kind, network } = change;
  await securityEvent({ ctx, tx, kind, subject: `member:${memberId}`, detail: { network } });
  onCommit(tx, () => ctx.bus.emit('addresses-changed', { memberId }));
};

/** @throws 400 for what is no address, or one that is there already; 409 when there are too many */
export const addIpRule = ({
  ctx,
  memberId,
  input,
}: Mine & { input: CallParsed<'ipRuleAdd'> }): Promise<Rule> =>
  transaction(ctx.db, async (tx) => {
    const read = readNetwork(input.network);
    if (!read)
      throw invalid({ network: '要写成 203.0.113.40、10.20.0.0/16 或 2001:db8:20::/48 这样' });
    const network = networkText(read);
    await lockMember(tx, memberId);
    const before = await rules(tx, { memberId });
    if (before.length >= MAX_IP_RULES) throw conflict(`白名单最多 ${MAX_IP_RULES} 条`);
    if (before.some((rule) => rule.network === network))
      throw invalid({ network: `${network} 已经在白名单里` });
    const row = await tx
      .insertInto('ip_rule')
      .values({ member_id: memberId, network, remark: input.remark, created_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteChange({ ctx, tx, memberId, kind: 'address.add', network });
    return presentRule(row);
  });

/** @throws 404, also for anybody else's */
export const deleteIpRule = ({ ctx, memberId, id }: Mine & { id: number }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const row = await tx
      .deleteFrom('ip_rule')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('network')
      .executeTakeFirst();
    if (!row) throw notFound('没有这一条，可能已经删掉了');
    const { network } = row;
    await noteChange({ ctx, tx, memberId, kind: 'address.remove', network });
  });

/** One who comes with a member's key: an API key, or a print client's. */
export type Comer = {
  memberId: number;
  address: string;
  who: `key:${number}` | `client:${number}`;
  what: string;
};

/** Whether the member lets in who comes from this address. The white list is empty: from anywhere. */
export const mayComeFrom = async (
  ctx: Context,
  { memberId, address }: Pick<Comer, 'memberId' | 'address'>,
): Promise<boolean> => {
  const list = await rules(ctx.db.kysely, { memberId });
  return (
    list.length === 0 ||
    isWithin(
      address,
      list.map(({ network }) => network),
    )
  );
};

/** @throws 403 for who comes from elsewhere; the member is shown the attempt */
export const requireAddress = async (ctx: Context, comer: Comer): Promise<void> => {
  if (await mayComeFrom(ctx, comer)) return;
  await noteAddress(ctx, comer);
  throw forbidden(`${comer.address || '这个地址'} 不在 IP 白名单里`);
};

/** Only the newest are kept: a stolen key makes no more work than that. */
const forgetOld = async (ctx: Context, memberId: number): Promise<void> => {
  const oldest = await ctx.db.kysely
    .selectFrom('ip_refusal')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .offset(REFUSALS_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await ctx.db.kysely
    .deleteFrom('ip_refusal')
    .where('member_id', '=', memberId)
    .where('id', '<=', oldest.id)
    .execute();
};

/** Counts an attempt from elsewhere. Those of one, at one thing, from one network share a row. */
export const noteAddress = async (
  ctx: Context,
  { memberId, who, what, ...from }: Comer,
): Promise<void> => {
  const now = ctx.now();
  const address = getNetwork(from.address);
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
  await forgetOld(ctx, memberId);
};

/** Removes attempts nobody is shown any more. Returns how many rows. */
export const sweepIpRefusals = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('ip_refusal')
    .where('last_at', '<=', ctx.now() - SHOWN_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
