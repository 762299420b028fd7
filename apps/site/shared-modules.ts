import type { Plugin } from 'vite';

const ENTRY = 'src/shell/entry/entry-client.tsx';
/** Parts of a page that the router loads by themselves. */
const PART = 'tsr-split=';
/** Pages of work: a member's, the designer, the form of a question. */
const WORK = /\/routes\/\$soft\.(?:user\.|qa\.ask|tools\.(?:temp|design-))/;

/** A larger module would be too much for a page that does not need it, characters. */
const MAX_SHARED_SOURCE = 4000;
/** Pages of all that a module is for, to be in the chunk of all pages. */
const MIN_PAGES = 10;
/** Pages of work that a module is for, to be in their chunk. */
const MIN_WORK_PAGES = 3;

type Graph = {
  getModuleIds: () => Iterable<string>;
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; code: string | null } | null | undefined;
};

/** Adds a module and its static imports. */
const collectImports = (graph: Graph, id: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(graph, next, seen);
  return seen;
};

/** Modules by page file, with all that the page's parts import. */
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
 * Finds small modules that many pages share. By themselves they would be dozens of files of a few
 * hundred bytes each, and a request takes the browser longer than their code. `isOfWork`: only
 * pages of work import it, so nothing outside depends on it and its imports may stay where they are
 * without a circle of chunks.
 */
export const createSharedModules = () => {
  const ofWork = new Set<string>();
  const ofAll = new Set<string>();
  const plugin: Plugin = {
    name: 'shared-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(error) {
      if (error) return;
      const ids = [...this.getModuleIds()];
      const pages = [...listPageModules(this, ids)];
      const readers = pages.filter(([page]) => !WORK.test(page));
      const entry = ids.filter((id) => id.endsWith(ENTRY));
      const read = new Set([
        ...entry.flatMap((id) => [...collectImports(this, id)]),
        ...readers.flatMap(([, modules]) => [...modules]),
      ]);
      for (const id of new Set(pages.flatMap(([, modules]) => [...modules]))) {
        const users = pages.filter(([, modules]) => modules.has(id));
        const workUsers = users.filter(([page]) => WORK.test(page));
        const isSmall = (this.getModuleInfo(id)?.code?.length ?? 0) <= MAX_SHARED_SOURCE;
        if (!read.has(id)) {
          // Of any size: its imports are for as many pages.
          if (workUsers.length >= MIN_WORK_PAGES) ofWork.add(id);
        } else if (isSmall && users.length >= MIN_PAGES) ofAll.add(id);
      }
    },
  };
  return {
    plugin,
    isOfWork: (id: string): boolean => ofWork.has(id),
    isOfAll: (id: string): boolean => ofAll.has(id),
  };
};
