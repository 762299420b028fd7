import type { Plugin } from 'vite';

const CHILDREN = /^(const \w+Children): \w+ = \{\n([^}]*)\}$/gm;

/**
 * Lists the children of routes instead of naming them: only the types need the names, and the first
 * load contains all of them.
 */
export const listRouteChildren = (source: string): string => {
  const listedSource = source.replace(
    CHILDREN,
    (_whole, name: string, pairs: string) => `${name} = [${pairs.replace(/\w+:\s+/g, '')}]`,
  );
  if (listedSource === source) throw new Error('the generated route tree names no children');
  return listedSource;
};

export const routeLists: Plugin = {
  name: 'route-lists',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /routeTree\.gen\.ts$/ },
    handler: (code) => ({ code: listRouteChildren(code), map: null }),
  },
};
