import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { buildSiteForTests } from '../../../../scripts/vitest/build-site.ts';
import { restrictDataFolder } from './private-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-private-'));
beforeAll(buildSiteForTests);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const getMode = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** All files of a folder with their permissions. */
const modesIn = (top: string): Record<string, string> =>
  Object.fromEntries(
    ['', ...readdirSync(top, { recursive: true, encoding: 'utf8' })].map((name) => [
      name,
      getMode(join(top, name)),
    ]),
  );

/** Runs the server until it is ready, calls `look`, and stops it. */
const whileRunning = async (dataDir: string, look: () => void): Promise<void> => {
  const child = spawn(process.execPath, [getProgramPath('apps/server/src/main.ts')], {
    env: { ...process.env, DATABASE_URL: '', PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'production' },
  });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('云标已启动')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('exit', () => reject(new Error(said)));
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  try {
    await ready;
    look();
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
};

const openFolder = (name: string): string => {
  const made = join(folder, name);
  mkdirSync(made);
  chmodSync(made, 0o755);
  return made;
};
const openFile = (path: string): void => {
  writeFileSync(path, '');
  chmodSync(path, 0o644);
};

describe.skipIf(!process.getuid)('what the site keeps', () => {
  it('is made for its own user only', async () => {
    const dataDir = join(folder, 'new');
    await whileRunning(dataDir, () => {
      const modes = modesIn(dataDir);
      expect(modes).toMatchObject({
        '': '700',
        'yunbiao.db': '600',
        'yunbiao.db-wal': '600',
        'yunbiao.db-shm': '600',
        files: '700',
        'demo-member.txt': '600',
      });
      const others = Object.entries(modes).filter(([, mode]) => !/^[67]00$/.test(mode));
      expect(others).toEqual([]);
      expect(Object.keys(modes).filter((name) => name.startsWith('files/')).length).toBeGreaterThan(
        3,
      );
    });
  });

  it('is closed at the next start where an earlier version left it open', async () => {
    const dataDir = join(folder, 'new');
    for (const name of Object.keys(modesIn(dataDir))) {
      const path = join(dataDir, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    await whileRunning(dataDir, () => {
      const open = Object.entries(modesIn(dataDir)).filter(([, mode]) => !/^[67]00$/.test(mode));
      expect(open).toEqual([]);
    });
  });

  it('is closed without touching files of another user beside it, and says so', async () => {
    const home = openFolder('home');
    openFile(join(home, 'yunbiao.db'));
    openFile(join(home, 'letter.txt'));
    mkdirSync(join(home, 'files'), { mode: 0o755 });
    symlinkSync(join(home, 'letter.txt'), join(home, 'files', 'link'));
    const told: string[] = [];
    await restrictDataFolder(home, { warn: (sentence) => void told.push(sentence) });
    expect(modesIn(home)).toMatchObject({
      '': '755',
      'letter.txt': '644',
      'yunbiao.db': '600',
      files: '700',
    });
    expect(told).toEqual([expect.stringContaining(`权限没有改：${home}。`)]);
  });

  it('is closed with the folder where nothing else lies in it', async () => {
    const own = openFolder('own');
    const names = ['yunbiao.db', 'counter.key', 'server.lock', 'write-probe'];
    for (const name of names) openFile(join(own, name));
    const told: string[] = [];
    await restrictDataFolder(own, { warn: (sentence) => void told.push(sentence) });
    const closed = Object.fromEntries(names.map((name) => [name, '600']));
    expect([modesIn(own), told]).toEqual([{ '': '700', ...closed }, []]);
  });

  it('never closes a folder that is meant for many', async () => {
    const shared = openFolder('tmp');
    chmodSync(shared, 0o1777);
    const told: string[] = [];
    await restrictDataFolder(shared, { warn: (sentence) => void told.push(sentence) });
    expect([getMode(shared), told.length]).toEqual(['1777', 1]);
  });
});
