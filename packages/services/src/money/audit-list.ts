import { type Executor, holds, getPart, sql } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { iso } from '../time.ts';
import { getOrder } from './order-admin.ts';

/** A list holds so many. */
export const AUDIT_SHOWN = 50;

export type AuditEntry = {
  id: string;
  at: string;
  /** `member:12`, `admin` or `system`. */
  actor: string;
  action: string;
  /** What it happened to, e.g. `order:7`. */
  subject: string;
  /** The subject in people's words: a user name, an order's number, a plan, a code; null when there is none. */
  name: string | null;
  /** User name of the member who did it; null for others. */
  member: string | null;
  detail: Readonly<Record<string, unknown>>;
};

const listIds = (places: readonly string[], kinds: readonly string[]): number[] =>
  places.flatMap((place) => {
    const [kind = '', id] = place.split(':');
    return kinds.includes(kind) ? [Number(id)] : [];
  });

/** Names of what rows are about, by place. */
const listNames = async (
  executor: Executor,
  places: readonly string[],
): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  const put = (kinds: readonly string[], rows: readonly { id: number; name: string }[]): void => {
    for (const { id, name } of rows) for (const kind of kinds) names.set(`${kind}:${id}`, name);
  };
  const members = listIds(places, ['member', 'vip']);
  if (members.length > 0) {
    const query = executor.selectFrom('member').select(['id', 'username as name']);
    put(['member', 'vip'], await query.where('id', 'in', members).execute());
  }
  const orders = listIds(places, ['order']);
  if (orders.length > 0) {
    const query = executor.selectFrom('member_order').select(['id', 'order_no as name']);
    put(['order'], await query.where('id', 'in', orders).execute());
  }
  const products = listIds(places, ['product']);
  if (products.length > 0) {
    const query = executor.selectFrom('product').select(['id', 'name']);
    put(['product'], await query.where('id', 'in', products).execute());
  }
  const codes = listIds(places, ['discount']);
  if (codes.length > 0) {
    const query = executor.selectFrom('discount_code').select(['id', 'code as name']);
    put(['discount'], await query.where('id', 'in', codes).execute());
  }
  const words = listIds(places, ['dict']);
  if (words.length > 0) {
    const query = executor.selectFrom('dict').select(['id', 'dict_label as name']);
    put(['dict'], await query.where('id', 'in', words).execute());
  }
  return names;
};

type Filters = {
  /** Done by or to this member, or to an order of theirs. */
  username?: string | undefined;
  orderNo?: string | undefined;
  /** Whole, or the part before the dot: `vip`. */
  action?: string | undefined;
  /** `admin`, `member` or `system`. */
  actor?: string | undefined;
  /** Within the detail: who, why. */
  word?: string | undefined;
  before?: string | undefined;
};

const ACTORS = ['admin', 'member', 'system'];

/** Places of a member in the audit, without its orders. */
const listPlaces = (memberId: number): string[] => [`member:${memberId}`, `vip:${memberId}`];

/** What was done to money and rights, the newest first; before an id. @throws 400, 404 */
export const auditList = async ({
  ctx,
  ...filters
}: Filters & { ctx: Context }): Promise<AuditEntry[]> => {
  const { username, orderNo, action, actor, word, before } = filters;
  const { kysely } = ctx.db;
  if (actor !== undefined && !ACTORS.includes(actor))
    throw invalid({ actor: `谁只能是 ${ACTORS.join('、')}` });
  if (action !== undefined && !/^[a-z.]{1,40}$/.test(action))
    throw invalid({ action: '做了什么要写成 vip 或 order.paid 这样' });
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before))
    throw notFound(`没有编号是 ${before} 的记录`);
  const member = username === undefined ? null : await getMemberByName(kysely, username);
  const order = orderNo === undefined ? null : await getOrder(kysely, orderNo);
  const rows = await kysely
    .selectFrom('audit')
    .selectAll()
    .$if(member !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('actor', '=', `member:${member?.id}`),
          eb('subject', 'in', listPlaces(member?.id ?? 0)),
          eb(
            'subject',
            'in',
            eb
              .selectFrom('member_order')
              .select(sql<string>`'order:' || id`.as('place'))
              .where('member_id', '=', member?.id ?? 0),
          ),
        ]),
      ),
    )
    .$if(order !== null, (query) => query.where('subject', '=', `order:${order?.id}`))
    .$if(action !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('action', '=', action ?? ''), eb('action', 'like', `${action}.%`)]),
      ),
    )
    .$if(actor === 'member', (query) => query.where('actor', 'like', 'member:%'))
    .$if(actor !== undefined && actor !== 'member', (query) =>
      query.where('actor', '=', actor ?? ''),
    )
    .$if(word !== undefined, (query) => query.where(holds(sql.ref('detail'), getPart(word ?? ''))))
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(AUDIT_SHOWN)
    .execute();
  const names = await listNames(
    kysely,
    rows.flatMap((row) => [row.actor, row.subject]),
  );
  return rows.map((row) => ({
    id: String(row.id),
    at: iso(row.at),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    name: names.get(row.subject) ?? null,
    member: names.get(row.actor) ?? null,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }));
};
