import type { Plugin } from 'vite';

const ENTRY = 'src/shell/entry/entry-client.tsx';
/** Parts of a page that the router loads by themselves. */
const PART = 'tsr-split=';
/** Work pages: a member's pages, the designer, the form of a question. */
const WORK_PAGE = /\/routes\/\$soft\.(?:user\.|qa\.ask|tools\.(?:temp|design-))/;

/** Maximum size of a common module, characters: every page loads it, also those without need of it. */
const MAX_SHARED_SOURCE = 4000;
/** Minimum number of pages that import a common module. */
const MIN_PAGES = 10;
/** Minimum number of work pages that import a module of their chunk. */
const MIN_WORK_PAGES = 3;

type Graph = {
  getModuleIds: () => Iterable<string>;
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; code: string | null } | null | undefined;
};

/** Adds a module and its static imports. */
const collectImports = (graph: Graph, id: string, collected = new Set<string>()): Set<string> => {
  if (collected.has(id)) return collected;
  collected.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
    collectImports(graph, next, collected);
  return collected;
};

/** Modules by page file: the page's parts and their static imports. */
const listPageModules = (graph: Graph, ids: readonly string[]): Map<string, Set<string>> => {
  const pages = new Map<string, Set<string>>();
  for (const id of ids) {
    if (!id.includes(PART)) continue;
    const page = id.slice(0, id.indexOf('?'));
    pages.set(page, collectImports(graph, id, pages.get(page)));
  }
  return pages;
};

/**
 * Finds modules that many pages share, for two chunks. In files of their own they would be dozens of
 * requests for a few hundred bytes each. Common modules are imported by pages of every kind. Work
 * page modules are imported by work pages only: no module outside their chunk depends on them, so
 * the chunks do not import each other in a circle.
 */
export const createSharedModules = () => {
  const workPageModules = new Set<string>();
  const commonModules = new Set<string>();
  const plugin: Plugin = {
    name: 'shared-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(error) {
      if (error) return;
      const ids = [...this.getModuleIds()];
      const pages = [...listPageModules(this, ids)];
      const publicPages = pages.filter(([page]) => !WORK_PAGE.test(page));
      const entry = ids.filter((id) => id.endsWith(ENTRY));
      const publicModules = new Set([
        ...entry.flatMap((id) => [...collectImports(this, id)]),
        ...publicPages.flatMap(([, modules]) => [...modules]),
      ]);
      for (const id of new Set(pages.flatMap(([, modules]) => [...modules]))) {
        const users = pages.filter(([, modules]) => modules.has(id));
        const workUsers = users.filter(([page]) => WORK_PAGE.test(page));
        const isSmall = (this.getModuleInfo(id)?.code?.length ?? 0) <= MAX_SHARED_SOURCE;
        if (!publicModules.has(id)) {
          // Of any size: at least as many work pages need its imports.
          if (workUsers.length >= MIN_WORK_PAGES) workPageModules.add(id);
        } else if (isSmall && users.length >= MIN_PAGES) commonModules.add(id);
      }
    },
  };
  return {
    plugin,
    isWorkPageModule: (id: string): boolean => workPageModules.has(id),
    isCommonModule: (id: string): boolean => commonModules.has(id),
  };
};
