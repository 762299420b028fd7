import { createHash } from 'node:crypto';
import type { RouteRules } from '@yunbiao/contract/api/site';
import type { Context } from '../context.ts';

/** Builds whose assets stay in the file store: that of the running server and the two before it. */
export const MAX_STORED_BUILDS = 3;

export type StoredAsset = {
  /** Path of the address below `/assets/`. Contains a hash of the content. */
  name: string;
  encoding: 'gzip' | 'identity';
};

export type StoredBuild = { buildId: string; rules: RouteRules; assets: StoredAsset[] };

type Scope = { ctx: Context };

/** Folder of the file store for assets. Backups omit it. */
export const STORED_ASSETS_FOLDER = 'site-builds';

/** Key in the file store. Names have capital letters, which keys do not have. */
export const getStoredAssetKey = (name: string): string =>
  `${STORED_ASSETS_FOLDER}/${createHash('sha256').update(name).digest('hex')}`;

/** Lists the builds in the file store, the one started last first. */
export const listStoredBuilds = async ({ ctx }: Scope): Promise<StoredBuild[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('site_build')
    .select(['build_id', 'content'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    // Written by `recordStoredBuild`.
    ...(JSON.parse(row.content) as Omit<StoredBuild, 'buildId'>),
    buildId: row.build_id,
  }));
};

/** Records that all assets of a build are in the file store and that a server started with it. */
export const recordStoredBuild = async (
  { ctx }: Scope,
  { buildId, ...content }: StoredBuild,
): Promise<void> => {
  const values = { content: JSON.stringify(content), started_at: ctx.now() };
  await ctx.db.kysely
    .insertInto('site_build')
    .values({ build_id: buildId, ...values })
    .onConflict((conflict) => conflict.column('build_id').doUpdateSet(values))
    .execute();
};

/**
 * Deletes builds before the last {@link MAX_STORED_BUILDS}. Rows first: a file that remains is
 * wasted space, a row without its file is a broken page.
 */
export const deleteOldBuilds = async ({ ctx }: Scope): Promise<void> => {
  const outdated = (await listStoredBuilds({ ctx })).slice(MAX_STORED_BUILDS);
  if (outdated.length === 0) return;
  await ctx.db.kysely
    .deleteFrom('site_build')
    .where(
      'build_id',
      'in',
      outdated.map(({ buildId }) => buildId),
    )
    .execute();
  const used = new Set(
    (await listStoredBuilds({ ctx })).flatMap(({ assets }) => assets.map(({ name }) => name)),
  );
  const unused = new Set(outdated.flatMap(({ assets }) => assets.map(({ name }) => name)));
  for (const name of unused) if (!used.has(name)) await ctx.files.delete(getStoredAssetKey(name));
};
