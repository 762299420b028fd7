import { mkdirSync } from 'node:fs';
import { openInBrowser } from '../program/browser.ts';
import { startClientInBackground, stopBackgroundClient } from '../program/background.ts';
import { panelFile, buildPanelUrl, sendPanelCommand } from '../program/panel/address.ts';
import type { PanelState } from '../program/panel/address.ts';
import { updateProgramOptions } from '../program/folder.ts';
import { installProgram } from '../program/install-program.ts';
import { createSystemStartup, isSupervisorRunning } from '../program/startup/startup.ts';
import { parseOptions } from './options.ts';

type Say = (line: string) => void;

const printClientState = (state: PanelState, print: Say): void => {
  if (state.phase !== 'unpaired') return print(`打印客户端在后台运行，已和 ${state.server} 配对`);
  print('打印客户端在后台运行，还没有配对');
  if (state.code) {
    print(`配对码：${state.code}`);
    print(`在浏览器中打开并确认：${state.pairUrl}`);
  } else if (state.trouble) print(state.trouble);
};

const installAndStartClient = async (home: string): Promise<PanelState> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const newer = installProgram(home);
  // A running client is notified of the new version and switches to it when no label is pending. A
  // client that is not running tries the new version at startup.
  if (newer && isSupervisorRunning(home)) await sendPanelCommand(home, 'adopt', { version: newer });
  return startClientInBackground(home);
};

/** Handles a double-click: installs the program, starts it and opens its local page. */
export const startAndOpenClientPage = async (
  home: string,
  args: string[],
  print: Say,
): Promise<void> => {
  parseOptions(args, {});
  const state = await installAndStartClient(home);
  printClientState(state, print);
  const at = panelFile.read(home);
  if (!at) return;
  print(`打印客户端的页面：${buildPanelUrl(at)}`);
  openInBrowser(buildPanelUrl(at));
};

/** Same as {@link startAndOpenClientPage} without the page. Runs at system startup. */
export const runStartCommand = async (home: string, args: string[], print: Say): Promise<void> => {
  parseOptions(args, {});
  printClientState(await installAndStartClient(home), print);
};

export const runStopCommand = async (home: string, args: string[], print: Say): Promise<void> => {
  parseOptions(args, {});
  print((await stopBackgroundClient(home)) ? '打印客户端停下了' : '打印客户端没有在后台运行');
};

/** Enables startup with the system and starts the client. */
export const runInstallCommand = async (
  home: string,
  args: string[],
  print: Say,
): Promise<void> => {
  const { values } = parseOptions(args, { 'auto-update': { type: 'boolean' } });
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const auto = values['auto-update'];
  if (auto !== undefined) updateProgramOptions(home, { updates: auto ? 'auto' : 'ask' });
  const newer = installProgram(home);
  if (newer && isSupervisorRunning(home)) await sendPanelCommand(home, 'adopt', { version: newer });
  print(await createSystemStartup(home).enableStartup());
  printClientState(await startClientInBackground(home), print);
};

/** Disables startup with the system and stops the client. Key, printers and ledger stay. */
export const runUninstallCommand = async (
  home: string,
  args: string[],
  print: Say,
): Promise<void> => {
  parseOptions(args, {});
  await createSystemStartup(home).turnOff();
  print('不再随电脑启动');
  if (await stopBackgroundClient(home)) print('打印客户端停下了');
  print(`密钥、打印机设置和账本还在 ${home}：还要用就留着，不用了可以删除这个文件夹`);
};
