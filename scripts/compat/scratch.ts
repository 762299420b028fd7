import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';

/** Runs `work` with a temporary data folder that contains a migrated database, and removes the folder afterwards. */
export const runWithDataFolder = async <T>(
  work: (folder: string) => Promise<T> | T,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-compat-'));
  try {
    const db = openDatabase({ dataDir: folder });
    await migrate(db);
    await db.close();
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
