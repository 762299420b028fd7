import { type Executor, sql } from '@yunbiao/db';
import { visibleArticles } from '../content/article-present.ts';
import type { Context } from '../context.ts';
import { HANDBOOK_NAMES } from '../handbook/names.ts';
import type { SoftwareRow } from '../software/find.ts';
import { iso } from '../time.ts';
import { canonical, getOrigin, type SeoPlace } from './place.ts';

/** The protocol allows 50,000 addresses a file. */
export const MAX_URLS = 45_000;
/** Questions read at once: other visitors are answered between two reads. */
const PIECE = 2_000;

export type SiteMapUrl = {
  url: string;
  /** ISO 8601; absent where nothing says when the page changed. */
  lastmod?: string;
};

/** Either every address, or the addresses of the parts. */
export type SiteMap = { type: 'urls'; urls: SiteMapUrl[] } | { type: 'parts'; parts: string[] };

type Scope = { executor: Executor; publicUrl: string; place: SeoPlace; now: number };
type Forum = { software: SoftwareRow; posts: number; changed: number };

const newest = (times: readonly (number | null | undefined)[]): number =>
  Math.max(0, ...times.map((time) => time ?? 0));

const entry = (url: string, changed: number): SiteMapUrl =>
  changed > 0 ? { url, lastmod: iso(changed) } : { url };

/** On a software's host only its own pages; on the main one those that have no host of their own. */
const shownSoftwares = ({ own, online }: SeoPlace): SoftwareRow[] =>
  own ? [own] : online.filter(({ domain }) => !domain);

const articleRows = ({ executor, now }: Scope) =>
  visibleArticles(executor, { now })
    .select(['article.id', 'article.software_id', 'article.art_type'])
    .select(['article.published_at', 'article.updated_at'])
    .orderBy('article.id')
    .execute();

type Article = Awaited<ReturnType<typeof articleRows>>[number];

/** A text written before its hour is new at that hour. */
const changedAt = (article: Article): number => newest([article.updated_at, article.published_at]);

const fileRows = ({ executor }: Scope) =>
  executor
    .selectFrom('download')
    .select(['id', 'software_id', 'released_at'])
    .orderBy('id')
    .execute();

const forums = async (scope: Scope): Promise<Forum[]> => {
  const rows = await scope.executor
    .selectFrom('post')
    .select(['software_id', sql<number>`max(active_at)`.as('changed')])
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('state', '=', 'visible')
    .groupBy('software_id')
    .execute();
  const byId = new Map(rows.map((row) => [row.software_id, row]));
  return shownSoftwares(scope.place).map((software) => ({
    software,
    posts: Number(byId.get(software.id)?.posts ?? 0),
    changed: Number(byId.get(software.id)?.changed ?? 0),
  }));
};

type Content = { articles: Article[]; files: Awaited<ReturnType<typeof fileRows>> };

const softwareUrls = (
  { publicUrl }: Scope,
  { software, changed }: Forum,
  content: Content,
): SiteMapUrl[] => {
  const at = (path: string, time: number) => entry(canonical(publicUrl, software, path), time);
  const files = content.files.filter((file) => file.software_id === software.id);
  const articles = content.articles.filter((article) => article.software_id === software.id);
  const [logs, texts] = [
    articles.filter((article) => article.art_type === 'updateLog'),
    articles.filter((article) => article.art_type !== 'updateLog'),
  ];
  const released = newest(files.map((file) => file.released_at));
  const logged = newest(logs.map(changedAt));
  const written = newest(texts.map(changedAt));
  return [
    at('', newest([software.updated_at, released, logged, written])),
    at('/download', released),
    ...files.map((file) => at(`/download/${file.id}.html`, file.released_at)),
    at('/qa', changed),
    at('/article', written),
    ...articles.map((article) => at(`/article/${article.id}.html`, changedAt(article))),
    at('/updateLog', logged),
    at('/vip', 0),
    at('/tools', 0),
    at('/tools/zpl', 0),
    at('/tools/generator', 0),
    at('/tools/videoToGif', 0),
    at('/tools/codes', 0),
    ...HANDBOOK_NAMES.map((name) => at(`/tools/codes/${name}.html`, 0)),
  ];
};

