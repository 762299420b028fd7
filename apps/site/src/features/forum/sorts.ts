export const SORTS = [
  { id: 'latest', label: '最新' },
  { id: 'hot', label: '最热' },
  { id: 'unanswered', label: '待回答' },
  { id: 'solved', label: '已解决' },
] as const;

export type Sort = (typeof SORTS)[number]['id'];

/** Parses the sort order of the URL; 'latest' when it is missing or unknown. */
export const parseSort = (text: string | undefined): Sort =>
  SORTS.find(({ id }) => id === text)?.id ?? 'latest';
