import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStatus } from '../daemon/status-file.ts';
import { readKey } from '../settings.ts';
import { deskFile } from './desk/address.ts';
import { changeOptions, getFolder } from './folder.ts';
import type { Log } from './log.ts';
import { dropNext, goBack, outcomeFile, promote, trialFile } from './update/files.ts';

/** A newer program that has to show that it comes up. */
export type Trial = { version: string; tries: number };

/** Starts that may end before it has come up. */
const MAX_TRIES = 3;
const LOOK_MS = 100;

/** The newer program that waits to be tried; null when there is none. */
export const waitingTrial = (home: string): Trial | null => {
  const trial = trialFile.read(home);
  if (!trial || existsSync(getFolder(home).next)) return trial;
  trialFile.remove(home);
  return null;
};

const refuse = (home: string, version: string, note: string): void => {
  dropNext(home);
  trialFile.remove(home);
  changeOptions(home, { refused: version });
  outcomeFile.write(home, { version, state: 'failed', note });
};

/** Another start of it; null when it had enough of them, and is given up. */
export const nextTry = (home: string, trial: Trial, log: Log): Trial | null => {
  if (trial.tries < MAX_TRIES) {
    const next = { ...trial, tries: trial.tries + 1 };
    trialFile.write(home, next);
    return next;
  }
  log(`${trial.version} ${MAX_TRIES} 次都没有起来，留在原来的版本`);
  refuse(home, trial.version, '新程序一启动就退出，已换回原来的版本');
  return null;
};

/** It has come up: connected to the site, or without a pairing serving its page. */
const isUp = (home: string, pid: number): boolean => {
  if (!readKey(home)) return deskFile.read(home)?.pid === pid;
  const now = readStatus(home);
  return now?.pid === pid && now.connected;
};

/** Watches a newer program come up within `ms`. `ended`: its process has. */
export const comesUp = async (
  home: string,
  pid: number,
  { ms, ended }: { ms: number; ended: () => boolean },
): Promise<'up' | 'ended' | 'late'> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(LOOK_MS)) {
    if (ended()) return 'ended';
    if (isUp(home, pid)) return 'up';
  }
  return ended() ? 'ended' : 'late';
};

/** It is the program from now on. */
export const accept = (home: string, { version }: Trial, log: Log): void => {
  promote(home);
  trialFile.remove(home);
  outcomeFile.write(home, { version, state: 'done', note: '' });
  log(`已换成 ${version}`);
};

/** It was there and did not come up. */
export const giveUp = (home: string, { version }: Trial, log: Log): void => {
  log(`${version} 没有连上网站，留在原来的版本`);
  refuse(home, version, '新程序没有连上网站，已换回原来的版本');
};

/** It had come up, and crashes again and again. */
export const takeBack = (home: string, version: string, log: Log): void => {
  if (!goBack(home)) return;
  log(`${version} 反复意外退出，换回原来的版本`);
  changeOptions(home, { refused: version });
  outcomeFile.write(home, {
    version,
    state: 'failed',
    note: '新程序反复意外退出，已换回原来的版本',
  });
};
