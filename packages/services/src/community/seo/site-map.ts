import { type Executor, sql } from '@yunbiao/db';
import { selectVisibleArticles } from '../content/article-present.ts';
import type { Context } from '../../platform/context.ts';
import { GUIDE_NAMES, getGuidePath } from '@yunbiao/contract/site/guides';
import { HANDBOOK_NAMES } from '../handbook/names.ts';
import { BRAND_NAMES } from '../printer-models/printer-facts.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { toIso } from '../../platform/time.ts';
import { getCanonicalUrl, getOrigin, type SeoHost } from './host.ts';

/** The protocol allows 50,000 URLs per file. */
export const MAX_URLS = 45_000;
/** Questions per query; other requests run between two queries. */
const QUESTIONS_PER_QUERY = 2_000;

export type SiteMapUrl = {
  url: string;
  /** ISO 8601; absent when the time of the change is unknown. */
  lastmod?: string;
};

/** Either all URLs, or the URLs of the parts. */
export type SiteMap = { type: 'urls'; urls: SiteMapUrl[] } | { type: 'parts'; parts: string[] };

type Scope = { executor: Executor; publicUrl: string; place: SeoHost; now: number };
type Forum = { software: SoftwareRow; posts: number; changed: number };

const getNewestTime = (times: readonly (number | null | undefined)[]): number =>
  Math.max(0, ...times.map((time) => time ?? 0));

const createSiteMapEntry = (url: string, changedAt: number): SiteMapUrl =>
  changedAt > 0 ? { url, lastmod: toIso(changedAt) } : { url };

/** On a custom domain only its software; on the main host the softwares without a custom domain. */
const selectShownSoftwares = ({ own, online }: SeoHost): SoftwareRow[] =>
  own ? [own] : online.filter(({ domain }) => !domain);

const readArticleRows = ({ executor, now }: Scope) =>
  selectVisibleArticles(executor, { now })
    .select(['article.id', 'article.software_id', 'article.art_type'])
    .select(['article.published_at', 'article.updated_at'])
    .orderBy('article.id')
    .execute();

type Article = Awaited<ReturnType<typeof readArticleRows>>[number];

/** The later of update and publication: a text written in advance is new when it is published. */
const getChangedAt = (article: Article): number =>
  getNewestTime([article.updated_at, article.published_at]);

const readDownloadRows = ({ executor }: Scope) =>
  executor
    .selectFrom('download')
    .select(['id', 'software_id', 'released_at'])
    .orderBy('id')
    .execute();

const readForums = async (scope: Scope): Promise<Forum[]> => {
  const rows = await scope.executor
    .selectFrom('post')
    .select(['software_id', sql<number>`max(active_at)`.as('changed')])
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('state', '=', 'visible')
    .groupBy('software_id')
    .execute();
  const byId = new Map(rows.map((row) => [row.software_id, row]));
  return selectShownSoftwares(scope.place).map((software) => ({
    software,
    posts: Number(byId.get(software.id)?.posts ?? 0),
    changed: Number(byId.get(software.id)?.changed ?? 0),
  }));
};

type Content = { articles: Article[]; files: Awaited<ReturnType<typeof readDownloadRows>> };

const listSoftwareUrls = (
  { publicUrl }: Scope,
  { software, changed }: Forum,
  content: Content,
): SiteMapUrl[] => {
  const createSoftwareEntry = (path: string, time: number) =>
    createSiteMapEntry(getCanonicalUrl(publicUrl, software, path), time);
  const files = content.files.filter((file) => file.software_id === software.id);
  const articles = content.articles.filter((article) => article.software_id === software.id);
  const [logs, texts] = [
    articles.filter((article) => article.art_type === 'updateLog'),
    articles.filter((article) => article.art_type !== 'updateLog'),
  ];
  const released = getNewestTime(files.map((file) => file.released_at));
  const logged = getNewestTime(logs.map(getChangedAt));
  const newestTextTime = getNewestTime(texts.map(getChangedAt));
  return [
    createSoftwareEntry('', getNewestTime([software.updated_at, released, logged, newestTextTime])),
    createSoftwareEntry('/download', released),
    ...files.map((file) => createSoftwareEntry(`/download/${file.id}.html`, file.released_at)),
    createSoftwareEntry('/qa', changed),
    createSoftwareEntry('/article', newestTextTime),
    ...articles.map((article) =>
      createSoftwareEntry(`/article/${article.id}.html`, getChangedAt(article)),
    ),
    createSoftwareEntry('/guide', 0),
    ...GUIDE_NAMES.map((name) => createSoftwareEntry(getGuidePath(name), 0)),
    createSoftwareEntry('/updateLog', logged),
    createSoftwareEntry('/vip', 0),
    createSoftwareEntry('/tools', 0),
    createSoftwareEntry('/tools/zpl', 0),
    createSoftwareEntry('/tools/generator', 0),
    createSoftwareEntry('/tools/videoToGif', 0),
    createSoftwareEntry('/tools/codes', 0),
    ...HANDBOOK_NAMES.map((name) => createSoftwareEntry(`/tools/codes/${name}.html`, 0)),
    createSoftwareEntry('/tools/printers', 0),
    ...BRAND_NAMES.map((name) => createSoftwareEntry(`/tools/printers/${name}.html`, 0)),
  ];
};

