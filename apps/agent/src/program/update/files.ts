import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { getFolder, jsonFile } from '../folder.ts';

/** A newer program lies beside the one that runs, and has to show that it comes up. */
export const trialFile = jsonFile(
  'update.json',
  z.object({
    version: z.string(),
    /** Starts of it that ended before it had come up. */
    tries: z.number().int(),
  }),
);

/** What became of the last one, for the client that runs now to tell. */
export const outcomeFile = jsonFile(
  'outcome.json',
  z.object({ version: z.string(), state: z.enum(['done', 'failed']), note: z.string() }),
);

const OLD = 'old-';

/** A file that is a running program cannot be deleted on Windows; it can be given another name. */
const outOfTheWay = (path: string): void => {
  if (!existsSync(path)) return;
  try {
    rmSync(path);
  } catch {
    renameSync(path, join(path, '..', `${OLD}${Date.now()}`));
  }
};

/** What was moved out of the way, as far as it can be deleted by now. */
export const forgetOld = (home: string): void => {
  const { path } = getFolder(home);
  if (!existsSync(path)) return;
  for (const name of readdirSync(path)) {
    if (!name.startsWith(OLD)) continue;
    try {
      rmSync(join(path, name));
    } catch {
      // It still runs.
    }
  }
};

/** The newer program has come up: it is the one that starts with the machine from now on, and the old one is kept. */
export const promote = (home: string): void => {
  const { current, next, previous } = getFolder(home);
  outOfTheWay(previous);
  renameSync(current, previous);
  try {
    renameSync(next, current);
  } catch (error) {
    renameSync(previous, current);
    throw error;
  }
};

/** Back to the one before. False when there is none. */
export const goBack = (home: string): boolean => {
  const { current, previous } = getFolder(home);
  if (!existsSync(previous)) return false;
  outOfTheWay(current);
  renameSync(previous, current);
  return true;
};

/** The newer program is no good. */
export const dropNext = (home: string): void => outOfTheWay(getFolder(home).next);
