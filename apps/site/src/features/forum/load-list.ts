import type { SiteContext } from '../../kit/site/context.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';
import { getData, pageNotFound } from '../../kit/page/page-errors.ts';
import { type Sort, SORTS, getSort } from './sorts.ts';
import type { ForumIndex, Group, PostRow } from './types.ts';

export type QaSearch = {
  gid?: string | undefined;
  sort?: string | undefined;
  lastPostId?: string | undefined;
};

export type QaData = {
  index: ForumIndex;
  posts: PostRow[];
  nextId: string | null;
  group: Group | null;
  sort: Sort;
  /** The list goes on from an earlier page. */
  isLater: boolean;
  meta: PageMeta;
};

export type ForumPlace = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '');

export const softwareName = async (c: ForumPlace): Promise<string> =>
  (await c.parentMatchPromise).loaderData?.software.name ?? '';

const getMeta = (c: ForumPlace, name: string, sort: Sort, group: Group | null): PageMeta => {
  const alias = c.params.soft;
  const label = sort === 'latest' ? '' : (SORTS.find(({ id }) => id === sort)?.label ?? '');
  const path = `/${alias}/qa`;
  return {
    title: `${[group?.name, label && `${label}的问题`].filter(Boolean).join(' · ') || '问答'} · ${name} · 云标`,
    description:
      group?.description || `${name}的问答：标签打偏、配对、从 Excel 打印、接口，问过的和答过的。`,
    path,
    jsonLd: [
      breadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path },
      ]),
    ],
  };
};

/** The list of questions: groups, figures, and twenty of them. */
export const loadQa = async (c: ForumPlace, search: QaSearch): Promise<QaData> => {
  const alias = c.params.soft;
  const sort = getSort(search.sort);
  const lastPostId = isId(search.lastPostId) ? search.lastPostId : undefined;
  const api = c.context.api(alias);
  const [index, list] = await Promise.all([
    api.call('askIndex', { alias }),
    api.call('askPostList', {
      alias,
      sort,
      ...(isId(search.gid) ? { gid: search.gid } : {}),
      ...(lastPostId ? { lastPostId } : {}),
    }),
  ]);
  const home = getData(index, c);
  const group = home.groups.find(({ id }) => id === search.gid) ?? null;
  if (search.gid !== undefined && !group) throw pageNotFound();
  const { list: posts, nextId } = getData(list, c);
  return {
    index: home,
    posts,
    nextId,
    group,
    sort,
    isLater: lastPostId !== undefined,
    meta: getMeta(c, await softwareName(c), sort, group),
  };
};
