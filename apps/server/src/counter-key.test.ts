import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadCounterKey } from './counter-key.ts';

const createFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'yb-key-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

it('is made once, for its own user alone, and is the same at every start', async () => {
  const dir = createFolder();
  const key = await loadCounterKey({ dataDir: dir });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadCounterKey({ dataDir: dir })).toBe(key);
  expect(statSync(join(dir, 'counter.key')).mode & 0o077).toBe(0);
  expect(await loadCounterKey({ dataDir: createFolder() })).not.toBe(key);
});

it('is replaced where the file is broken', async () => {
  const dir = createFolder();
  writeFileSync(join(dir, 'counter.key'), '');
  const key = await loadCounterKey({ dataDir: dir });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadCounterKey({ dataDir: dir })).toBe(key);
});

it('is the same on servers with the same cluster key, and none is stored', async () => {
  const [first, second] = [createFolder(), createFolder()];
  const clusterKey = 'k'.repeat(32);
  const key = await loadCounterKey({ dataDir: first, clusterKey });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadCounterKey({ dataDir: second, clusterKey })).toBe(key);
  expect(await loadCounterKey({ dataDir: second, clusterKey: 'l'.repeat(32) })).not.toBe(key);
  expect(readdirSync(first)).toEqual([]);
});
