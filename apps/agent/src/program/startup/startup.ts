import { userInfo } from 'node:os';
import { readConfig } from '../../config.ts';
import { UserError } from '../../errors.ts';
import { takeLock } from '../../ledger/lock.ts';
import { changeOptions, readOptions } from '../folder.ts';
import { getLaunch } from '../launch.ts';
import { AGENT_VERSION } from '../../self.ts';
import { autostartWay } from './autostart.ts';
import { hasSystemd, systemdWay } from './systemd.ts';
import type { Way } from './way.ts';
import { windowsWay } from './windows.ts';

export type Startup = {
  /** Whether it starts with the machine, and that in a sentence. */
  look: () => Promise<{ isOn: boolean; words: string }>;
  /** Sets it up; resolves to a sentence. @throws UserError where there is no way */
  turnOn: () => Promise<string>;
  turnOff: () => Promise<void>;
  /** Sets it up unless its owner once said no. */
  turnOnUnlessRefused: () => Promise<string>;
};

/** Lock of who watches over the client of a home. */
export const SUPERVISOR_LOCK = 'supervisor.db';

export const isSupervised = (home: string): boolean => {
  const unlock = takeLock(home, SUPERVISOR_LOCK);
  unlock?.();
  return unlock === null;
};

const wayHere = async (home: string): Promise<Way | null> => {
  const launch = getLaunch(home);
  if (process.platform === 'win32') return windowsWay(launch, AGENT_VERSION);
  if (process.platform !== 'linux') return null;
  const { configHome } = readConfig();
  const place = { configHome, home, user: userInfo().username };
  return (await hasSystemd()) ? systemdWay(launch, place) : autostartWay(launch, configHome, home);
};

export const createStartup = (home: string): Startup => {
  let way: Promise<Way | null> | null = null;
  const here = (): Promise<Way | null> => (way ??= wayHere(home));
  const turnOn = async (): Promise<string> => {
    const own = await here();
    if (!own)
      throw new UserError(
        '这个系统上还不会自己设成随电脑启动',
        '用系统的办法，让它登录时运行：npm run agent -- start',
      );
    const hint = await own.turnOn(isSupervised(home));
    changeOptions(home, { startup: true });
    return `会随电脑启动（${own.name}）${hint ? `。${hint}` : ''}`;
  };
  return {
    look: async () => {
      const own = await here();
      const isOn = (await own?.isOn()) ?? false;
      return {
        isOn,
        words: isOn ? `会随电脑启动（${own?.name}）。` : '不随电脑启动：重新开机以后要再打开它。',
      };
    },
    turnOn,
    turnOff: async () => {
      changeOptions(home, { startup: false });
      await (await here())?.turnOff();
    },
    turnOnUnlessRefused: () =>
      readOptions(home).startup === false ? Promise.resolve('不随电脑启动') : turnOn(),
  };
};