/** URLs of all pages except questions. */
const listPageUrls = async (scope: Scope, of: readonly Forum[]): Promise<SiteMapUrl[]> => {
  const content = { articles: await readArticleRows(scope), files: await readDownloadRows(scope) };
  const pages = of.flatMap((forum) => listSoftwareUrls(scope, forum, content));
  if (scope.place.own) return pages;
  const root = scope.publicUrl;
  const changedAt = getNewestTime([
    ...scope.place.online.map((software) => software.updated_at),
    ...content.files.map((file) => file.released_at),
    ...content.articles.map(getChangedAt),
  ]);
  return [
    createSiteMapEntry(`${root}/`, changedAt),
    { url: `${root}/tools/gifGenerator` },
    { url: `${root}/tools/videoToGif` },
    ...content.articles
      .filter((article) => article.software_id === null)
      .map((article) =>
        createSiteMapEntry(`${root}/article/${article.id}.html`, getChangedAt(article)),
      ),
    ...pages,
  ];
};

/** A slice of the visible questions of a software, in the order they were asked. */
const listQuestionUrls = async (
  { executor, publicUrl }: Scope,
  software: SoftwareRow,
  { skip, limit }: { skip: number; limit: number },
): Promise<SiteMapUrl[]> => {
  const urls: SiteMapUrl[] = [];
  let last = 0;
  while (urls.length < limit) {
    const pieceSize = Math.min(QUESTIONS_PER_QUERY, limit - urls.length);
    const rows = await executor
      .selectFrom('post')
      .select(['id', 'active_at', 'edited_at'])
      .where('software_id', '=', software.id)
      .where('state', '=', 'visible')
      .where('id', '>', last)
      .orderBy('id')
      .limit(pieceSize)
      .offset(last === 0 ? skip : 0)
      .execute();
    for (const row of rows)
      urls.push(
        createSiteMapEntry(
          getCanonicalUrl(publicUrl, software, `/qa/${row.id}.html`),
          getNewestTime([row.active_at, row.edited_at]),
        ),
      );
    last = rows.at(-1)?.id ?? last;
    if (rows.length < pieceSize) break;
    await new Promise(setImmediate);
  }
  return urls;
};

type Slice = { software: SoftwareRow | null; skip: number };

/** Splits into parts: first the pages, then the questions of each software. */
const splitSiteMapIntoSlices = (pages: number, of: readonly Forum[], max: number): Slice[] => {
  const listSiteMapSlices = (software: SoftwareRow | null, total: number): Slice[] =>
    Array.from({ length: Math.ceil(total / max) }, (_, i) => ({ software, skip: i * max }));
  return [
    ...listSiteMapSlices(null, pages),
    ...of.flatMap(({ software, posts }) => listSiteMapSlices(software, posts)),
  ];
};

/**
 * Public pages whose canonical URL is on this host, with the time of their last change. More than
 * `max` pages are split into parts, numbered from 1; without `part` the URLs of the parts are
 * returned.
 * @returns null when the part does not exist
 */
export const buildSiteMap = async ({
  ctx,
  place,
  part,
  max = MAX_URLS,
}: {
  ctx: Context;
  place: SeoHost;
  part?: number | undefined;
  max?: number;
}): Promise<SiteMap | null> => {
  const { publicUrl } = ctx.settings;
  const scope: Scope = { executor: ctx.db.kysely, publicUrl, place, now: ctx.now() };
  const allForums = await readForums(scope);
  const pages = await listPageUrls(scope, allForums);
  const total = pages.length + allForums.reduce((sum, { posts }) => sum + posts, 0);
  if (part === undefined && total <= max) {
    const urls = [...pages];
    for (const { software } of allForums)
      urls.push(...(await listQuestionUrls(scope, software, { skip: 0, limit: max })));
    return { type: 'urls', urls };
  }
  const slices = splitSiteMapIntoSlices(pages.length, allForums, max);
  if (part === undefined) {
    const root = `${getOrigin(publicUrl, place.own)}/sitemap.xml`;
    return { type: 'parts', parts: slices.map((_, i) => `${root}?part=${i + 1}`) };
  }
  const slice = slices[part - 1];
  if (!slice || total <= max) return null;
  const { software, skip } = slice;
  const urls = software
    ? await listQuestionUrls(scope, software, { skip, limit: max })
    : pages.slice(skip, skip + max);
  return { type: 'urls', urls };
};
