import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../../settings.ts';
import type { Launch, StartupMethod } from './startup-method.ts';

/**
 * Quotes an argument of Exec= (Desktop Entry Specification: quoting, and `%` doubled), then escapes
 * it as a string.
 */
const quoteExecArgument = (text: string): string =>
  `"${text.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');

export const buildDesktopEntry = ({ file, args }: Launch, home: string): string => `[Desktop Entry]
Type=Application
Name=Yunbiao print client
Name[zh_CN]=云标打印客户端
Exec=env ${[`YUNBIAO_AGENT_HOME=${home}`, file, ...args, 'start'].map(quoteExecArgument).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/**
 * Starts at sign-in to desktops without a user systemd (Desktop Application Autostart
 * Specification).
 */
export const createDesktopAutostart = (
  launch: Launch,
  configHome: string,
  home: string,
): StartupMethod => {
  const path = join(configHome, 'autostart/yunbiao-agent.desktop');
  return {
    name: '桌面的自启动项',
    isOn: () => Promise.resolve(existsSync(path)),
    turnOn: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeAtomically(path, buildDesktopEntry(launch, home));
      return Promise.resolve('登录桌面以后它才启动');
    },
    turnOff: () => {
      rmSync(path, { force: true });
      return Promise.resolve();
    },
  };
};
