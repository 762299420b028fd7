import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Whatever has not been written for so long is written by nobody, ms: other clients may share the folder, and its clock differ. */
const OLD_MS = 86_400_000;

const PART = /^\.(?:[0-9a-f]{12}-[0-9a-f]{1,20}-\d{1,9}|yunbiao-test-\d{1,15})\.part$/;

/**
 * Removes what writers left that were ended in the middle: of this ledger, which begins with `own`, all but `open`, which
 * somebody here may be writing; of others, what is old.
 */
export const clearAway = async (
  folder: string,
  { own, open }: { own: string; open: ReadonlySet<string> },
): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!PART.test(name) || open.has(path)) continue;
    const isOwn = name.startsWith(`.${own}-`);
    const written = await stat(path).catch(() => null);
    if (written && (isOwn || Date.now() - written.mtimeMs > OLD_MS))
      // Somebody else's, who lets nobody remove it: it is in nobody's way.
      await rm(path, { force: true }).catch(() => undefined);
  }
};
