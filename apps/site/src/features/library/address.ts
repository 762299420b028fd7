import type { CallInput } from '@yunbiao/contract';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { TEMPLATE_CATEGORY_LENGTH } from '@yunbiao/contract/limits/template';

type Input = CallInput<'templateLibrary'>;
type Width = NonNullable<Input['width']>;
type Sort = NonNullable<Input['sort']>;

/** What stands in the address of the library. */
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

/** The first is what an address without one says. */
export const SORTS: readonly { value: Sort; label: string }[] = [
  { value: 'usual', label: '按分类' },
  { value: 'newest', label: '最新的' },
  { value: 'name', label: '按名称' },
  { value: 'size', label: '从小到大' },
];

export type Asked = {
  category: string;
  q: string;
  width: Width | null;
  sort: Sort;
  page: number;
  /** The member's own ones. */
  own: boolean;
};

/** Templates a page shows. */
const PAGE_SIZE = 60;
const MAX_PAGES = 1_000;

const known = <T extends string>(list: readonly { value: T }[], value: string | undefined) =>
  list.find((one) => one.value === value)?.value;

/** What an address asks for. Anything it may not say, it does not say. */
export const readAddress = (address: LibraryAddress): Asked => {
  const page = Number(address.page ?? 1);
  return {
    category: (address.cat ?? '').trim().slice(0, TEMPLATE_CATEGORY_LENGTH),
    q: (address.q ?? '').trim().slice(0, QUERY_LENGTH),
    width: known(WIDTHS, address.w) ?? null,
    sort: known(SORTS, address.sort) ?? 'usual',
    page: Number.isSafeInteger(page) && page > 0 && page <= MAX_PAGES ? page : 1,
    own: address.own === '1',
  };
};

/** The address of a changed view: from the first page on, unless a page is what changed. */
export const getAddress = (asked: Asked, change: Partial<Asked> = {}): LibraryAddress => {
  const { category, q, width, sort, page, own } = { ...asked, page: 1, ...change };
  return {
    ...(category ? { cat: category } : {}),
    ...(q ? { q } : {}),
    ...(width ? { w: width } : {}),
    ...(sort === 'usual' ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(own ? { own: '1' } : {}),
  };
};

export const getInput = (alias: string, asked: Asked): Input => ({
  alias,
  page: asked.page,
  pageSize: PAGE_SIZE,
  sort: asked.sort,
  ...(asked.category ? { category: asked.category } : {}),
  ...(asked.q ? { q: asked.q } : {}),
  ...(asked.width ? { width: asked.width } : {}),
});

export const isFiltered = ({ category, q, width }: Asked): boolean =>
  category !== '' || q !== '' || width !== null;
