import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { requireReplyData, createPageNotFound } from '../../kit/page/page-errors.ts';
import { type Sort, SORTS, parseSort } from './sorts.ts';
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
  /** The list continues an earlier page. */
  isLater: boolean;
  meta: PageMeta;
};

const isGroupIdText = (text: string | undefined): text is string =>
  /^[1-9]\d{0,15}$/.test(text ?? '');

const buildQuestionListMeta = (
  c: SoftwarePagePlace,
  name: string,
  sort: Sort,
  group: Group | null,
): PageMeta => {
  const alias = c.params.soft;
  const label = sort === 'latest' ? '' : (SORTS.find(({ id }) => id === sort)?.label ?? '');
  const path = `/${alias}/qa`;
  return {
    title: `${[group?.name, label && `${label}的问题`].filter(Boolean).join(' · ') || '问答'} · ${name} · 云标`,
    description:
      group?.description ||
      `${name}的问答：标签打印偏了、配对、从 Excel 打印、接口，问过的和答过的。`,
    path,
    jsonLd: [
      buildBreadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path },
      ]),
    ],
  };
};

/**
 * The list of questions: groups, figures, and twenty questions.
 * @throws the error of the 404 page for a group that does not exist
 */
export const loadQuestionList = async (c: SoftwarePagePlace, search: QaSearch): Promise<QaData> => {
  const alias = c.params.soft;
  const sort = parseSort(search.sort);
  const lastPostId = isGroupIdText(search.lastPostId) ? search.lastPostId : undefined;
  const api = c.context.createApi(alias);
  const [index, list] = await Promise.all([
    api.call('askIndex', { alias }),
    api.call('askPostList', {
      alias,
      sort,
      ...(isGroupIdText(search.gid) ? { gid: search.gid } : {}),
      ...(lastPostId ? { lastPostId } : {}),
    }),
  ]);
  const home = requireReplyData(index, c);
  const group = home.groups.find(({ id }) => id === search.gid) ?? null;
  if (search.gid !== undefined && !group) throw createPageNotFound();
  const { list: posts, nextId } = requireReplyData(list, c);
  return {
    index: home,
    posts,
    nextId,
    group,
    sort,
    isLater: lastPostId !== undefined,
    meta: buildQuestionListMeta(c, await getSoftwareName(c), sort, group),
  };
};
