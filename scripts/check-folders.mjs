// No two folders of a package or an app, nor two of the site's kit, shell or features, may need each other: what both use belongs below them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/runtime.mjs';
import { folderCircles } from './lint/folder-circles.mjs';

const sources = globSync(['{packages,apps}/*/src', 'apps/site/src/{kit,shell,features}'], {
  cwd: root,
});
const circles = sources.flatMap((source) =>
  folderCircles(
    source,
    globSync(`${source}/**/*.{ts,tsx}`, { cwd: root })
      // The router's generated tree names every route, and is named by the router.
      .filter((path) => !path.endsWith('.gen.ts'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  ),
);
for (const circle of circles) console.error(circle);
process.exit(circles.length === 0 ? 0 : 1);
