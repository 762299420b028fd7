import type { CallOutput } from '@yunbiao/contract';

type ArtType = CallOutput<'articleDetail'>['artType'];

/** What `artType` of the list may say, and how it reads. */
export const LISTS = [
  { id: 'help', name: '帮助', say: '装客户端、配对、印第一张，以及印不对时怎么查。' },
  { id: 'news', name: '动态', say: '新的软件、新的规定和维护安排。' },
] as const;

export type ListId = (typeof LISTS)[number]['id'];

export const getList = (text: string | undefined): (typeof LISTS)[number] =>
  LISTS.find(({ id }) => id === text) ?? LISTS[0];

/** Where articles of a type are listed; null for legal texts, which every page's foot links. */
export const getSection = (
  artType: ArtType,
  alias: string,
): { section: { name: string; path: string } | null } => {
  if (artType === 'legal') return { section: null };
  if (artType === 'updateLog')
    return { section: { name: '更新日志', path: `/${alias}/updateLog` } };
  const { id, name } = getList(artType);
  const search = id === LISTS[0].id ? '' : `?artType=${id}`;
  return { section: { name, path: `/${alias}/article${search}` } };
};
