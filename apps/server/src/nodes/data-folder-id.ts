import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'folder.id';
const ID = /^[0-9a-f]{32}$/;

/**
 * Reads the id of a data folder, and writes a random one into a new folder. It survives restarts,
 * so that the homes of virtual printers are found again. Locked by the caller.
 */
export const readDataFolderId = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, FILE);
  const storedId = await readFile(path, 'utf8').catch(() => '');
  if (ID.test(storedId)) return storedId;
  const id = randomBytes(16).toString('hex');
  await writeFile(path, id, { mode: 0o600 });
  return id;
};
