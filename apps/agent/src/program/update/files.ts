import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { getProgramPaths, createJsonFileAccess } from '../folder.ts';

/** State of a newer program whose start must be tested. */
export const trialFile = createJsonFileAccess(
  'update.json',
  z.object({
    version: z.string(),
    /** Number of failed starts. */
    tries: z.number().int(),
  }),
);

/** Result of the last test, for the running client to report. */
export const outcomeFile = createJsonFileAccess(
  'outcome.json',
  z.object({ version: z.string(), state: z.enum(['done', 'failed']), note: z.string() }),
);

const OLD = 'old-';

/** A running program's file cannot be deleted on Windows, but it can be renamed. */
const removeOrRenameProgram = (path: string): void => {
  if (!existsSync(path)) return;
  try {
    rmSync(path);
  } catch {
    renameSync(path, join(path, '..', `${OLD}${Date.now()}`));
  }
};

/** Deletes renamed programs that are no longer running. */
export const deleteRenamedPrograms = (home: string): void => {
  const { path } = getProgramPaths(home);
  if (!existsSync(path)) return;
  for (const name of readdirSync(path)) {
    if (!name.startsWith(OLD)) continue;
    try {
      rmSync(join(path, name));
    } catch {
      // The program still runs and cannot be deleted yet.
    }
  }
};

/** Makes the tested program the one that starts with the system, and keeps the old one. */
export const promoteNextProgram = (home: string): void => {
  const { current, next, previous } = getProgramPaths(home);
  removeOrRenameProgram(previous);
  renameSync(current, previous);
  try {
    renameSync(next, current);
  } catch (error) {
    renameSync(previous, current);
    throw error;
  }
};

/** Restores the previous program. Returns false when there is none. */
export const restorePreviousProgram = (home: string): boolean => {
  const { current, previous } = getProgramPaths(home);
  if (!existsSync(previous)) return false;
  removeOrRenameProgram(current);
  renameSync(previous, current);
  return true;
};

/** Removes a failed newer program. */
export const removeNextProgram = (home: string): void =>
  removeOrRenameProgram(getProgramPaths(home).next);
