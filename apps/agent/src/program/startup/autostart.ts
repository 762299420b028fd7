import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../settings.ts';
import type { Launch, Way } from './way.ts';

/** An argument of Exec= (Desktop Entry Specification: quoting, and `%` doubled), within the rules for strings. */
const word = (text: string): string =>
  `"${text.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');

export const getEntry = ({ file, args }: Launch, home: string): string => `[Desktop Entry]
Type=Application
Name=Yunbiao print client
Name[zh_CN]=云标打印客户端
Exec=env ${[`YUNBIAO_AGENT_HOME=${home}`, file, ...args, 'start'].map(word).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/** What desktops without a systemd of the user's start at sign-in (Desktop Application Autostart Specification). */
export const autostartWay = (launch: Launch, configHome: string, home: string): Way => {
  const path = join(configHome, 'autostart/yunbiao-agent.desktop');
  return {
    name: '桌面的自启动项',
    isOn: () => Promise.resolve(existsSync(path)),
    turnOn: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeWhole(path, getEntry(launch, home));
      return Promise.resolve('登录桌面以后它才启动');
    },
    turnOff: () => {
      rmSync(path, { force: true });
      return Promise.resolve();
    },
  };
};
