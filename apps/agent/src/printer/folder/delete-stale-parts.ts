import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Age of an abandoned file, ms. Other clients may share the folder, and its clock may differ. */
const ABANDONED_MS = 86_400_000;

const PART_PATTERN = /^\.(?:[0-9a-f]{12}-[0-9a-f]{1,20}-\d{1,9}|yunbiao-test-\d{1,15})\.part$/;

/**
 * Deletes partial files of interrupted writers: those of this ledger (prefix `own`) except `open`,
 * which may be in use; of others only old ones.
 */
export const deleteStaleParts = async (
  folder: string,
  { own, open }: { own: string; open: ReadonlySet<string> },
): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!PART_PATTERN.test(name) || open.has(path)) continue;
    const isOwn = name.startsWith(`.${own}-`);
    const stats = await stat(path).catch(() => null);
    if (stats && (isOwn || Date.now() - stats.mtimeMs > ABANDONED_MS))
      // Another user's file that cannot be deleted does no harm.
      await rm(path, { force: true }).catch(() => undefined);
  }
};
