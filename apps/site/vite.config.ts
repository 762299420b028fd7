import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createFirstModules } from './first-modules.ts';
import { routeLists } from './route-lists.ts';

/**
 * Class names are stable when lines of the file move. All classes of a file have the same suffix.
 */
const createScopedName = (name: string, file: string): string => {
  const place = relative(import.meta.dirname, file.split('?', 1)[0] ?? file);
  return `${name}_${createHash('sha256').update(place).digest('hex').slice(0, 4)}`;
};

/** Modules of the home page that many other pages also use. */
const FRAME = new RegExp(
  [
    'packages/ui/src/(css-vars|format|label/(bench|label-paper))',
    'packages/contract/src/site/file-size',
    'site/src/kit/software/(platform-names|platforms|files|download-button|stacked-text)',
    'site/src/features/software/(template|home/lower-home)',
  ]
    .map((part) => `${part}\\.tsx?$`)
    .join('|'),
);

/** The hero of a software's home page, with what its loader computes for it. */
const HOME = /site\/src\/features\/software\/(software-home-page|home\/(hero|lead-line))\.tsx?$/;

/** Listed by an index that the first modules import, but used later only. */
const LATER =
  /react-router\/dist\/esm\/useBlocker|packages\/ui\/src\/(badge|icon|theme-choice|overlay\/(dialog|questions))\./;

const firstModules = createFirstModules();

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders are in separate chunks, because the first page arrives with its data. The pending
      // component is in the chunk of the component, because each additional file is listed in the
      // first load of all pages.
      codeSplittingOptions: {
        defaultBehavior: [
          ['component'],
          ['loader', 'pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      addExtensions: true,
    }),
    react(),
    firstModules.plugin,
    routeLists,
  ],
  // React includes useSyncExternalStore. Its users need only the selector, not the shim for old
  // versions.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: { modules: { generateScopedName: createScopedName } },
  // ES format allows a worker to import code on demand, such as the video reader.
  worker: { format: 'es' },
  build: {
    // Disables advice for plugin authors in the build output.
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Precompressed by build.ts; the report would compress everything twice.
    reportCompressedSize: false,
    // A data: script or style would need a wider content security policy.
    assetsInlineLimit: 0,
  },
  ...(command === 'build' && {
    // One self-contained file with the production build of React, so that the server starts fast.
    ssr: { noExternal: true },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'first',
                    test: (id) => !LATER.test(id) && (firstModules.isFirst(id) || FRAME.test(id)),
                    priority: 1,
                  },
                  { name: 'home', test: HOME, priority: 1 },
                ],
              },
            },
          },
        },
      },
      ssr: {
        define: { 'process.env.NODE_ENV': '"production"' },
        // Loading a module in Node takes longer than rendering a small component, and a page has
        // four.
        build: { rolldownOptions: { output: { codeSplitting: false } } },
      },
    },
  }),
}));
