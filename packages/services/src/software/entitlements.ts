import type { CallOutput } from '@yunbiao/contract';
import { type Executor, prepared, type ProductTable, type Selectable } from '@yunbiao/db';
import { iso } from '../time.ts';

export type Entitlements = CallOutput<'getVip'>['entitlements'];

/** A plan and the time it runs, epoch ms, the end not included. */
export type VipSpan = { name: string; level: number; startsAt: number; endsAt: number };

/** What a member may do in a software right now, and under which plan. */
export type Vip = {
  level: number;
  name: string;
  /** When the last day bought is over, of whatever plan; epoch ms, null for the free plan. */
  expiresAt: number | null;
  entitlements: Entitlements;
  /** The plan that runs and those that follow it; none for the free plan. */
  spans: VipSpan[];
};

/** Where not even a free plan was set up, nothing is allowed. */
const NOTHING: Entitlements = {
  labelsPerMonth: 0,
  clients: 0,
  printers: 0,
  templates: 0,
  retentionDays: 0,
  apiCallsPerMinute: 0,
};

export const entitlementsIn = (
  product: Pick<Selectable<ProductTable>, 'entitlements'>,
): Entitlements => ({
  ...NOTHING,
  ...(JSON.parse(product.entitlements) as Partial<Entitlements>),
});

const freePlans = prepared((db, { softwareId }: { softwareId: number }) =>
  db
    .selectFrom('product')
    .select(['level', 'name', 'entitlements'])
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 1)
    .orderBy('id')
    .limit(1),
);

const freePlan = async (executor: Executor, softwareId: number): Promise<Vip> => {
  const [product] = await freePlans(executor, { softwareId });
  if (!product)
    return { level: 0, name: '未开通', expiresAt: null, entitlements: NOTHING, spans: [] };
  return {
    level: product.level,
    name: product.name,
    expiresAt: null,
    entitlements: entitlementsIn(product),
    spans: [],
  };
};

type Whose = { memberId: number; softwareId: number; now: number };

/** A member's paid or granted VIP that has not run out: what runs first, then what follows. */
export const vipRows = prepared((db, { memberId, softwareId, now }: Whose) =>
  db
    .selectFrom('vip')
    .innerJoin('product', 'product.id', 'vip.product_id')
    .select(['product.id as productId', 'product.level', 'product.name', 'product.entitlements'])
    .select(['vip.starts_at as startsAt', 'vip.expires_at as endsAt'])
    .where('vip.member_id', '=', memberId)
    .where('vip.software_id', '=', softwareId)
    .where('vip.expires_at', '>', now)
    .orderBy('vip.expires_at'),
);

/** The member's plan in a software: paid or granted VIP that has not run out, else the free one. */
export const findVip = async (executor: Executor, whose: Whose): Promise<Vip> => {
  const rows = await vipRows(executor, whose);
  const [runs] = rows;
  if (!runs) return freePlan(executor, whose.softwareId);
  return {
    level: runs.level,
    name: runs.name,
    expiresAt: rows.at(-1)?.endsAt ?? runs.endsAt,
    entitlements: entitlementsIn(runs),
    spans: rows.map(({ name, level, startsAt, endsAt }) => ({ name, level, startsAt, endsAt })),
  };
};

/** As they travel. */
export const presentSpans = (spans: readonly VipSpan[]): CallOutput<'getVip'>['spans'] =>
  spans.map(({ name, level, startsAt, endsAt }) => ({
    name,
    level,
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
  }));
