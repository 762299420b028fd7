import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/** Releases the lock. */
export type Unlock = () => void;

/**
 * Takes the lock of an agent home, or returns null when another process holds it. It is a lock of the operating
 * system on a file, so it falls with the process, however that ends, and leaves nothing stale behind.
 */
export const takeLock = (home: string): Unlock | null => {
  const db = new DatabaseSync(join(home, 'lock.db'));
  try {
    db.exec('pragma journal_mode = off');
    db.exec('begin exclusive');
    return () => db.close();
  } catch {
    db.close();
    return null;
  }
};
