import type { SiteBuild } from '@yunbiao/contract/api/site';
import { expect, it } from 'vitest';
import { insertPreloadLinks } from './module-preloads.ts';

const build: SiteBuild = {
  buildId: 'b',
  entry: '/e.js',
  shared: { preloads: ['/e.js'], css: [] },
  routes: {
    '/$soft': { preloads: ['/soft.js', '/focus.js'], css: [] },
    '/$soft/user': { preloads: ['/user.js', '/focus.js'], css: [] },
  },
};

const listFiles = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)" fetchPriority="low"\/>/g)].map(
    ([, file]) => file,
  );

it('names the code of the routes at the end of the head, each file once', () => {
  const page = '<html><head><title>标签</title></head><body>x</body></html>';
  const made = insertPreloadLinks(page, build, ['__root__', '/$soft', '/$soft/user']).join('');
  expect(listFiles(made)).toEqual(['/e.js', '/soft.js', '/focus.js', '/user.js']);
  expect(made.replace(/<link [^>]*>/g, '')).toBe(page);
  expect(made).toMatch(/low"\/><\/head><body>x<\/body><\/html>$/);
  expect(listFiles(insertPreloadLinks(page, build, ['__root__']).join(''))).toEqual(['/e.js']);
});

it('leaves what has no head alone', () => {
  expect(insertPreloadLinks('<p>x</p>', build, [])).toEqual(['<p>x</p>']);
});
