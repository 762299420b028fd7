import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeWhole } from '../../settings.ts';
import { runTool } from './run-tool.ts';
import type { Launch, Way } from './way.ts';

const UNIT = 'yunbiao-agent.service';

/** A word of a unit file: quoted, with what systemd would take for its own doubled (systemd.unit(5), systemd.service(5)). */
const word = (text: string): string =>
  `"${text
    .replace(/["\\]/g, String.raw`\$&`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`;

export const getUnit = ({ file, args }: Launch, home: string): string => `[Unit]
Description=Yunbiao print client
After=network.target

[Service]
ExecStart=${[file, ...args, 'supervise'].map(word).join(' ')}
Environment=${word(`YUNBIAO_AGENT_HOME=${home}`).replaceAll('$$', '$')}
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
KillMode=mixed

[Install]
WantedBy=default.target
`;

const systemctl = (...args: string[]) => runTool('systemctl', ['--user', ...args]);

const must = async (...args: string[]): Promise<void> => {
  const { ok, output } = await systemctl(...args);
  if (!ok)
    throw new UserError(`systemctl --user ${args.join(' ')} 没有成：${output.slice(0, 300)}`);
};

/** Whether this user has a systemd of their own. */
export const hasSystemd = async (): Promise<boolean> => (await systemctl('show-environment')).ok;

/** Whether it goes on when nobody is signed in. */
const lingers = async (user: string): Promise<boolean> =>
  (await runTool('loginctl', ['show-user', user, '--property=Linger'])).output.includes(
    'Linger=yes',
  );

export type SystemdPlace = { configHome: string; home: string; user: string };

/** A unit of the user's own systemd, which restarts it, too. */
export const systemdWay = (launch: Launch, { configHome, home, user }: SystemdPlace): Way => {
  const path = join(configHome, 'systemd/user', UNIT);
  return {
    name: 'systemd 用户服务',
    isOn: async () => {
      try {
        readFileSync(path);
      } catch {
        return false;
      }
      return (await systemctl('is-enabled', UNIT)).ok;
    },
    turnOn: async (isRunning) => {
      mkdirSync(dirname(path), { recursive: true });
      writeWhole(path, getUnit(launch, home));
      await must('daemon-reload');
      await must('enable', ...(isRunning ? [] : ['--now']), UNIT);
      return (await lingers(user))
        ? ''
        : `登录以后它才启动。没有人登录也要打印的话，再运行一次：sudo loginctl enable-linger ${user}`;
    },
    turnOff: async () => {
      await systemctl('disable', UNIT);
      rmSync(path, { force: true });
      await systemctl('daemon-reload');
    },
  };
};