/** Everything but the questions. */
const pageUrls = async (scope: Scope, of: readonly Forum[]): Promise<SiteMapUrl[]> => {
  const content = { articles: await articleRows(scope), files: await fileRows(scope) };
  const pages = of.flatMap((forum) => softwareUrls(scope, forum, content));
  if (scope.place.own) return pages;
  const root = scope.publicUrl;
  const changed = newest([
    ...scope.place.online.map((software) => software.updated_at),
    ...content.files.map((file) => file.released_at),
    ...content.articles.map(changedAt),
  ]);
  return [
    entry(`${root}/`, changed),
    { url: `${root}/tools/gifGenerator` },
    { url: `${root}/tools/videoToGif` },
    ...content.articles
      .filter((article) => article.software_id === null)
      .map((article) => entry(`${root}/article/${article.id}.html`, changedAt(article))),
    ...pages,
  ];
};

/** Visible questions of one software in the order they were asked, a slice of them. */
const questionUrls = async (
  { executor, publicUrl }: Scope,
  software: SoftwareRow,
  { skip, limit }: { skip: number; limit: number },
): Promise<SiteMapUrl[]> => {
  const urls: SiteMapUrl[] = [];
  let last = 0;
  while (urls.length < limit) {
    const wanted = Math.min(PIECE, limit - urls.length);
    const rows = await executor
      .selectFrom('post')
      .select(['id', 'active_at', 'edited_at'])
      .where('software_id', '=', software.id)
      .where('state', '=', 'visible')
      .where('id', '>', last)
      .orderBy('id')
      .limit(wanted)
      .offset(last === 0 ? skip : 0)
      .execute();
    for (const row of rows)
      urls.push(
        entry(
          canonical(publicUrl, software, `/qa/${row.id}.html`),
          newest([row.active_at, row.edited_at]),
        ),
      );
    last = rows.at(-1)?.id ?? last;
    if (rows.length < wanted) break;
    await new Promise(setImmediate);
  }
  return urls;
};

type Slice = { software: SoftwareRow | null; skip: number };

/** What each part holds: first the pages, then the questions of one software after the other. */
const sliceUp = (pages: number, of: readonly Forum[], max: number): Slice[] => {
  const every = (software: SoftwareRow | null, total: number): Slice[] =>
    Array.from({ length: Math.ceil(total / max) }, (_, i) => ({ software, skip: i * max }));
  return [...every(null, pages), ...of.flatMap(({ software, posts }) => every(software, posts))];
};

/**
 * The public pages whose canonical address is on this host, with the time each changed. More than `max` of them come in
 * parts, numbered from 1: without `part` their addresses.
 * @returns null for a part there is not
 */
export const siteMap = async ({
  ctx,
  place,
  part,
  max = MAX_URLS,
}: {
  ctx: Context;
  place: SeoPlace;
  part?: number | undefined;
  max?: number;
}): Promise<SiteMap | null> => {
  const { publicUrl } = ctx.settings;
  const scope: Scope = { executor: ctx.db.kysely, publicUrl, place, now: ctx.now() };
  const all = await forums(scope);
  const pages = await pageUrls(scope, all);
  const total = pages.length + all.reduce((sum, { posts }) => sum + posts, 0);
  if (part === undefined && total <= max) {
    const urls = [...pages];
    for (const { software } of all)
      urls.push(...(await questionUrls(scope, software, { skip: 0, limit: max })));
    return { type: 'urls', urls };
  }
  const slices = sliceUp(pages.length, all, max);
  if (part === undefined) {
    const root = `${getOrigin(publicUrl, place.own)}/sitemap.xml`;
    return { type: 'parts', parts: slices.map((_, i) => `${root}?part=${i + 1}`) };
  }
  const slice = slices[part - 1];
  if (!slice || total <= max) return null;
  const { software, skip } = slice;
  const urls = software
    ? await questionUrls(scope, software, { skip, limit: max })
    : pages.slice(skip, skip + max);
  return { type: 'urls', urls };
};
