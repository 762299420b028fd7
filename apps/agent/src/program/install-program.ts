import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  decodeStamp,
  findSoleStampOffset,
  STAMP_BYTES,
} from '@yunbiao/contract/gateway/program-stamp';
import { compareVersions } from '@yunbiao/contract/gateway/versions';
import { getErrorCode, toUserErrorOrNull } from '../errors.ts';
import { getProgramPaths } from './folder.ts';
import { AGENT_VERSION, IS_PROGRAM } from '../self.ts';
import { trialFile } from './update/files.ts';

/** Reads the version of a program file; null when it is not ours or incomplete. */
export const readVersion = (path: string): string | null => {
  try {
    const program = readFileSync(path);
    const at = findSoleStampOffset(program);
    if (at === null) return null;
    return decodeStamp(program.subarray(at, at + STAMP_BYTES))?.version ?? null;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
};

const copyAtomically = (from: string, to: string): void => {
  const temporary = `${to}.new`;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(from, temporary, constants.COPYFILE_FICLONE);
    chmodSync(temporary, 0o700);
    renameSync(temporary, to);
  } catch (error) {
    throw toUserErrorOrNull(error, to) ?? error;
  } finally {
    rmSync(temporary, { force: true });
  }
};

const isRunningFrom = (folder: string): boolean =>
  existsSync(folder) && dirname(realpathSync(process.execPath)) === realpathSync(folder);

/** Installs this program as an update to be tested. Returns its version. */
const installForTrial = (home: string): string => {
  copyAtomically(process.execPath, getProgramPaths(home).next);
  trialFile.write(home, { version: AGENT_VERSION, tries: 0 });
  return AGENT_VERSION;
};

/**
 * Copies the started program into its home, where it stays when the download is deleted and where
 * it is updated. Keeps an installed program unless this one is newer; a newer one is tested like an
 * update, and its version is returned. Null when nothing needs testing.
 */
export const installProgram = (home: string): string | null => {
  if (!IS_PROGRAM) return null;
  const folder = getProgramPaths(home);
  if (isRunningFrom(folder.path)) return null;
  const installedVersion = existsSync(folder.current) ? readVersion(folder.current) : null;
  if (installedVersion === null) copyAtomically(process.execPath, folder.current);
  else if (compareVersions(AGENT_VERSION, installedVersion) > 0) return installForTrial(home);
  return null;
};
