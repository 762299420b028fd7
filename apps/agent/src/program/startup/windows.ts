import { UserError } from '../../errors.ts';
import { runTool } from './run-tool.ts';
import type { Launch, Way } from './way.ts';

const RUN = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`;
/** What 设置 → 应用 lists, with a way to remove it. */
const APPS = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\YunbiaoAgent`;
const NAME = 'YunbiaoAgent';

/** A command line as Windows programs read it: each part in quotes. A path has none itself. */
export const windowsCommand = ({ file, args }: Launch, ...more: string[]): string =>
  [file, ...args, ...more].map((part) => (/^[\w-]+$/.test(part) ? part : `"${part}"`)).join(' ');

const reg = async (...args: string[]): Promise<void> => {
  const { ok, output } = await runTool('reg.exe', args);
  if (!ok) throw new UserError(`写不了注册表：${output.slice(0, 200)}`, '请把这句话告诉我们');
};

const put = (key: string, name: string, value: string): Promise<void> =>
  reg('add', key, '/v', name, '/t', 'REG_SZ', '/d', value, '/f');

/** The user's own Run key. */
export const windowsWay = (launch: Launch, version: string): Way => ({
  name: '注册表的启动项',
  isOn: async () => (await runTool('reg.exe', ['query', RUN, '/v', NAME])).ok,
  turnOn: async () => {
    await put(RUN, NAME, windowsCommand(launch, 'start'));
    await put(APPS, 'DisplayName', '云标打印客户端');
    await put(APPS, 'DisplayVersion', version);
    await put(APPS, 'DisplayIcon', launch.file);
    await put(APPS, 'UninstallString', windowsCommand(launch, 'uninstall'));
    return '';
  },
  turnOff: async () => {
    for (const args of [
      ['delete', RUN, '/v', NAME, '/f'],
      ['delete', APPS, '/f'],
    ])
      // Not there is as good.
      await runTool('reg.exe', args);
    if ((await runTool('reg.exe', ['query', RUN, '/v', NAME])).ok)
      throw new UserError('删不掉注册表的启动项', '在“设置 → 应用 → 启动”里关掉它');
  },
});
