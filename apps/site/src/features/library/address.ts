import type { CallInput } from '@yunbiao/contract';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { TEMPLATE_CATEGORY_LENGTH } from '@yunbiao/contract/limits/template';

type Input = CallInput<'templateLibrary'>;
type Width = NonNullable<Input['width']>;
type Sort = NonNullable<Input['sort']>;

/** Search parameters of the library. */
export type LibraryAddress = {
  cat?: string;
  q?: string;
  w?: string;
  sort?: string;
  page?: string;
  own?: string;
};

export const WIDTHS: readonly { value: Width; label: string }[] = [
  { value: 'to40', label: '40 mm 以内' },
  { value: 'to60', label: '40–60 mm' },
  { value: 'to80', label: '60–80 mm' },
  { value: 'over80', label: '80 mm 以上' },
];

/** Sort orders. The first one is the default. */
export const SORTS: readonly { value: Sort; label: string }[] = [
  { value: 'usual', label: '按分类' },
  { value: 'newest', label: '最新的' },
  { value: 'name', label: '按名称' },
  { value: 'size', label: '从小到大' },
];

export type LibraryQuery = {
  category: string;
  q: string;
  width: Width | null;
  sort: Sort;
  page: number;
  /** Shows templates of the member. */
  own: boolean;
};

/** Templates per page. */
const PAGE_SIZE = 60;
const MAX_PAGES = 1_000;

const findOptionValue = <T extends string>(
  list: readonly { value: T }[],
  value: string | undefined,
) => list.find((option) => option.value === value)?.value;

/** Parses the address. Ignores invalid values. */
export const parseLibraryAddress = (address: LibraryAddress): LibraryQuery => {
  const page = Number(address.page ?? 1);
  return {
    category: (address.cat ?? '').trim().slice(0, TEMPLATE_CATEGORY_LENGTH),
    q: (address.q ?? '').trim().slice(0, QUERY_LENGTH),
    width: findOptionValue(WIDTHS, address.w) ?? null,
    sort: findOptionValue(SORTS, address.sort) ?? 'usual',
    page: Number.isSafeInteger(page) && page > 0 && page <= MAX_PAGES ? page : 1,
    own: address.own === '1',
  };
};

/** Builds the address of a changed view. Resets the page unless `change` contains a page. */
export const buildLibraryAddress = (
  query: LibraryQuery,
  change: Partial<LibraryQuery> = {},
): LibraryAddress => {
  const { category, q, width, sort, page, own } = { ...query, page: 1, ...change };
  return {
    ...(category ? { cat: category } : {}),
    ...(q ? { q } : {}),
    ...(width ? { w: width } : {}),
    ...(sort === 'usual' ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(own ? { own: '1' } : {}),
  };
};

export const buildLibraryInput = (alias: string, query: LibraryQuery): Input => ({
  alias,
  page: query.page,
  pageSize: PAGE_SIZE,
  sort: query.sort,
  ...(query.category ? { category: query.category } : {}),
  ...(query.q ? { q: query.q } : {}),
  ...(query.width ? { width: query.width } : {}),
});

export const isLibraryFiltered = ({ category, q, width }: LibraryQuery): boolean =>
  category !== '' || q !== '' || width !== null;
