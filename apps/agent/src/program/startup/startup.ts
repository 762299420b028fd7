import { userInfo } from 'node:os';
import { readAgentConfig } from '../../config.ts';
import { UserError } from '../../errors.ts';
import { acquireHomeLock } from '../../ledger/lock.ts';
import { updateProgramOptions, readProgramOptions } from '../folder.ts';
import { getClientLaunchCommand } from '../launch.ts';
import { AGENT_VERSION } from '../../self.ts';
import { createDesktopAutostart } from './autostart.ts';
import { hasSystemd, createSystemdStartup } from './systemd.ts';
import type { StartupMethod } from './startup-method.ts';
import { createWindowsStartup } from './windows.ts';

export type Startup = {
  /** Returns whether it starts with the system, and a sentence for display. */
  inspect: () => Promise<{ isOn: boolean; words: string }>;
  /**
   * Enables startup with the system. Resolves to a sentence. Throws UserError when the system is
   * not supported.
   */
  enableStartup: () => Promise<string>;
  turnOff: () => Promise<void>;
  /** Enables startup unless the user once disabled it. */
  turnOnUnlessRefused: () => Promise<string>;
};

/** Lock of the supervisor of a home. */
export const SUPERVISOR_LOCK = 'supervisor.db';

export const isSupervisorRunning = (home: string): boolean => {
  const unlock = acquireHomeLock(home, SUPERVISOR_LOCK);
  unlock?.();
  return unlock === null;
};

const findStartupMethod = async (home: string): Promise<StartupMethod | null> => {
  const launch = getClientLaunchCommand(home);
  if (process.platform === 'win32') return createWindowsStartup(launch, AGENT_VERSION);
  if (process.platform !== 'linux') return null;
  const { configHome } = readAgentConfig();
  const place = { configHome, home, user: userInfo().username };
  return (await hasSystemd())
    ? createSystemdStartup(launch, place)
    : createDesktopAutostart(launch, configHome, home);
};

export const createSystemStartup = (home: string): Startup => {
  let startupMethod: Promise<StartupMethod | null> | null = null;
  const getStartupMethod = (): Promise<StartupMethod | null> =>
    (startupMethod ??= findStartupMethod(home));
  const turnOn = async (): Promise<string> => {
    const startupMethod = await getStartupMethod();
    if (!startupMethod)
      throw new UserError(
        '这个系统上还不会自己设成随电脑启动',
        '用系统的办法，让它登录时运行：npm run agent -- start',
      );
    const hint = await startupMethod.turnOn(isSupervisorRunning(home));
    updateProgramOptions(home, { startup: true });
    return `会随电脑启动（${startupMethod.name}）${hint ? `。${hint}` : ''}`;
  };
  return {
    inspect: async () => {
      const startupMethod = await getStartupMethod();
      const isOn = (await startupMethod?.isOn()) ?? false;
      return {
        isOn,
        words: isOn
          ? `会随电脑启动（${startupMethod?.name}）。`
          : '不随电脑启动：重新开机以后要再打开它。',
      };
    },
    enableStartup: turnOn,
    turnOff: async () => {
      updateProgramOptions(home, { startup: false });
      await (await getStartupMethod())?.turnOff();
    },
    turnOnUnlessRefused: () =>
      readProgramOptions(home).startup === false ? Promise.resolve('不随电脑启动') : turnOn(),
  };
};
