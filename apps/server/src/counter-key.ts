import { createHmac, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'counter.key';
const KEY = /^[0-9a-f]{64}$/;

/**
 * Loads the key that hashes names and addresses before they are counted. It is stored neither in
 * the database nor in backups, because a user may type a password as user name. After a restore
 * with a new key, every count starts at 0. Servers that share a database derive it from the key
 * they share.
 */
export const loadCounterKey = async ({
  dataDir,
  clusterKey,
}: {
  dataDir: string;
  clusterKey?: string | undefined;
}): Promise<string> => {
  if (clusterKey !== undefined)
    return createHmac('sha256', clusterKey).update('counter').digest('hex');
  const path = join(dataDir, FILE);
  const storedKey = await readFile(path, 'utf8').catch(() => '');
  if (KEY.test(storedKey)) return storedKey;
  const newKey = randomBytes(32).toString('hex');
  await writeFile(path, newKey, { mode: 0o600 });
  return newKey;
};
