import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs, isSiteBuilt, isSiteBuiltQuickly, markSiteBuilt } from './inputs.mjs';
import { isInstalled, markInstalled } from './installed.mjs';
import { isNewEnough } from './runtime.mjs';

let root;
const putFile = (path, text) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const lock = (version) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/a': { version },
      'node_modules/b': { version, optional: true },
    },
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'setup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what is installed', () => {
  it('is nothing in a fresh clone', () => {
    putFile('package-lock.json', lock('1.0.0'));
    expect(isInstalled(root)).toBe(false);
  });

  it('is remembered, until the lock file changes', () => {
    putFile('package-lock.json', lock('1.0.0'));
    putFile('node_modules/x', '');
    markInstalled(root);
    expect(isInstalled(root)).toBe(true);
    putFile('package-lock.json', lock('1.1.0'));
    expect(isInstalled(root)).toBe(false);
  });

  it('is accepted when npm brought the same versions without us', () => {
    putFile('package-lock.json', lock('1.0.0'));
    putFile('node_modules/.package-lock.json', lock('1.0.0'));
    expect(isInstalled(root)).toBe(true);
  });

  it('is not accepted when npm brought another version', () => {
    putFile('package-lock.json', lock('1.1.0'));
    putFile('node_modules/.package-lock.json', lock('1.0.0'));
    expect(isInstalled(root)).toBe(false);
  });
});

describe('what is built', () => {
  beforeEach(() => {
    putFile('apps/site/src/a.tsx', 'a');
    putFile('packages/ui/src/b.css', 'b');
    putFile('apps/site/dist/client/c.js', 'c');
  });

  it('is built from exactly these sources', () => {
    expect(isSiteBuilt(root)).toBe(false);
    markSiteBuilt(root, hashInputs(root));
    expect(isSiteBuilt(root)).toBe(true);
  });

  it('is not built in full by the quick build, nor the other way round', () => {
    markSiteBuilt(root, hashInputs(root), { isQuick: true });
    expect([isSiteBuilt(root), isSiteBuiltQuickly(root)]).toEqual([false, true]);
    markSiteBuilt(root, hashInputs(root));
    expect([isSiteBuilt(root), isSiteBuiltQuickly(root)]).toEqual([true, false]);
  });

  it.each([
    ['a page', 'apps/site/src/a.tsx'],
    ['a package the site uses', 'packages/ui/src/b.css'],
    ['the model of the designer', 'packages/designer/src/edit.ts'],
    ['the GIF engine', 'packages/gif/src/index.ts'],
    ['a new file', 'packages/contract/src/calls.ts'],
    ['the lock file', 'package-lock.json'],
  ])('is out of date after a change of %s', (_, path) => {
    markSiteBuilt(root, hashInputs(root));
    putFile(path, 'changed');
    expect(isSiteBuilt(root)).toBe(false);
  });

  it.each([
    ['output', 'apps/site/dist/client/c.js'],
    ['a generated route tree', 'apps/site/src/routeTree.gen.ts'],
    ['a test', 'packages/ui/src/b.test.ts'],
    ['the server', 'apps/server/src/main.ts'],
  ])('stays up to date after a change of %s', (_, path) => {
    markSiteBuilt(root, hashInputs(root));
    putFile(path, 'changed');
    expect(isSiteBuilt(root)).toBe(true);
  });
});

describe('the runtime', () => {
  it.each(['v24.21.0', 'v24.30.1'])('accepts %s', (version) =>
    expect(isNewEnough(version)).toBe(true),
  );
  it.each(['v20.20.2', 'v24.9.0', 'v24.20.9', 'v25.0.0'])('refuses %s', (version) =>
    expect(isNewEnough(version)).toBe(false),
  );
});
