import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };
export type ViteManifest = Record<string, Chunk>;

export type RouteAssets = {
  /** The client's entry script. */
  entry: string;
  /** Scripts and sheets every page needs. */
  shared: { preloads: string[]; css: string[] };
  /** Route id → what its page needs beyond that. */
  routes: Record<string, { preloads: string[]; css: string[] }>;
};

const SPLIT = 'tsr-split=component';

/** Everything a chunk needs before it can run: itself and its static imports, each once. */
const closure = (manifest: ViteManifest, key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, seen);
  return seen;
};

const listFiles = (manifest: ViteManifest, keys: Iterable<string>) => {
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

/** The route a file declares, read from its own `createFileRoute('…')`. */
const getRouteId = (source: string): string | undefined =>
  /createFileRoute\(\s*'([^']+)'/.exec(source)?.[1];

/** Maps the bundler's chunks to route ids, so that a page's head can preload what it will need. */
export const routeAssets = async (input: {
  manifest: ViteManifest;
  entry: string;
  routesDir: string;
}): Promise<RouteAssets> => {
  const { manifest, entry, routesDir } = input;
  const entryChunk = manifest[entry];
  if (!entryChunk) throw new Error(`the client build has no entry ${entry}`);
  const sharedKeys = closure(manifest, entry);
  const routes: RouteAssets['routes'] = {};
  for (const name of await readdir(routesDir, { recursive: true })) {
    const id = name.endsWith('.tsx')
      ? getRouteId(await readFile(join(routesDir, name), 'utf8'))
      : undefined;
    const key = `src/routes/${name.replaceAll('\\', '/')}?${SPLIT}`;
    if (!id || !manifest[key]) continue;
    const own = [...closure(manifest, key)].filter((chunk) => !sharedKeys.has(chunk));
    // The server renders whole pages: what comes to the browser's code later has its looks from the start.
    const later = own.flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []);
    const laterKeys = later
      .flatMap((chunk) => [...closure(manifest, chunk)])
      .filter((chunk) => !sharedKeys.has(chunk));
    const { preloads, css } = listFiles(manifest, own);
    routes[id] = { preloads, css: [...new Set([...css, ...listFiles(manifest, laterKeys).css])] };
  }
  return { entry: `/${entryChunk.file}`, shared: listFiles(manifest, sharedKeys), routes };
};
