import type { CallOutput } from '@yunbiao/contract';
import { redirect } from '@tanstack/react-router';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildArticle as articleLd, buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { getListPageLink } from './sections.ts';

export type Related = CallOutput<'askSimilar'>;

export type Other = Pick<CallOutput<'articleList'>['list'][number], 'id' | 'title' | 'version'>;

export type ArticleData = {
  article: CallOutput<'articleDetail'>;
  /** Related questions; optional. */
  related: Related;
  /** Latest articles of the same type, only when there is nothing else next to the text. */
  others: Other[];
  meta: PageMeta;
};

const RELATED = 3;
const OTHERS = 8;
/** Number of title characters that the question call accepts. */
const MAX_TITLE_LENGTH = 60;

const loadRelatedQuestions = async (
  c: SoftwarePagePlace,
  { artType, title }: ArticleData['article'],
): Promise<Related> => {
  if (artType !== 'help') return [];
  const { soft: alias } = c.params;
  const short = Array.from(title).slice(0, MAX_TITLE_LENGTH).join('');
  const reply = await c.context.createApi(alias).call('askSimilar', { alias, title: short });
  return reply.state === 'ok' ? reply.data.slice(0, RELATED) : [];
};

/** Minimum number of chapters for a table of contents. */
const MIN_CHAPTERS = 2;

export const hasToc = ({ headings }: ArticleData['article']): boolean =>
  headings.length >= MIN_CHAPTERS;

const loadOtherArticles = async (
  c: SoftwarePagePlace,
  { id, artType }: ArticleData['article'],
): Promise<Other[]> => {
  const { soft: alias } = c.params;
  const input = { alias, artType, page: 1, pageSize: OTHERS + 1 };
  const reply = await c.context.createApi(alias).call('articleList', input);
  if (reply.state === 'fail') return [];
  return reply.data.list
    .filter((otherArticle) => otherArticle.id !== id)
    .slice(0, OTHERS)
    .map(({ id: otherId, title, version }) => ({ id: otherId, title, version }));
};

const formatHeadline = ({ title, version }: ArticleData['article']): string =>
  version && !title.includes(version) ? `${version}：${title}` : title;

const buildArticleMeta = (
  article: ArticleData['article'],
  place: { alias: string; name: string },
): PageMeta => {
  // A text of the site has one canonical address.
  const root = article.softwareAlias === null ? '' : `/${place.alias}`;
  const path = `${root}/article/${article.id}.html`;
  const { section } = getListPageLink(article.artType, place.alias);
  const title = formatHeadline(article);
  return {
    title: [title, article.softwareName ?? '', '云标'].filter(Boolean).join(' · '),
    description: article.summary,
    path,
    type: 'article',
    jsonLd: [
      articleLd({
        title,
        description: article.summary,
        path,
        publishedAt: article.publishedAt,
        updatedAt: article.updatedAt,
      }),
      buildBreadcrumb([
        root ? { name: place.name, path: root } : { name: '云标', path: '/' },
        ...(root && section ? [section] : []),
        { name: title, path },
      ]),
    ],
  };
};

/** Loads an article of a software, or an article of the site under a software. */
export const loadArticle = async (c: SoftwarePagePlace<{ id: string }>): Promise<ArticleData> => {
  const { soft: alias, id } = c.params;
  const reply = await c.context.createApi(alias).call('articleDetail', { alias, id });
  const article = requireReplyData(reply, c);
  const [related, name] = await Promise.all([loadRelatedQuestions(c, article), getSoftwareName(c)]);
  const isAlone = related.length === 0 && !hasToc(article) && article.softwareAlias !== null;
  const otherArticles = isAlone ? await loadOtherArticles(c, article) : [];
  return {
    article,
    related,
    others: otherArticles,
    meta: buildArticleMeta(article, { alias, name }),
  };
};

/** Loads an article of the site. Redirects articles of a software to their address. */
export const loadSiteArticle = async (
  c: Pick<SoftwarePagePlace, 'context' | 'location'> & { params: { id: string } },
): Promise<ArticleData> => {
  const { id } = c.params;
  const article = requireReplyData(await c.context.createApi('').call('articleDetail', { id }), c);
  if (article.softwareAlias !== null)
    throw redirect({
      to: '/$soft/article/{$id}.html',
      params: { soft: article.softwareAlias, id },
      statusCode: 302,
    });
  return {
    article,
    related: [],
    others: [],
    meta: buildArticleMeta(article, { alias: '', name: '' }),
  };
};
