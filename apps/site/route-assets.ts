import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };
export type ViteManifest = Record<string, Chunk>;

export type RouteAssets = {
  /** The entry script of the client. */
  entry: string;
  /** Scripts and style sheets that all pages need. */
  shared: { preloads: string[]; css: string[] };
  /** Route id → additional files of the page. */
  routes: Record<string, { preloads: string[]; css: string[] }>;
};

const SPLIT = 'tsr-split=component';

/** Collects a chunk and its static imports, without duplicates. */
const collectChunks = (
  manifest: ViteManifest,
  key: string,
  visited = new Set<string>(),
): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || visited.has(key)) return visited;
  visited.add(key);
  for (const next of chunk.imports ?? []) collectChunks(manifest, next, visited);
  return visited;
};

const listPreloadsAndStyles = (manifest: ViteManifest, keys: Iterable<string>) => {
  const preloads = new Set<string>();
  const css = new Set<string>();
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) continue;
    if (chunk.file.endsWith('.js')) preloads.add(`/${chunk.file}`);
    for (const sheet of chunk.css ?? []) css.add(`/${sheet}`);
  }
  return { preloads: [...preloads], css: [...css] };
};

/** Reads the route id from `createFileRoute('…')`. */
const getRouteId = (source: string): string | undefined =>
  /createFileRoute\(\s*'([^']+)'/.exec(source)?.[1];

/** Maps chunks to route ids, so that the head of a page can preload them. */
export const mapRouteAssets = async (input: {
  manifest: ViteManifest;
  entry: string;
  routesDir: string;
}): Promise<RouteAssets> => {
  const { manifest, entry, routesDir } = input;
  const entryChunk = manifest[entry];
  if (!entryChunk) throw new Error(`the client build has no entry ${entry}`);
  const sharedKeys = collectChunks(manifest, entry);
  const routes: RouteAssets['routes'] = {};
  for (const name of await readdir(routesDir, { recursive: true })) {
    const id = name.endsWith('.tsx')
      ? getRouteId(await readFile(join(routesDir, name), 'utf8'))
      : undefined;
    const key = `src/routes/${name.replaceAll('\\', '/')}?${SPLIT}`;
    if (!id || !manifest[key]) continue;
    const ownChunks = [...collectChunks(manifest, key)].filter((chunk) => !sharedKeys.has(chunk));
    // The server renders complete pages, so styles of code that loads later are needed from the
    // start.
    const later = ownChunks.flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []);
    const laterKeys = later
      .flatMap((chunk) => [...collectChunks(manifest, chunk)])
      .filter((chunk) => !sharedKeys.has(chunk));
    const { preloads, css } = listPreloadsAndStyles(manifest, ownChunks);
    routes[id] = {
      preloads,
      css: [...new Set([...css, ...listPreloadsAndStyles(manifest, laterKeys).css])],
    };
  }
  return {
    entry: `/${entryChunk.file}`,
    shared: listPreloadsAndStyles(manifest, sharedKeys),
    routes,
  };
};
