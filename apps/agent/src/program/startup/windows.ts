import { UserError } from '../../errors.ts';
import { runSystemTool } from './run-tool.ts';
import type { Launch, StartupMethod } from './startup-method.ts';

const RUN_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`;
/** Registry key of the entry in 设置 → 应用, with the uninstall command. */
const APPS_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\YunbiaoAgent`;
const VALUE_NAME = 'YunbiaoAgent';

/** Builds a Windows command line with quoted parts. Windows paths contain no quotes. */
export const buildWindowsCommand = ({ file, args }: Launch, ...extraArguments: string[]): string =>
  [file, ...args, ...extraArguments]
    .map((part) => (/^[\w-]+$/.test(part) ? part : `"${part}"`))
    .join(' ');

const runRegistryTool = async (...args: string[]): Promise<void> => {
  const { ok, output } = await runSystemTool('reg.exe', args);
  if (!ok) throw new UserError(`写不了注册表：${output.slice(0, 200)}`, '请把这句话告诉我们');
};

const setRegistryValue = (key: string, name: string, value: string): Promise<void> =>
  runRegistryTool('add', key, '/v', name, '/t', 'REG_SZ', '/d', value, '/f');

/** Starts the client with Windows by the Run key of the user's registry. */
export const createWindowsStartup = (launch: Launch, version: string): StartupMethod => ({
  name: '注册表的启动项',
  isOn: async () => (await runSystemTool('reg.exe', ['query', RUN_KEY, '/v', VALUE_NAME])).ok,
  turnOn: async () => {
    await setRegistryValue(RUN_KEY, VALUE_NAME, buildWindowsCommand(launch, 'start'));
    await setRegistryValue(APPS_KEY, 'DisplayName', '云标打印客户端');
    await setRegistryValue(APPS_KEY, 'DisplayVersion', version);
    await setRegistryValue(APPS_KEY, 'DisplayIcon', launch.file);
    await setRegistryValue(APPS_KEY, 'UninstallString', buildWindowsCommand(launch, 'uninstall'));
    return '';
  },
  turnOff: async () => {
    for (const args of [
      ['delete', RUN_KEY, '/v', VALUE_NAME, '/f'],
      ['delete', APPS_KEY, '/f'],
    ])
      // A missing key is fine.
      await runSystemTool('reg.exe', args);
    if ((await runSystemTool('reg.exe', ['query', RUN_KEY, '/v', VALUE_NAME])).ok)
      throw new UserError('删不掉注册表的启动项', '在“设置 → 应用 → 启动”里关闭它');
  },
});
