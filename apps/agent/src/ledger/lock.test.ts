import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { acquireHomeLock } from './lock.ts';

const newHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'yb-lock-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
};

it('is taken by one at a time', () => {
  const home = newHome();
  const unlock = acquireHomeLock(home);
  expect(unlock).not.toBeNull();
  expect(acquireHomeLock(home)).toBeNull();
  unlock?.();
  const next = acquireHomeLock(home);
  expect(next).not.toBeNull();
  next?.();
});

it('falls with its process, however that ends', async () => {
  const home = newHome();
  const script = `const {acquireHomeLock}=await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))});
    acquireHomeLock(${JSON.stringify(home)}); console.log('taken'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
  ]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(acquireHomeLock(home)).toBeNull();
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const unlock = acquireHomeLock(home);
  expect(unlock).not.toBeNull();
  unlock?.();
});
