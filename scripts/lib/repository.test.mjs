import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listSources } from './repository.mjs';

it('lists sources, and neither packages, outputs nor the data of a server', () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = ['a.json', 'apps/site/src/data/b.tsx', 'packages/c/d.py'];
  const others = ['README.md', 'data/e.json', 'node_modules/f.js', 'apps/site/dist/g.js'];
  for (const path of [...files, ...others]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  expect(listSources(root)).toEqual(files.map((path) => ({ path, text: path })));
});
