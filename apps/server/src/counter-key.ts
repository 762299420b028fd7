import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'counter.key';
const KEY = /^[0-9a-f]{64}$/;

/**
 * What counters are hashed with. Not in the database, nor in its backups: what people type into the field for the user
 * name may be a password. Another key, of a data folder that was restored, begins to count at 0.
 */
export const readCounterKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, FILE);
  const found = await readFile(path, 'utf8').catch(() => '');
  if (KEY.test(found)) return found;
  const made = randomBytes(32).toString('hex');
  await writeFile(path, made, { mode: 0o600 });
  return made;
};
