import {
  type AuditTable,
  type Executor,
  buildContainsCondition,
  buildLikePattern,
  type Selectable,
  sql,
} from '@yunbiao/db';
import { getMemberByName } from '../../identity/member/find.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';
import { toIso } from '../../platform/time.ts';
import { getOrderByNumber } from './orders/order-admin.ts';

/** Maximum number of entries per page. */
export const AUDIT_PAGE_SIZE = 50;

export type AuditEntry = {
  id: string;
  at: string;
  /** `member:12`, `admin` or `system`. */
  actor: string;
  action: string;
  /** The object of the action, e.g. `order:7`. */
  subject: string;
  /**
   * Display name of the subject: user name, order number, plan or code. Null when there is none.
   */
  name: string | null;
  /** User name of the acting member; null for other actors. */
  member: string | null;
  detail: Readonly<Record<string, unknown>>;
};

const parseSubjectIdsOfKinds = (places: readonly string[], kinds: readonly string[]): number[] =>
  places.flatMap((place) => {
    const [kind = '', id] = place.split(':');
    return kinds.includes(kind) ? [Number(id)] : [];
  });

/** Display names of subjects, by subject. */
const listSubjectNames = async (
  executor: Executor,
  places: readonly string[],
): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  const addNamesByKind = (
    kinds: readonly string[],
    rows: readonly { id: number; name: string }[],
  ): void => {
    for (const { id, name } of rows) for (const kind of kinds) names.set(`${kind}:${id}`, name);
  };
  const members = parseSubjectIdsOfKinds(places, ['member', 'vip']);
  if (members.length > 0) {
    const query = executor.selectFrom('member').select(['id', 'username as name']);
    addNamesByKind(['member', 'vip'], await query.where('id', 'in', members).execute());
  }
  const orders = parseSubjectIdsOfKinds(places, ['order']);
  if (orders.length > 0) {
    const query = executor.selectFrom('member_order').select(['id', 'order_no as name']);
    addNamesByKind(['order'], await query.where('id', 'in', orders).execute());
  }
  const products = parseSubjectIdsOfKinds(places, ['product']);
  if (products.length > 0) {
    const query = executor.selectFrom('product').select(['id', 'name']);
    addNamesByKind(['product'], await query.where('id', 'in', products).execute());
  }
  const codes = parseSubjectIdsOfKinds(places, ['discount']);
  if (codes.length > 0) {
    const query = executor.selectFrom('discount_code').select(['id', 'code as name']);
    addNamesByKind(['discount'], await query.where('id', 'in', codes).execute());
  }
  const words = parseSubjectIdsOfKinds(places, ['dict']);
  if (words.length > 0) {
    const query = executor.selectFrom('dict').select(['id', 'dict_label as name']);
    addNamesByKind(['dict'], await query.where('id', 'in', words).execute());
  }
  return names;
};

type Filters = {
  /** Actions by this member, on this member or on the member's orders. */
  username?: string | undefined;
  orderNo?: string | undefined;
  /** Full action, or its part before the dot: `vip`. */
  action?: string | undefined;
  /** `admin`, `member` or `system`. */
  actor?: string | undefined;
  /** Search text in the detail: user or reason. */
  word?: string | undefined;
  before?: string | undefined;
};

const ACTORS = ['admin', 'member', 'system'];

/** Subjects of a member in the audit log, without orders. */
const listMemberAuditSubjects = (memberId: number): string[] => [
  `member:${memberId}`,
  `vip:${memberId}`,
];

/** Checks the filters of the audit log. @throws 400, 404 */
const validateAuditFilters = ({ action, actor, before }: Filters): void => {
  if (actor !== undefined && !ACTORS.includes(actor))
    throw createInvalidInputError({ actor: `谁只能是 ${ACTORS.join('、')}` });
  if (action !== undefined && !/^[a-z.]{1,40}$/.test(action))
    throw createInvalidInputError({ action: '做了什么要写成 vip 或 order.paid 这样' });
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before))
    throw createNotFoundError(`没有编号是 ${before} 的记录`);
};

/** Rows of a page. `memberId` and `orderId`: null for any. */
const listAuditRows = (
  executor: Executor,
  { action, actor, word, before }: Filters,
  { memberId, orderId }: { memberId: number | null; orderId: number | null },
): Promise<Selectable<AuditTable>[]> =>
  executor
    .selectFrom('audit')
    .selectAll()
    .$if(memberId !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('actor', '=', `member:${memberId}`),
          eb('subject', 'in', listMemberAuditSubjects(memberId ?? 0)),
          eb(
            'subject',
            'in',
            eb
              .selectFrom('member_order')
              .select(sql<string>`'order:' || id`.as('place'))
              .where('member_id', '=', memberId ?? 0),
          ),
        ]),
      ),
    )
    .$if(orderId !== null, (query) => query.where('subject', '=', `order:${orderId}`))
    .$if(action !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('action', '=', action ?? ''), eb('action', 'like', `${action}.%`)]),
      ),
    )
    .$if(actor === 'member', (query) => query.where('actor', 'like', 'member:%'))
    .$if(actor !== undefined && actor !== 'member', (query) =>
      query.where('actor', '=', actor ?? ''),
    )
    .$if(word !== undefined, (query) =>
      query.where(buildContainsCondition(sql.ref('detail'), buildLikePattern(word ?? ''))),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(AUDIT_PAGE_SIZE)
    .execute();

/** Changes to money and rights, newest first. `before` is an entry's id. @throws 400, 404 */
export const listAuditEntries = async ({
  ctx,
  ...filters
}: Filters & { ctx: Context }): Promise<AuditEntry[]> => {
  const { username, orderNo } = filters;
  const { kysely } = ctx.db;
  validateAuditFilters(filters);
  const member = username === undefined ? null : await getMemberByName(kysely, username);
  const order = orderNo === undefined ? null : await getOrderByNumber(kysely, orderNo);
  const rows = await listAuditRows(kysely, filters, {
    memberId: member?.id ?? null,
    orderId: order?.id ?? null,
  });
  const names = await listSubjectNames(
    kysely,
    rows.flatMap((row) => [row.actor, row.subject]),
  );
  return rows.map((row) => ({
    id: String(row.id),
    at: toIso(row.at),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    name: names.get(row.subject) ?? null,
    member: names.get(row.actor) ?? null,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }));
};
