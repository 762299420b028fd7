import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { listNewestArticles } from '../content/article-list.ts';
import type { Context } from '../../platform/context.ts';
import { listAnsweredPosts, sumForumCounts } from '../forum/latest.ts';
import { listDownloads } from '../../commerce/download/downloads.ts';
import { listGlyphs, presentDrawnTemplate } from '../../identity/software/draw-template.ts';
import { listOnlineSoftwares, type SoftwareRow } from '../../identity/software/find.ts';
import {
  presentDownload,
  presentProduct,
  presentSoftwareCached,
} from '../../identity/software/present.ts';

type SiteIndex = CallOutput<'siteIndex'>;

/** Newest files per software on the site index. */
const MAX_FILES = 3;

const listNewestDownloads = async (
  executor: Executor,
  softwares: SoftwareRow[],
  isHome: boolean,
): Promise<SiteIndex['downloads']> => {
  const lists = await Promise.all(
    softwares.map(async (software) => {
      const files = await listDownloads(executor, software.id);
      const newest = files.filter((file) => file.version === files[0]?.version);
      return (isHome ? newest : newest.slice(0, MAX_FILES)).map((file) => ({
        ...presentDownload(file),
        softwareAlias: software.alias,
        softwareName: software.name,
      }));
    }),
  );
  return lists.flat();
};

/** Templates shown per software. */
const MAX_TEMPLATES = 8;

const selectPublicTemplates = (executor: Executor) =>
  executor.selectFrom('template').where('member_id', 'is', null).where('deleted_at', 'is', null);

const listTemplatesOfSoftwares = async (
  ctx: Context,
  softwares: SoftwareRow[],
): Promise<SiteIndex['templates']> => {
  const lists = await Promise.all(
    softwares.map(async ({ id, alias }) => {
      const rows = await selectPublicTemplates(ctx.db.kysely)
        .selectAll()
        .where('software_id', '=', id)
        .orderBy('id')
        .limit(MAX_TEMPLATES)
        .execute();
      return rows.flatMap((row) => presentDrawnTemplate(ctx, row, alias) ?? []);
    }),
  );
  return lists.flat();
};

const countPublicTemplates = async (
  executor: Executor,
  softwares: SoftwareRow[],
): Promise<number> => {
  const { count } = await selectPublicTemplates(executor)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('software_id', 'in', [0, ...softwares.map(({ id }) => id)])
    .executeTakeFirstOrThrow();
  return Number(count);
};

const listPlansOfSoftwares = async (
  executor: Executor,
  softwares: SoftwareRow[],
): Promise<SiteIndex['plans']> => {
  const aliases = new Map(softwares.map((software) => [software.id, software.alias]));
  const rows = await executor
    .selectFrom('product')
    .selectAll()
    .where('software_id', 'in', [...aliases.keys(), 0])
    .where('state', '=', 'on')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...presentProduct(row),
    softwareAlias: aliases.get(row.software_id) ?? '',
  }));
};

/** Newest articles per type. */
const MAX_ARTICLES = 4;

const listArticlesByType = async (
  ctx: Context,
  softwareId?: number,
): Promise<SiteIndex['articles']> => {
  const types = ['updateLog', 'help'] as const;
  const lists = await Promise.all(
    types.map((artType) =>
      listNewestArticles(ctx.db.kysely, { now: ctx.now(), softwareId, artType }, MAX_ARTICLES),
    ),
  );
  return lists.flat().toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
};

/** With a software: its home page. Without: all online software and their newest files. */
export const loadSiteIndex = async ({
  ctx,
  software,
}: {
  ctx: Context;
  software: SoftwareRow | null;
}): Promise<SiteIndex> => {
  const { kysely } = ctx.db;
  const online = await listOnlineSoftwares(kysely);
  const shownSoftwares = software ? [software] : online;
  const drawnTemplates = await listTemplatesOfSoftwares(ctx, shownSoftwares);
  return {
    softwares: online.map(presentSoftwareCached),
    software: software && presentSoftwareCached(software),
    downloads: await listNewestDownloads(kysely, shownSoftwares, software !== null),
    glyphs: listGlyphs(drawnTemplates),
    templates: drawnTemplates,
    templateCount: await countPublicTemplates(kysely, shownSoftwares),
    plans: await listPlansOfSoftwares(kysely, shownSoftwares),
    posts: await listAnsweredPosts(kysely, software?.id ?? null),
    articles: await listArticlesByType(ctx, software?.id),
    forum: await sumForumCounts(
      kysely,
      shownSoftwares.map(({ id }) => id),
    ),
  };
};
