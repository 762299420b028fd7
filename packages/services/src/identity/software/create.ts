import { type NewSoftware, validateWithSchema, newSoftware } from '@yunbiao/contract';
import { isUniqueViolation, runTransaction, type Tx } from '@yunbiao/db';
import { seedDetailColors } from './detail-colors.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import type { Entitlements } from './entitlements.ts';
import type { SoftwareRow } from './find.ts';

const invalidateSoftwares = createInvalidator('software', 'dictionary');

/** Entitlements of the free plan until plans are set up. */
const FREE: Entitlements = {
  labelsPerMonth: 500,
  clients: 1,
  printers: 2,
  templates: 10,
  retentionDays: 30,
  apiCallsPerMinute: 10,
};

/** Default columns of a new software. */
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

const insertSoftware = async (
  { ctx, tx }: { ctx: Context; tx: Tx },
  { alias, name, templates = 'label' }: NewSoftware,
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
      template_set: templates,
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

/**
 * Adds a software that is ready for use: online, last in order, with a free plan.
 * @throws 400, 409
 */
export const createSoftware = async ({
  ctx,
  ...input
}: {
  ctx: Context;
  alias: string;
  name: string;
  templates?: string | undefined;
}): Promise<SoftwareRow> => {
  const checkedInput = requireValidInput(validateWithSchema(newSoftware, input));
  try {
    return await runTransaction(ctx.db, async (tx) => {
      const software = await insertSoftware({ ctx, tx }, checkedInput);
      await addFreePlan(tx, software.id);
      const hasNewColors = await seedDetailColors(tx);
      await invalidateSoftwares(
        { ctx, tx },
        hasNewColors ? ['software', 'dictionary'] : ['software'],
      );
      return software;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw createConflictError(`已经有别名是 ${checkedInput.alias} 的软件`);
    throw error;
  }
};
