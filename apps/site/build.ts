import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SiteBuild } from '@yunbiao/contract/api/site';
import { build } from 'vite';
import { mapRouteAssets, type ViteManifest } from './route-assets.ts';
import { createSharedModules } from './shared-modules.ts';

const root = import.meta.dirname;
const clientDir = join(root, 'dist/client');
const CLIENT_ENTRY = 'src/shell/entry/entry-client.tsx';
/**
 * Code that at least this many lazy chunks share goes into one chunk. Many small chunks cost more
 * requests and compress worse.
 */
const SHARED_BY_MANY = 32;
/**
 * Short names, because the entry contains the names of all chunks. The manifest maps them to their
 * modules.
 */
const CHUNK_NAMES = 'assets/[hash:7].js';
const SHEET_NAMES = 'assets/[hash:7].css';
const COMPRESSIBLE = /\.(js|css|svg|json|txt|wasm|ttf)$/;
/** Levels of compression. */
type Levels = { brotli: number; fontBrotli: number; gzip: number };
/**
 * Brotli 11 takes two seconds per font piece, and there are 58. Quality 5 takes one twentieth of
 * the time for five per cent more size.
 */
const FULL: Levels = { brotli: 11, fontBrotli: 5, gzip: 9 };
/** Compression for tests of a change: the same files, larger, for a tenth of the CPU. */
const QUICK: Levels = { brotli: 1, fontBrotli: 1, gzip: 1 };
/** Command line flag of a quick build, which compresses less. */
const QUICK_FLAG = '--quick';
/** Command line flag that compresses the files of an earlier quick build in full. */
const COMPRESS_FLAG = '--compress';

const precompressClientAssets = async (levels: Levels): Promise<void> => {
  const dir = join(clientDir, 'assets');
  for (const name of await readdir(dir)) {
    if (!COMPRESSIBLE.test(name)) continue;
    const bytes = await readFile(join(dir, name));
    if (bytes.length < 512) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: name.endsWith('.ttf') ? levels.fontBrotli : levels.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
    await writeFile(join(dir, `${name}.gz`), gzipSync(bytes, { level: levels.gzip }));
  }
};

/** Writes the description of the client build for the server: files by route. */
const writeRouteAssets = async (): Promise<void> => {
  const manifest = JSON.parse(
    await readFile(join(clientDir, '.vite/manifest.json'), 'utf8'),
  ) as ViteManifest;
  const assets = await mapRouteAssets({
    manifest,
    entry: CLIENT_ENTRY,
    routesDir: join(root, 'src/routes'),
  });
  const buildId = createHash('sha256')
    .update(JSON.stringify(assets))
    .update(JSON.stringify(manifest))
    .digest('hex')
    .slice(0, 12);
  const described: SiteBuild = { buildId, ...assets };
  await writeFile(join(root, 'dist/build.json'), `${JSON.stringify(described, null, 1)}\n`);
};

const buildClient = async (): Promise<void> => {
  const sharedModules = createSharedModules();
  await build({
    root,
    logLevel: 'warn',
    plugins: [sharedModules.plugin],
    build: {
      outDir: 'dist/client',
      emptyOutDir: true,
      // Import lists of lazy chunks would be in the entry and grow with each page. Style sheets stay
      // listed.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        input: CLIENT_ENTRY,
        output: {
          chunkFileNames: CHUNK_NAMES,
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.css'))
              ? SHEET_NAMES
              : 'assets/[name]-[hash][extname]',
          codeSplitting: {
            groups: [
              { name: 'shared', minShareCount: SHARED_BY_MANY },
              { name: 'pages', test: sharedModules.isCommonModule },
              {
                name: 'work',
                test: sharedModules.isWorkPageModule,
                includeDependenciesRecursively: false,
                priority: 2,
              },
            ],
          },
        },
      },
    },
  });
};

const buildServer = async (): Promise<void> => {
  await build({
    root,
    logLevel: 'warn',
    build: {
      outDir: 'dist/server',
      emptyOutDir: true,
      ssr: 'src/shell/entry/entry-server.tsx',
      manifest: false,
    },
  });
};

process.env.NODE_ENV = 'production';
if (!process.argv.includes(COMPRESS_FLAG)) {
  await buildClient();
  await buildServer();
  await writeRouteAssets();
}
await precompressClientAssets(process.argv.includes(QUICK_FLAG) ? QUICK : FULL);
