import type { CallOutput } from '@yunbiao/contract';
import { redirect } from '@tanstack/react-router';
import type { PageMeta } from '../../kit/page/head.ts';
import { article as articleLd, breadcrumb } from '../../kit/page/json-ld.ts';
import { getData } from '../../kit/page/page-errors.ts';
import { type ArticlePlace, softwareName } from './place.ts';
import { getSection } from './sections.ts';

export type Related = CallOutput<'askSimilar'>;

export type Other = Pick<CallOutput<'articleList'>['list'][number], 'id' | 'title' | 'version'>;

export type ArticleData = {
  article: CallOutput<'articleDetail'>;
  /** Questions like it; the article is worth reading without them. */
  related: Related;
  /** More of the same type, newest first, where nothing else stands beside the text. */
  others: Other[];
  meta: PageMeta;
};

const RELATED = 3;
const OTHERS = 8;
/** Letters of a title the question call takes. */
const TITLE = 60;

const relatedTo = async (
  c: ArticlePlace,
  { artType, title }: ArticleData['article'],
): Promise<Related> => {
  if (artType !== 'help') return [];
  const { soft: alias } = c.params;
  const short = Array.from(title).slice(0, TITLE).join('');
  const reply = await c.context.api(alias).call('askSimilar', { alias, title: short });
  return reply.state === 'ok' ? reply.data.slice(0, RELATED) : [];
};

/** With fewer chapters a table of contents says nothing the eye does not see. */
const MIN_CHAPTERS = 2;

export const hasToc = ({ headings }: ArticleData['article']): boolean =>
  headings.length >= MIN_CHAPTERS;

const listOthers = async (
  c: ArticlePlace,
  { id, artType }: ArticleData['article'],
): Promise<Other[]> => {
  const { soft: alias } = c.params;
  const input = { alias, artType, page: 1, pageSize: OTHERS + 1 };
  const reply = await c.context.api(alias).call('articleList', input);
  if (reply.state === 'fail') return [];
  return reply.data.list
    .filter((other) => other.id !== id)
    .slice(0, OTHERS)
    .map(({ id: otherId, title, version }) => ({ id: otherId, title, version }));
};

const headline = ({ title, version }: ArticleData['article']): string =>
  version && !title.includes(version) ? `${version}：${title}` : title;

const getMeta = (
  article: ArticleData['article'],
  place: { alias: string; name: string },
): PageMeta => {
  // A text of the whole site has one address, wherever it is read.
  const root = article.softwareAlias === null ? '' : `/${place.alias}`;
  const path = `${root}/article/${article.id}.html`;
  const { section } = getSection(article.artType, place.alias);
  const title = headline(article);
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
      breadcrumb([
        root ? { name: place.name, path: root } : { name: '云标', path: '/' },
        ...(root && section ? [section] : []),
        { name: title, path },
      ]),
    ],
  };
};

/** An article under its software; the site's own texts may be read there too. */
export const loadArticle = async (
  c: ArticlePlace & { params: { id: string } },
): Promise<ArticleData> => {
  const { soft: alias, id } = c.params;
  const reply = await c.context.api(alias).call('articleDetail', { alias, id });
  const article = getData(reply, c);
  const [related, name] = await Promise.all([relatedTo(c, article), softwareName(c)]);
  const isAlone = related.length === 0 && !hasToc(article) && article.softwareAlias !== null;
  const others = isAlone ? await listOthers(c, article) : [];
  return { article, related, others, meta: getMeta(article, { alias, name }) };
};

/** An article of the whole site. A software's own has its address under that software. */
export const loadSiteArticle = async (
  c: Pick<ArticlePlace, 'context' | 'location'> & { params: { id: string } },
): Promise<ArticleData> => {
  const { id } = c.params;
  const article = getData(await c.context.api('').call('articleDetail', { id }), c);
  if (article.softwareAlias !== null)
    throw redirect({
      to: '/$soft/article/{$id}.html',
      params: { soft: article.softwareAlias, id },
      statusCode: 302,
    });
  return { article, related: [], others: [], meta: getMeta(article, { alias: '', name: '' }) };
};
