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
import { decodeStamp, findStamp, STAMP_BYTES } from '@yunbiao/contract/program-stamp';
import { compareVersions } from '@yunbiao/contract/versions';
import { getCode, explain } from '../errors.ts';
import { getFolder } from './folder.ts';
import { AGENT_VERSION, IS_PROGRAM } from '../self.ts';
import { trialFile } from './update/files.ts';

/** The version of a program file; null for what is none of ours, or not whole. */
export const versionIn = (path: string): string | null => {
  try {
    const program = readFileSync(path);
    const at = findStamp(program);
    if (at === null) return null;
    return decodeStamp(program.subarray(at, at + STAMP_BYTES))?.version ?? null;
  } catch (error) {
    if (getCode(error) === 'ENOENT') return null;
    throw error;
  }
};

const copyWhole = (from: string, to: string): void => {
  const temporary = `${to}.new`;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(from, temporary, constants.COPYFILE_FICLONE);
    chmodSync(temporary, 0o700);
    renameSync(temporary, to);
  } catch (error) {
    throw explain(error, to) ?? error;
  } finally {
    rmSync(temporary, { force: true });
  }
};

const isWithin = (folder: string): boolean =>
  existsSync(folder) && dirname(realpathSync(process.execPath)) === realpathSync(folder);

/** Lies beside the one that runs, to be tried as an update is; resolves to its version. */
const putBeside = (home: string): string => {
  copyWhole(process.execPath, getFolder(home).next);
  trialFile.write(home, { version: AGENT_VERSION, tries: 0 });
  return AGENT_VERSION;
};

/**
 * Copies the program that was started, from wherever it was downloaded to, into its home: there it stays when the
 * download is deleted, and is updated. One that lies there already stays, unless this one is newer: that is tried as an
 * update is, with its version as the answer. Null: nothing is to be tried.
 */
export const putInPlace = (home: string): string | null => {
  if (!IS_PROGRAM) return null;
  const folder = getFolder(home);
  if (isWithin(folder.path)) return null;
  const there = existsSync(folder.current) ? versionIn(folder.current) : null;
  if (there === null) copyWhole(process.execPath, folder.current);
  else if (compareVersions(AGENT_VERSION, there) > 0) return putBeside(home);
  return null;
};
