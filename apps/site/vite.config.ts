import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A class has the same name however the lines of its file move; the classes of a file end alike. */
const scopedName = (name: string, file: string): string => {
  const place = relative(import.meta.dirname, file.split('?', 1)[0] ?? file);
  return `${name}_${createHash('sha256').update(place).digest('hex').slice(0, 4)}`;
};

/** What header, footer and home are made of, and other pages as well. */
const FRAME = new RegExp(
  [
    'packages/ui/src/(menu|focus|vars|bench|label-paper)',
    'packages/contract/src/file-size',
    'site/src/kit/(site/login-link|software/(find-form|platform-names))',
    'site/src/features/software/(platforms|files|template)',
  ]
    .map((part) => `${part}\\.tsx?$`)
    .join('|'),
);

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders too: the first page comes with its data, so it need not fetch the code that would get it. With what is
      // shown meanwhile, which is wanted at the same moment: each file more is named in the first load of every page.
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
  ],
  // React has had useSyncExternalStore for long: its users need the selector, not the shim for older Reacts.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // A worker fetches what only some of its work needs when it needs it: the reader of videos.
  worker: { format: 'es' },
  build: {
    // Advice for those who write plugins, in the first thing a newcomer sees.
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
    // One self-contained file: the server starts without reading hundreds of modules, with React's production build.
    ssr: { noExternal: true },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // Small parts that every first page has: as files of their own each would pay for its frame.
                groups: [{ name: 'frame', test: FRAME }],
              },
            },
          },
        },
      },
      ssr: {
        define: { 'process.env.NODE_ENV': '"production"' },
        // Asking Node for a module again takes longer than a small component does, and a page asks for four.
        build: { rolldownOptions: { output: { codeSplitting: false } } },
      },
    },
  }),
}));
