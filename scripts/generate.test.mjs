import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateRouteTree } from './generate.mjs';
import { generateMigrationsSource } from './lib/migrations-source.mjs';
import { root } from './lib/runtime.mjs';

it('the route tree is made again once something it is made from is newer, and not twice', () => {
  const tree = join(root, 'apps/site/src/routeTree.gen.ts');
  const madeAt = () => statSync(tree).mtimeMs;
  utimesSync(tree, 0, 0);
  expect(generateRouteTree()).toBe(true);
  const first = madeAt();
  expect(first).toBeGreaterThan(0);
  expect(generateRouteTree()).toBe(true);
  expect(madeAt()).toBe(first);
});

it('the list of migrations is what npm run generate makes of their folder', () => {
  const folder = join(root, 'packages/db/src/migrations');
  const source = readFileSync(join(folder, 'index.gen.ts'), 'utf8');
  expect(source).toBe(generateMigrationsSource(readdirSync(folder)));
});
