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

/** Returns the index of the common pages, which the indexes of all softwares share. */
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
  /** What the pages show, and the time they hold from and until, epoch ms: always until they are read. */
  generation: number;
  from: number;
  until: number;
  /** Once they are read, also while they are indexed. */
  own?: { content: string; index: Promise<SiteIndex> };
  index: Promise<SiteIndex>;
};

/** Softwares whose index is kept, of about 0.3 MB; the one that was used least recently goes first. */
const MAX_INDEXES = 100;
/** Indexes by id of the software, least recently used first. */
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

/** Grows with the content that own pages show, also when another process changes it. */
const readGeneration = async (executor: Executor): Promise<number> => {
  const rows = await executor
    .selectFrom('content_generation')
    .select('generation')
    .where('tag', 'in', OWN_PAGES_TAGS)
    .execute();
  return rows.reduce((sum, { generation }) => sum + generation, 0);
};

/** Reads the own pages of an entry, and indexes them if they are others than those of `last`. */
const buildIndex = async (
  scope: OwnPagesScope,
  entry: Omit<CachedIndex, 'index'>,
  last: CachedIndex | undefined,
): Promise<SiteIndex> => {
  const { pages, until } = await readOwnPages(scope);
  const content = JSON.stringify(pages);
  const index =
    last?.own?.content === content
      ? last.own.index
      : getCommonIndex().then((common) => extendPageIndex(common, pages));
  Object.assign(entry, { from: scope.now, until, own: { content, index } });
  return index;
};

/**
 * The index of a software, one for all who ask at once. Its own pages are read again when the
 * content of any software has changed, and indexed again when they are others than before.
 */
export const getPageIndex = async (scope: OwnPagesScope): Promise<SiteIndex> => {
  const { executor, softwareId, now } = scope;
  const indexes = getIndexes(executor);
  // Before the pages: a change between the two is read with the next search.
  const generation = await readGeneration(executor);
  // No wait from here to the store: a newer entry is never replaced by an older one.
  const cached = indexes.get(softwareId);
  if (cached && cached.generation >= generation && cached.from <= now && now < cached.until) {
    storeIndex(indexes, softwareId, cached);
    return cached.index;
  }
  const emptyIndex = {
    generation: Math.max(generation, cached?.generation ?? 0),
    from: -Infinity,
    until: Infinity,
  };
  const entry: CachedIndex = Object.assign(emptyIndex, {
    index: buildIndex(scope, emptyIndex, cached),
  });
  storeIndex(indexes, softwareId, entry);
  entry.index.catch(() => {
    if (indexes.get(softwareId) === entry) indexes.delete(softwareId);
  });
  return entry.index;
};
