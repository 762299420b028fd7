import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { fetchPanelState, sendPanelCommand } from './panel/address.ts';
import type { PanelState } from './panel/address.ts';
import { getClientLaunchCommand } from './launch.ts';
import { isSupervisorRunning } from './startup/startup.ts';

/** Timeout to start, ms. A slow disk reads 100 MB first. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 40_000;
const POLL_MS = 200;

const pollUntil = async <T>(ms: number, check: () => Promise<T | null>): Promise<T | null> => {
  const end = performance.now() + ms;
  for (;;) {
    const result = await check();
    if (result !== null || performance.now() > end) return result;
    await sleep(POLL_MS);
  }
};

/**
 * Starts the client in the background unless it runs already. Resolves when it answers. Throws
 * UserError otherwise.
 */
export const startClientInBackground = async (home: string): Promise<PanelState> => {
  if (!isSupervisorRunning(home)) {
    const { file, args } = getClientLaunchCommand(home);
    const child = spawn(file, [...args, 'supervise'], {
      cwd: home,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    child.on('error', () => undefined);
    child.unref();
  }
  const state = await pollUntil(START_TIMEOUT_MS, () => fetchPanelState(home));
  if (state) return state;
  throw new UserError('打印客户端没有启动起来', '看看哪里不对：npm run agent -- doctor');
};

/**
 * Stops the client in the background after its labels have ended. Returns false when none runs.
 * @throws {UserError} if it has not stopped in time
 */
export const stopBackgroundClient = async (home: string): Promise<boolean> => {
  if (!isSupervisorRunning(home)) return false;
  await sendPanelCommand(home, 'stop');
  const stopped = await pollUntil(STOP_TIMEOUT_MS, () =>
    Promise.resolve(isSupervisorRunning(home) ? null : true),
  );
  if (stopped) return true;
  throw new UserError('打印客户端还没有停下', '可能有标签打印到一半；稍后重试');
};
