import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { newestArticles } from '../content/article-list.ts';
import type { Context } from '../context.ts';
import { answeredPosts, forumFigures } from '../forum/latest.ts';
import { listDownloads } from '../download/downloads.ts';
import { listGlyphs, presentDrawnTemplate } from '../software/draw-template.ts';
import { onlineSoftwares, type SoftwareRow } from '../software/find.ts';
import { presentDownload, presentProduct, presentSoftware } from '../software/present.ts';

type SiteIndex = CallOutput<'siteIndex'>;

/** Newest files shown of each software on the site index. */
const NEWEST = 3;

const downloads = async (
  executor: Executor,
  softwares: SoftwareRow[],
  isHome: boolean,
): Promise<SiteIndex['downloads']> => {
  const lists = await Promise.all(
    softwares.map(async (software) => {
      const files = await listDownloads(executor, software.id);
      const newest = files.filter((file) => file.version === files[0]?.version);
      return (isHome ? newest : newest.slice(0, NEWEST)).map((file) => ({
        ...presentDownload(file),
        softwareAlias: software.alias,
        softwareName: software.name,
      }));
    }),
  );
  return lists.flat();
};

/** Of each software: pages hang a few labels, however many templates there are. */
const TEMPLATES = 8;

const publicTemplates = (executor: Executor) =>
  executor.selectFrom('template').where('member_id', 'is', null).where('deleted_at', 'is', null);

const templates = async (
  ctx: Context,
  softwares: SoftwareRow[],
): Promise<SiteIndex['templates']> => {
  const lists = await Promise.all(
    softwares.map(async ({ id, alias }) => {
      const rows = await publicTemplates(ctx.db.kysely)
        .selectAll()
        .where('software_id', '=', id)
        .orderBy('id')
        .limit(TEMPLATES)
        .execute();
      return rows.flatMap((row) => presentDrawnTemplate(ctx, row, alias) ?? []);
    }),
  );
  return lists.flat();
};

const templateCount = async (executor: Executor, softwares: SoftwareRow[]): Promise<number> => {
  const { count } = await publicTemplates(executor)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('software_id', 'in', [0, ...softwares.map(({ id }) => id)])
    .executeTakeFirstOrThrow();
  return Number(count);
};

const plans = async (executor: Executor, softwares: SoftwareRow[]): Promise<SiteIndex['plans']> => {
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

/** Newest of each type; of this software, or of all. */
const ARTICLES = 4;

const articles = async (ctx: Context, softwareId?: number): Promise<SiteIndex['articles']> => {
  const types = ['updateLog', 'help'] as const;
  const lists = await Promise.all(
    types.map((artType) =>
      newestArticles(ctx.db.kysely, { now: ctx.now(), softwareId, artType }, ARTICLES),
    ),
  );
  return lists.flat().toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
};

/** With a software: its home. With none: every online software and the newest files of each. */
export const siteIndex = async ({
  ctx,
  software,
}: {
  ctx: Context;
  software: SoftwareRow | null;
}): Promise<SiteIndex> => {
  const { kysely } = ctx.db;
  const online = await onlineSoftwares(kysely);
  const shown = software ? [software] : online;
  const drawn = await templates(ctx, shown);
  return {
    softwares: online.map(presentSoftware),
    software: software && presentSoftware(software),
    downloads: await downloads(kysely, shown, software !== null),
    glyphs: listGlyphs(drawn),
    templates: drawn,
    templateCount: await templateCount(kysely, shown),
    plans: await plans(kysely, shown),
    posts: await answeredPosts(kysely, software?.id ?? null),
    articles: await articles(ctx, software?.id),
    forum: await forumFigures(
      kysely,
      shown.map(({ id }) => id),
    ),
  };
};
