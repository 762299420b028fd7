import type { CallOutput } from '@yunbiao/contract';
import type { Executor, ProductTable, Selectable } from '@yunbiao/db';

export type Entitlements = CallOutput<'getVip'>['entitlements'];

/** What a member may do in a software right now, and under which plan. */
export type Vip = {
  level: number;
  name: string;
  /** Epoch ms; null for the free plan. */
  expiresAt: number | null;
  entitlements: Entitlements;
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

const freePlan = async (executor: Executor, softwareId: number): Promise<Vip> => {
  const product = await executor
    .selectFrom('product')
    .selectAll()
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  if (!product) return { level: 0, name: '未开通', expiresAt: null, entitlements: NOTHING };
  return {
    level: product.level,
    name: product.name,
    expiresAt: null,
    entitlements: entitlementsIn(product),
  };
};

/** The member's plan in a software: paid or granted VIP that has not run out, else the free one. */
export const vipOf = async (
  executor: Executor,
  { memberId, softwareId, now }: { memberId: number; softwareId: number; now: number },
): Promise<Vip> => {
  const row = await executor
    .selectFrom('vip')
    .innerJoin('product', 'product.id', 'vip.product_id')
    .select(['product.level', 'product.name', 'product.entitlements', 'vip.expires_at'])
    .where('vip.member_id', '=', memberId)
    .where('vip.software_id', '=', softwareId)
    .where('vip.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return freePlan(executor, softwareId);
  return {
    level: row.level,
    name: row.name,
    expiresAt: row.expires_at,
    entitlements: entitlementsIn(row),
  };
};
