import type { Plugin } from 'vite';

/** Modules whose static imports every page of a software needs. */
const ROOTS = ['src/shell/entry/entry-client.tsx', 'src/routes/$soft.tsx?tsr-split=component'];

/**
 * Finds the modules that every page of a software loads at first. They are one file, because each
 * separate file repeats names and compresses by itself.
 */
export const createFirstModules = () => {
  const first = new Set<string>();
  const plugin: Plugin = {
    name: 'first-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(error) {
      if (error) return;
      const addModule = (id: string): void => {
        if (first.has(id)) return;
        first.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) addModule(next);
      };
      const ids = [...this.getModuleIds()];
      for (const root of ROOTS) {
        const id = ids.find((id) => id.endsWith(root));
        if (id === undefined) throw new Error(`the client build has no module ${root}`);
        addModule(id);
      }
    },
  };
  return { plugin, isFirst: (id: string): boolean => first.has(id) };
};
