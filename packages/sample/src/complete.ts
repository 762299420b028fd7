import { runTransaction, type Tx } from '@yunbiao/db';
import { type Context, HOUR } from '@yunbiao/services';
import { indexPost, createInvalidator } from '@yunbiao/services/parts';
import { addArticles, prepareSampleArticles } from './add-articles.ts';
import { addSampleDictionary } from './dictionary.ts';
import { addSampleDiscounts } from './discounts.ts';
import {
  addSampleForum,
  addSampleMembers,
  hasSampleMembers,
  hashUnusablePassword,
} from './forum.ts';
import { SAMPLE_SOFTWARES, type SampleSoftware } from './softwares.ts';

const invalidateContent = createInvalidator('content');

type Scope = { ctx: Context; tx: Tx };
type StoredSoftware = { id: number; uses: string; faqs: string };

/** Creation time of the demo, taken from its member; null if this is no demo. */
const findDemoStart = async (tx: Tx): Promise<number | null> => {
  const member = await tx
    .selectFrom('member')
    .select('created_at')
    .where('is_demo', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  return member?.created_at ?? null;
};

/**
 * Sample software created at that time. Excludes renamed ones, and an operator's own of the same
 * name.
 */
const findSampleSoftwares = async (
  tx: Tx,
  since: number,
): Promise<[SampleSoftware, StoredSoftware][]> => {
  const rows = await tx
    .selectFrom('software')
    .select(['id', 'alias', 'uses', 'faqs'])
    .where('created_at', '>', since - HOUR)
    .where('created_at', '<', since + HOUR)
    .execute();
  return SAMPLE_SOFTWARES.flatMap((sample): [SampleSoftware, StoredSoftware][] => {
    const row = rows.find(({ alias }) => alias === sample.alias);
    return row ? [[sample, row]] : [];
  });
};

const hasSoftwareRows = async (
  tx: Tx,
  table: 'forum_group' | 'article' | 'discount_code' | 'dict',
  softwareId: number,
): Promise<boolean> =>
  (await tx
    .selectFrom(table)
    .select('id')
    .where('software_id', '=', softwareId)
    .executeTakeFirst()) !== undefined;

/** Fills fields that did not exist in the earlier version. */
const fillUsesAndFaqs = async (
  tx: Tx,
  sample: SampleSoftware,
  storedSoftware: StoredSoftware,
): Promise<void> => {
  const set = {
    uses: storedSoftware.uses === '[]' ? JSON.stringify(sample.uses) : storedSoftware.uses,
    faqs: storedSoftware.faqs === '[]' ? JSON.stringify(sample.faqs) : storedSoftware.faqs,
  };
  await tx.updateTable('software').set(set).where('id', '=', storedSoftware.id).execute();
};

const addForumIfMissing = async (
  scope: Scope,
  softwareId: number,
  alias: string,
  members: Awaited<ReturnType<typeof addSampleMembers>>,
): Promise<void> => {
  await addSampleForum(scope, { softwareId, alias, members });
  const posts = await scope.tx
    .selectFrom('post')
    .select('id')
    .where('software_id', '=', softwareId)
    .orderBy('id')
    .execute();
  for (const { id } of posts) await indexPost({ tx: scope.tx, id });
};

/**
 * Upgrades a demo from before the forum existed: adds groups and questions, articles, discount
 * codes, uses and common questions. Runs once and skips what an operator has already created.
 * Returns the aliases of the changed software.
 */
export const upgradeOldDemo = async (ctx: Context, version: string): Promise<string[]> => {
  if (await hasSampleMembers(ctx.db.kysely)) return [];
  const articles = await prepareSampleArticles(ctx, version);
  const hash = await hashUnusablePassword();
  return runTransaction(ctx.db, async (tx) => {
    const since = await findDemoStart(tx);
    const samples = since === null ? [] : await findSampleSoftwares(tx, since);
    if (samples.length === 0) return [];
    const scope = { ctx, tx };
    const members = await addSampleMembers(scope, hash);
    for (const [sample, storedSoftware] of samples) {
      const { alias } = sample;
      const { id } = storedSoftware;
      await fillUsesAndFaqs(tx, sample, storedSoftware);
      if (!(await hasSoftwareRows(tx, 'forum_group', id)))
        await addForumIfMissing(scope, id, alias, members);
      if (!(await hasSoftwareRows(tx, 'article', id)))
        await addArticles(scope, id, articles.get(alias));
      if (!(await hasSoftwareRows(tx, 'discount_code', id)))
        await addSampleDiscounts(scope, { softwareId: id, alias });
      if (!(await hasSoftwareRows(tx, 'dict', id)))
        await addSampleDictionary(tx, { softwareId: id, alias });
    }
    await invalidateContent({ ctx, tx });
    return samples.map(([{ alias }]) => alias);
  });
};
