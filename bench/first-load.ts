import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * First-load JavaScript of the software home: every script its HTML requests before any interaction
 * (entry and modulepreloads), gzip 9, as the server sends it. Needs a build: `npm run build -w
 * @yunbiao/site`.
 */
const LIMIT_KB = 120;

type Build = {
  entry: string;
  shared: { preloads: string[]; css: string[] };
  routes: Record<string, { preloads: string[]; css: string[] }>;
};

const dist = join(import.meta.dirname, '../apps/site/dist');
const build = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as Build;

/** Routes rendered together: the software's layout and its home. */
const ROUTES = ['/$soft', '/$soft/'];

const gzipSize = async (path: string): Promise<number> =>
  gzipSync(await readFile(join(dist, 'client', path)), { level: 9 }).byteLength;

const listSizes = async (paths: Iterable<string>) =>
  Promise.all([...new Set(paths)].map(async (path) => ({ path, bytes: await gzipSize(path) })));

const own = ROUTES.flatMap((id) => build.routes[id] ?? []);
const scripts = await listSizes([
  build.entry,
  ...build.shared.preloads,
  ...own.flatMap((r) => r.preloads),
]);
const sheets = await listSizes([...build.shared.css, ...own.flatMap((r) => r.css)]);
const sum = (list: { bytes: number }[]): number => list.reduce((all, { bytes }) => all + bytes, 0);
const formatKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;
const manifest = JSON.parse(
  await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'),
) as Manifest;
const names = new Map(Object.values(manifest).map(({ file, name }) => [`/${file}`, name]));

for (const { path, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`${formatKilobytes(bytes)} kB  ${names.get(path) ?? path}`);
const total = sum(scripts);
console.log(
  `${formatKilobytes(total)} kB  first-load JavaScript of /{soft}, gzip (limit ${LIMIT_KB})`,
);
console.log(`${formatKilobytes(sum(sheets))} kB  style sheets beside it`);

/**
 * The part below the hero is a separate chunk, fetched while the hero hydrates, including its own
 * imports.
 */
const LOWER_HOME = 'src/features/software/home/lower-home-content.tsx';
const listFiles = (key: string): string[] => {
  const entry = manifest[key];
  return entry ? [`/${entry.file}`, ...(entry.imports ?? []).flatMap(listFiles)] : [];
};
const first = new Set(scripts.map(({ path }) => path));
const lower = await listSizes(listFiles(LOWER_HOME).filter((path) => !first.has(path)));
if (lower.length === 0) throw new Error(`${LOWER_HOME} is no file of its own in this build`);
console.log(`${formatKilobytes(sum(lower))} kB  the lower home, fetched after it`);
if (total > LIMIT_KB * 1000) {
  console.error(`first-load JavaScript is over ${LIMIT_KB} kB`);
  process.exitCode = 1;
}
