import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createBackup } from '../../apps/server/src/backup.ts';
import { DUMP_NAME } from '../../apps/server/src/backup/dump-postgres.ts';
import { UNFINISHED_MARKER } from '../../apps/server/src/backup/target.ts';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { getDemoMemberPath } from '@yunbiao/sample';

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const writeDummyFile = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'x');
};

/** Names of the files in a backup, taken from a real one. */
export const collectBackup = async (dataDir: string): Promise<string[]> => {
  writeDummyFile(join(dataDir, 'files/downloads/key'));
  writeDummyFile(join(dataDir, 'files/uploads/key'));
  writeDummyFile(getDemoMemberPath(dataDir));
  const folder = mkdtempSync(join(tmpdir(), 'yb-compat-backup-'));
  try {
    await createBackup(readConfig({ DATA_DIR: dataDir }), folder);
    return [...listFiles(folder), `${DUMP_NAME} (PostgreSQL)`, `${UNFINISHED_MARKER} (unfinished)`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
