import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'counter.key';
const KEY = /^[0-9a-f]{64}$/;

/**
 * The key that names and addresses are hashed with before they are counted. It is neither in the database nor in its
 * backups, as a user name that was typed may be a password. With a new key, after a restore, every count begins at 0.
 */
export const readCounterKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, FILE);
  const found = await readFile(path, 'utf8').catch(() => '');
  if (KEY.test(found)) return found;
  const made = randomBytes(32).toString('hex');
  await writeFile(path, made, { mode: 0o600 });
  return made;
};
