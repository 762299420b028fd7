import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { askDesk, tellDesk } from './desk/address.ts';
import type { DeskState } from './desk/address.ts';
import { getLaunch } from './launch.ts';
import { isSupervised } from './startup/startup.ts';

/** A slow disk reads a hundred megabytes first. */
const START_MS = 60_000;
const STOP_MS = 40_000;
const LOOK_MS = 200;

const until = async <T>(ms: number, look: () => Promise<T | null>): Promise<T | null> => {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== null || performance.now() > end) return found;
    await sleep(LOOK_MS);
  }
};

/** Starts the client in the background unless it runs there. Resolves when it answers. @throws UserError when it does not */
export const startInBackground = async (home: string): Promise<DeskState> => {
  if (!isSupervised(home)) {
    const { file, args } = getLaunch(home);
    const child = spawn(file, [...args, 'supervise'], {
      cwd: home,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    child.on('error', () => undefined);
    child.unref();
  }
  const state = await until(START_MS, () => askDesk(home));
  if (state) return state;
  throw new UserError('打印客户端没有启动起来', '看看哪里不对：npm run agent -- doctor');
};

/** Stops the client in the background, labels first. False when none ran. */
export const stopInBackground = async (home: string): Promise<boolean> => {
  if (!isSupervised(home)) return false;
  await tellDesk(home, 'stop');
  const stopped = await until(STOP_MS, () => Promise.resolve(isSupervised(home) ? null : true));
  if (stopped) return true;
  throw new UserError('打印客户端还没有停下', '可能有标签打到一半；过一会儿再试');
};
