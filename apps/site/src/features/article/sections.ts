import type { CallOutput } from '@yunbiao/contract';

type ArtType = CallOutput<'articleDetail'>['artType'];

/** Values of `artType` in the list, with name and description. */
export const LISTS = [
  { id: 'help', name: '帮助', say: '装客户端、配对、打印第一张，以及打印不对时怎么查。' },
  { id: 'news', name: '动态', say: '新的软件、新的规定和维护安排。' },
] as const;

export type ListId = (typeof LISTS)[number]['id'];

export const findArticleList = (text: string | undefined): (typeof LISTS)[number] =>
  LISTS.find(({ id }) => id === text) ?? LISTS[0];

/** List page of an article type; null for legal texts, which are linked in the footer. */
export const getListPageLink = (
  artType: ArtType,
  alias: string,
): { section: { name: string; path: string } | null } => {
  if (artType === 'legal') return { section: null };
  if (artType === 'updateLog')
    return { section: { name: '更新日志', path: `/${alias}/updateLog` } };
  const { id, name } = findArticleList(artType);
  const search = id === LISTS[0].id ? '' : `?artType=${id}`;
  return { section: { name, path: `/${alias}/article${search}` } };
};
