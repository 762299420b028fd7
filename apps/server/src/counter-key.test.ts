import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const key = await loadCounterKey(dir);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadCounterKey(dir)).toBe(key);
  expect(statSync(join(dir, 'counter.key')).mode & 0o077).toBe(0);
  expect(await loadCounterKey(createFolder())).not.toBe(key);
});

it('is replaced where the file is broken', async () => {
  const dir = createFolder();
  writeFileSync(join(dir, 'counter.key'), '');
  const key = await loadCounterKey(dir);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await loadCounterKey(dir)).toBe(key);
});
