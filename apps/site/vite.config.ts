import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      addExtensions: true,
    }),
    react(),
  ],
  build: {
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
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
}));
