import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { migrate, openDatabase } from '@yunbiao/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupTo } from './backup.ts';
import { readConfig } from './config.ts';

const COUNT = 300;

let dataDir: string;
let target: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'yb-backup-'));
  target = join(dataDir, 'copy');
  const db = openDatabase({ dataDir });
  await migrate(db);
  await db.close();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const addFiles = (folder: string, count: number): void => {
  mkdirSync(join(dataDir, 'files', folder), { recursive: true });
  for (let i = 0; i < count; i += 1)
    writeFileSync(join(dataDir, 'files', folder, `${i}.webp`), 'bytes');
};

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Backs up, and removes the folder's files as soon as the first of them has been copied. */
const backupWhileRemoving = async (folder: string): Promise<void> => {
  let isOver = false;
  const removing = async (): Promise<void> => {
    while (!isOver && filesIn(join(target, 'files', folder)).length === 0) await turn();
    for (const name of filesIn(join(dataDir, 'files', folder)))
      rmSync(join(dataDir, 'files', folder, name));
  };
  const backup = backupTo(readConfig({ DATA_DIR: dataDir }), target).finally(() => (isOver = true));
  await Promise.all([backup, removing()]);
};

describe('a backup of files of which some are removed meanwhile', () => {
  it('goes on without pictures', async () => {
    addFiles('downloads/1', 3);
    addFiles('uploads', COUNT);
    await backupWhileRemoving('uploads');
    const copied = filesIn(join(target, 'files/uploads')).length;
    expect([copied > 0, copied < COUNT]).toEqual([true, true]);
    expect(filesIn(join(target, 'files/downloads/1'))).toHaveLength(3);
  });

  it('is none without a download, which its rows offer', async () => {
    addFiles('downloads/1', COUNT);
    await expect(backupWhileRemoving('downloads/1')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(target)).toBe(false);
  });
});
