import { transaction, type Tx } from '@yunbiao/db';
import { type Context, HOUR } from '@yunbiao/services';
import { indexPost, raises } from '@yunbiao/services/parts';
import { addArticles, readyArticles } from './add-articles.ts';
import { addSampleDictionary } from './dictionary.ts';
import { addSampleDiscounts } from './discounts.ts';
import {
  addSampleForum,
  addSampleMembers,
  isSampleMemberThere,
  unusablePassword,
} from './forum.ts';
import { SAMPLE_SOFTWARES, type SampleSoftware } from './softwares.ts';

const everythingChanged = raises('content');

type Scope = { ctx: Context; tx: Tx };
type Known = { id: number; uses: string; faqs: string };

/** When the demo began: its member was made with its softwares. Null: this was no demo. */
const demoSince = async (tx: Tx): Promise<number | null> => {
  const member = await tx
    .selectFrom('member')
    .select('created_at')
    .where('is_demo', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  return member?.created_at ?? null;
};

/**
 * The samples' softwares as that start made them: without those that go by another alias now, and an operator's own of
 * such a name.
 */
const findSamples = async (tx: Tx, since: number): Promise<[SampleSoftware, Known][]> => {
  const rows = await tx
    .selectFrom('software')
    .select(['id', 'alias', 'uses', 'faqs'])
    .where('created_at', '>', since - HOUR)
    .where('created_at', '<', since + HOUR)
    .execute();
  return SAMPLE_SOFTWARES.flatMap((sample): [SampleSoftware, Known][] => {
    const known = rows.find(({ alias }) => alias === sample.alias);
    return known ? [[sample, known]] : [];
  });
};

const hasAny = async (
  tx: Tx,
  table: 'forum_group' | 'article' | 'discount_code' | 'dict',
  softwareId: number,
): Promise<boolean> =>
  (await tx
    .selectFrom(table)
    .select('id')
    .where('software_id', '=', softwareId)
    .executeTakeFirst()) !== undefined;

/** Fields that were empty because the version before had none of them. */
const fillTexts = async (tx: Tx, sample: SampleSoftware, known: Known): Promise<void> => {
  const set = {
    uses: known.uses === '[]' ? JSON.stringify(sample.uses) : known.uses,
    faqs: known.faqs === '[]' ? JSON.stringify(sample.faqs) : known.faqs,
  };
  await tx.updateTable('software').set(set).where('id', '=', known.id).execute();
};

const fillForum = async (
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
 * Adds to a demo made before there was a forum what a new one begins with: groups and questions, articles, discount
 * codes, uses and common questions. Once, by the members who write them; and nothing where an operator has begun.
 * Returns the aliases of what was added to.
 */
export const completeDemo = async (ctx: Context, version: string): Promise<string[]> => {
  if (await isSampleMemberThere(ctx.db.kysely)) return [];
  const articles = await readyArticles(ctx, version);
  const hash = await unusablePassword();
  return transaction(ctx.db, async (tx) => {
    const since = await demoSince(tx);
    const samples = since === null ? [] : await findSamples(tx, since);
    if (samples.length === 0) return [];
    const scope = { ctx, tx };
    const members = await addSampleMembers(scope, hash);
    for (const [sample, known] of samples) {
      const { alias } = sample;
      const { id } = known;
      await fillTexts(tx, sample, known);
      if (!(await hasAny(tx, 'forum_group', id))) await fillForum(scope, id, alias, members);
      if (!(await hasAny(tx, 'article', id))) await addArticles(scope, id, articles.get(alias));
      if (!(await hasAny(tx, 'discount_code', id)))
        await addSampleDiscounts(scope, { softwareId: id, alias });
      if (!(await hasAny(tx, 'dict', id))) await addSampleDictionary(tx, { softwareId: id, alias });
    }
    await everythingChanged({ ctx, tx });
    return samples.map(([{ alias }]) => alias);
  });
};
