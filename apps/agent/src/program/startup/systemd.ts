import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeAtomically } from '../../settings.ts';
import { runSystemTool } from './run-tool.ts';
import type { Launch, StartupMethod } from './startup-method.ts';

const UNIT_NAME = 'yunbiao-agent.service';

/**
 * Quotes a word of a unit file and doubles systemd's special characters (systemd.unit(5),
 * systemd.service(5)).
 */
const quoteUnitWord = (text: string): string =>
  `"${text
    .replace(/["\\]/g, String.raw`\$&`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`;

export const buildSystemdUnit = ({ file, args }: Launch, home: string): string => `[Unit]
Description=Yunbiao print client
After=network.target

[Service]
ExecStart=${[file, ...args, 'supervise'].map(quoteUnitWord).join(' ')}
Environment=${quoteUnitWord(`YUNBIAO_AGENT_HOME=${home}`).replaceAll('$$', '$')}
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
KillMode=mixed

[Install]
WantedBy=default.target
`;

const runSystemctl = (...args: string[]) => runSystemTool('systemctl', ['--user', ...args]);

const requireSystemctl = async (...args: string[]): Promise<void> => {
  const { ok, output } = await runSystemctl(...args);
  if (!ok)
    throw new UserError(`systemctl --user ${args.join(' ')} 没有成：${output.slice(0, 300)}`);
};

/** Whether this user has a user systemd. */
export const hasSystemd = async (): Promise<boolean> => (await runSystemctl('show-environment')).ok;

/** Whether user services run without a signed-in user. */
const hasUserLingering = async (user: string): Promise<boolean> =>
  (await runSystemTool('loginctl', ['show-user', user, '--property=Linger'])).output.includes(
    'Linger=yes',
  );

export type SystemdPlace = { configHome: string; home: string; user: string };

/** Starts the client by a unit of the user systemd, which also restarts it. */
export const createSystemdStartup = (
  launch: Launch,
  { configHome, home, user }: SystemdPlace,
): StartupMethod => {
  const path = join(configHome, 'systemd/user', UNIT_NAME);
  return {
    name: 'systemd 用户服务',
    isOn: async () => {
      try {
        readFileSync(path);
      } catch {
        return false;
      }
      return (await runSystemctl('is-enabled', UNIT_NAME)).ok;
    },
    turnOn: async (isRunning) => {
      mkdirSync(dirname(path), { recursive: true });
      writeAtomically(path, buildSystemdUnit(launch, home));
      await requireSystemctl('daemon-reload');
      await requireSystemctl('enable', ...(isRunning ? [] : ['--now']), UNIT_NAME);
      return (await hasUserLingering(user))
        ? ''
        : `登录以后它才启动。没有人登录也要打印的话，再运行一次：sudo loginctl enable-linger ${user}`;
    },
    turnOff: async () => {
      await runSystemctl('disable', UNIT_NAME);
      rmSync(path, { force: true });
      await runSystemctl('daemon-reload');
    },
  };
};
