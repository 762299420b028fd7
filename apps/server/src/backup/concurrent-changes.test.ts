import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { migrate, openDatabase } from '@yunbiao/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackup } from '../backup.ts';
import { readConfig } from '../config/config.ts';

const COUNT = 300;

let folder: string;
let dataDir: string;
let target: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-backup-'));
  dataDir = join(folder, 'data');
  target = join(folder, 'copy');
  const db = openDatabase({ dataDir });
  await migrate(db);
  await db.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const addFiles = (where: string, count: number): void => {
  mkdirSync(join(dataDir, 'files', where), { recursive: true });
  for (let i = 0; i < count; i += 1)
    writeFileSync(join(dataDir, 'files', where, `${i}.webp`), 'bytes');
};

const filesIn = (where: string): string[] => (existsSync(where) ? readdirSync(where) : []);

/** Runs a backup, and removes the folder's files as soon as the first of them has been copied. */
const backupWhileRemoving = async (where: string): Promise<void> => {
  let isOver = false;
  const removeFile = async (): Promise<void> => {
    while (!isOver && filesIn(join(target, 'files', where)).length === 0) await turn();
    for (const name of filesIn(join(dataDir, 'files', where)))
      rmSync(join(dataDir, 'files', where, name));
  };
  const backup = createBackup(readConfig({ DATA_DIR: dataDir }), target).finally(
    () => (isOver = true),
  );
  await Promise.all([backup, removeFile()]);
};

describe('a backup of files of which some are removed during it', () => {
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

it('a backup that is interrupted keeps the folder it was given and what others put there', async () => {
  addFiles('downloads/1', COUNT);
  mkdirSync(target);
  const controller = new AbortController();
  const backup = createBackup(readConfig({ DATA_DIR: dataDir }), target, {
    signal: controller.signal,
  });
  const ending = backup.catch((error: unknown) => String(error));
  while (filesIn(join(target, 'files/downloads/1')).length === 0) await turn();
  writeFileSync(join(target, 'other-file'), 'precious');
  controller.abort();
  expect(await ending).toContain('备份被打断了，没有留下什么。');
  expect(readdirSync(target)).toEqual(['other-file']);
});
