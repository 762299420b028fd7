import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = { buildId: 'none', entry: '', shared: { preloads: [], css: [] }, routes: {} };

/** Creates a built site without pages, for a server of which no page is requested. */
export const makeStubSite = (folder: string): string => {
  const dist = join(folder, 'dist');
  for (const name of ['client/assets', 'server']) mkdirSync(join(dist, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dist, 'build.json'), JSON.stringify(BUILD));
  const site = 'export const site = { rules: { pages: [], redirects: [] } };';
  writeFileSync(join(dist, 'server/entry-server.js'), site);
  return folder;
};
