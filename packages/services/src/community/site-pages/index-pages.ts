import type { Executor } from '@yunbiao/db';
import {
  buildPageIndex,
  extendPageIndex,
  type PageIndex,
} from '../../platform/page-search/page-index.ts';
import { listCommonPages } from './common-pages.ts';
import { OWN_PAGES_TAGS, type OwnPagesScope, readOwnPages } from './own-pages.ts';
import type { SitePage } from './site-page.ts';

type SiteIndex = PageIndex<SitePage>;

let commonIndex: Promise<SiteIndex> | undefined;

/** The index that those of all softwares share. */
const getCommonIndex = (): Promise<SiteIndex> => {
  if (commonIndex) return commonIndex;
  commonIndex = buildPageIndex(listCommonPages());
  // Retry after a failure.
  commonIndex.catch(() => {
    commonIndex = undefined;
  });
  return commonIndex;
};

type CachedIndex = {
  index: Promise<SiteIndex>;
  /** The own pages of the index. */
  content: string;
  /** Generations of what the pages show, and the time they hold from and until, epoch ms. */
  generations: string;
  from: number;
  until: number;
};

/** Softwares whose index is kept, of about 0.3 MB; the one that was used least recently goes first. */
const MAX_INDEXES = 100;
/** By software, in order of use. */
type Indexes = Map<number, CachedIndex>;
const indexesByDatabase = new WeakMap<Executor, Indexes>();

const getIndexes = (executor: Executor): Indexes => {
  const indexes = indexesByDatabase.get(executor) ?? new Map<number, CachedIndex>();
  indexesByDatabase.set(executor, indexes);
  return indexes;
};

const storeIndex = (indexes: Indexes, softwareId: number, entry: CachedIndex): void => {
  indexes.delete(softwareId);
  indexes.set(softwareId, entry);
  const [oldest] = indexes.keys();
  if (indexes.size > MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
};

/** Changes with the content that own pages show, also when another process changes it. */
const readGenerations = async (executor: Executor): Promise<string> => {
  const rows = await executor
    .selectFrom('content_generation')
    .selectAll()
    .where('tag', 'in', OWN_PAGES_TAGS)
    .orderBy('tag')
    .execute();
  return rows.map(({ tag, generation }) => `${tag} ${generation}`).join(' ');
};

/**
 * The index of a software. Its own pages are read again when the content of any software has
 * changed, and indexed again when they are others than before.
 */
export const getPageIndex = async (scope: OwnPagesScope): Promise<SiteIndex> => {
  const { executor, softwareId, now } = scope;
  const indexes = getIndexes(executor);
  // Before the pages: a change between the two is read with the next search.
  const generations = await readGenerations(executor);
  const cached = indexes.get(softwareId);
  if (cached?.generations === generations && cached.from <= now && now < cached.until) {
    storeIndex(indexes, softwareId, cached);
    return cached.index;
  }
  const { pages, until } = await readOwnPages(scope);
  const content = JSON.stringify(pages);
  const index =
    cached?.content === content
      ? cached.index
      : getCommonIndex().then((common) => extendPageIndex(common, pages));
  const entry = { index, content, generations, from: now, until };
  storeIndex(indexes, softwareId, entry);
  index.catch(() => {
    if (indexes.get(softwareId) === entry) indexes.delete(softwareId);
  });
  return index;
};
