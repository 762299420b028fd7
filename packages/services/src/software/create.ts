import { check, newSoftware } from '@yunbiao/contract';
import { isUniqueViolation, transaction, type Tx } from '@yunbiao/db';
import { addDetailColors } from './detail-colors.ts';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import type { Entitlements } from './entitlements.ts';
import type { SoftwareRow } from './find.ts';

const softwaresChanged = raises('software', 'dictionary');

/** What members of a new software may do until its plans are set up. */
const FREE: Entitlements = {
  labelsPerMonth: 500,
  clients: 1,
  printers: 2,
  templates: 10,
  retentionDays: 30,
  apiCallsPerMinute: 10,
};

/** A software of which nothing has been told yet. */
export const EMPTY_SOFTWARE = {
  domain: null,
  slogan: '',
  summary: '',
  description: '',
  icon: null,
  screenshots: '[]',
  features: '[]',
  platforms: '[]',
  contacts: '[]',
  facts: '[]',
  seo: '{"title":"","description":""}',
  state: 'online',
  offline_reason: '',
};

const insert = async (
  { ctx, tx }: { ctx: Context; tx: Tx },
  { alias, name }: { alias: string; name: string },
): Promise<SoftwareRow> => {
  const last = await tx
    .selectFrom('software')
    .select((eb) => eb.fn.max('sort').as('sort'))
    .executeTakeFirst();
  const now = ctx.now();
  return tx
    .insertInto('software')
    .values({
      alias,
      name,
      ...EMPTY_SOFTWARE,
      theme_color: '#1F5FA8',
      sort: Math.max(0, last?.sort ?? 0) + 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const addFreePlan = (tx: Tx, softwareId: number) =>
  tx
    .insertInto('product')
    .values({
      software_id: softwareId,
      name: '免费',
      level: 0,
      price_fen: 0,
      list_price_fen: 0,
      days: 0,
      is_free: 1,
      state: 'on',
      sort: 0,
      entitlements: JSON.stringify(FREE),
    })
    .execute();

/** Adds a software that members can use at once: online, last in order, with a free plan. @throws 400, 409 */
export const createSoftware = async ({
  ctx,
  ...input
}: {
  ctx: Context;
  alias: string;
  name: string;
}): Promise<SoftwareRow> => {
  const named = valid(check(newSoftware, input));
  try {
    return await transaction(ctx.db, async (tx) => {
      const software = await insert({ ctx, tx }, named);
      await addFreePlan(tx, software.id);
      const hasNewColors = await addDetailColors(tx);
      await softwaresChanged({ ctx, tx }, hasNewColors ? ['software', 'dictionary'] : ['software']);
      return software;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(`已经有别名是 ${named.alias} 的软件`);
    throw error;
  }
};
