import type { CallOutput } from '@yunbiao/contract';
import {
  type Executor,
  createQueryCompiledOnce,
  type ProductTable,
  type Selectable,
} from '@yunbiao/db';
import { toIso } from '../../platform/time.ts';

export type Entitlements = CallOutput<'getVip'>['entitlements'];

/** A plan with its period, epoch ms, end exclusive. */
export type VipSpan = { name: string; level: number; startsAt: number; endsAt: number };

/** The member's current plan in a software with its entitlements. */
export type Vip = {
  level: number;
  name: string;
  /** End of the last span of any plan, epoch ms; null for the free plan. */
  expiresAt: number | null;
  entitlements: Entitlements;
  /** The active plan and those that follow it; empty for the free plan. */
  spans: VipSpan[];
};

/** Entitlements when no plan is set up at all. */
const NO_ENTITLEMENTS: Entitlements = {
  labelsPerMonth: 0,
  clients: 0,
  printers: 0,
  templates: 0,
  retentionDays: 0,
  apiCallsPerMinute: 0,
};

export const parseEntitlements = (
  product: Pick<Selectable<ProductTable>, 'entitlements'>,
): Entitlements => ({
  ...NO_ENTITLEMENTS,
  ...(JSON.parse(product.entitlements) as Partial<Entitlements>),
});

const selectFreePlans = createQueryCompiledOnce((db, { softwareId }: { softwareId: number }) =>
  db
    .selectFrom('product')
    .select(['level', 'name', 'entitlements'])
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 1)
    .orderBy('id')
    .limit(1),
);

const readFreePlan = async (executor: Executor, softwareId: number): Promise<Vip> => {
  const [product] = await selectFreePlans(executor, { softwareId });
  if (!product)
    return { level: 0, name: '未开通', expiresAt: null, entitlements: NO_ENTITLEMENTS, spans: [] };
  return {
    level: product.level,
    name: product.name,
    expiresAt: null,
    entitlements: parseEntitlements(product),
    spans: [],
  };
};

type Whose = { memberId: number; softwareId: number; now: number };

/** Active and future VIP spans of a member, in order of start. */
export const selectVipRows = createQueryCompiledOnce((db, { memberId, softwareId, now }: Whose) =>
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

/** The member's plan in a software: active VIP, otherwise the free plan. */
export const getMemberPlan = async (executor: Executor, owner: Whose): Promise<Vip> => {
  const rows = await selectVipRows(executor, owner);
  const [runs] = rows;
  if (!runs) return readFreePlan(executor, owner.softwareId);
  return {
    level: runs.level,
    name: runs.name,
    expiresAt: rows.at(-1)?.endsAt ?? runs.endsAt,
    entitlements: parseEntitlements(runs),
    spans: rows.map(({ name, level, startsAt, endsAt }) => ({ name, level, startsAt, endsAt })),
  };
};

/** Spans in the format of the API. */
export const presentVipSpans = (spans: readonly VipSpan[]): CallOutput<'getVip'>['spans'] =>
  spans.map(({ name, level, startsAt, endsAt }) => ({
    name,
    level,
    startsAt: toIso(startsAt),
    endsAt: toIso(endsAt),
  }));
