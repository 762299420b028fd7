import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDaemonStatus } from '../daemon/status-file.ts';
import { readClientKey } from '../settings.ts';
import { panelFile } from './panel/address.ts';
import { updateProgramOptions, getProgramPaths } from './folder.ts';
import type { Log } from './log.ts';
import {
  removeNextProgram,
  restorePreviousProgram,
  outcomeFile,
  promoteNextProgram,
  trialFile,
} from './update/files.ts';

/** A newer program whose start must be tested. */
export type Trial = { version: string; tries: number };

/** Maximum number of failed starts. */
const MAX_TRIES = 3;
const POLL_MS = 100;

/** Reads the newer program that waits for its test; null when there is none. */
export const readPendingTrial = (home: string): Trial | null => {
  const trial = trialFile.read(home);
  if (!trial || existsSync(getProgramPaths(home).next)) return trial;
  trialFile.remove(home);
  return null;
};

const discardFailedVersion = (home: string, version: string, note: string): void => {
  removeNextProgram(home);
  trialFile.remove(home);
  updateProgramOptions(home, { refused: version });
  outcomeFile.write(home, { version, state: 'failed', note });
};

/**
 * Counts another start attempt. Returns null when the limit is reached; the version is rejected
 * then.
 */
export const countTrialStartOrReject = (home: string, trial: Trial, log: Log): Trial | null => {
  if (trial.tries < MAX_TRIES) {
    const next = { ...trial, tries: trial.tries + 1 };
    trialFile.write(home, next);
    return next;
  }
  log(`${trial.version} ${MAX_TRIES} 次都没有起来，留在原来的版本`);
  discardFailedVersion(home, trial.version, '新程序一启动就退出，已换回原来的版本');
  return null;
};

/** Whether it has started: connected to the site, or serving its page if not paired. */
const hasClientStarted = (home: string, pid: number): boolean => {
  if (!readClientKey(home)) return panelFile.read(home)?.pid === pid;
  const status = readDaemonStatus(home);
  return status?.pid === pid && status.connected;
};

/** Waits up to `ms` until a newer program has started. `ended`: its process has ended. */
export const waitForStart = async (
  home: string,
  pid: number,
  { ms, ended }: { ms: number; ended: () => boolean },
): Promise<'up' | 'ended' | 'late'> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(POLL_MS)) {
    if (ended()) return 'ended';
    if (hasClientStarted(home, pid)) return 'up';
  }
  return ended() ? 'ended' : 'late';
};

/** Makes the tested program the current one. */
export const promoteTriedProgram = (home: string, { version }: Trial, log: Log): void => {
  promoteNextProgram(home);
  trialFile.remove(home);
  outcomeFile.write(home, { version, state: 'done', note: '' });
  log(`已换成 ${version}`);
};

/** Rejects a program that ran without starting successfully. */
export const rejectTrialWithoutConnection = (home: string, { version }: Trial, log: Log): void => {
  log(`${version} 没有连上网站，留在原来的版本`);
  discardFailedVersion(home, version, '新程序没有连上网站，已换回原来的版本');
};

/** Reverts a program that started successfully and then crashed repeatedly. */
export const revertCrashingProgram = (home: string, version: string, log: Log): void => {
  if (!restorePreviousProgram(home)) return;
  log(`${version} 反复意外退出，换回原来的版本`);
  updateProgramOptions(home, { refused: version });
  outcomeFile.write(home, {
    version,
    state: 'failed',
    note: '新程序反复意外退出，已换回原来的版本',
  });
};
