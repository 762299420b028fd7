import { mkdirSync } from 'node:fs';
import { openInBrowser } from '../program/browser.ts';
import { startInBackground, stopInBackground } from '../program/background.ts';
import { deskFile, deskUrl, tellDesk } from '../program/desk/address.ts';
import type { DeskState } from '../program/desk/address.ts';
import { changeOptions } from '../program/folder.ts';
import { putInPlace } from '../program/put-in-place.ts';
import { createStartup, isSupervised } from '../program/startup/startup.ts';
import { parseOptions } from './options.ts';

type Say = (line: string) => void;

const tell = (state: DeskState, say: Say): void => {
  if (state.phase !== 'unpaired') return say(`打印客户端在后台运行，已和 ${state.server} 配对`);
  say('打印客户端在后台运行，还没有配对');
  if (state.code) {
    say(`配对码：${state.code}`);
    say(`在浏览器中打开并确认：${state.pairUrl}`);
  } else if (state.trouble) say(state.trouble);
};

const begin = async (home: string): Promise<DeskState> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const newer = putInPlace(home);
  // One that runs is told of it, and changes over when no label is under way; one that does not, tries it first.
  if (newer && isSupervised(home)) await tellDesk(home, 'adopt', { version: newer });
  return startInBackground(home);
};

/** What a double-click does: puts the program in its place, starts it, and brings up its page. */
export const open = async (home: string, args: string[], say: Say): Promise<void> => {
  parseOptions(args, {});
  const state = await begin(home);
  tell(state, say);
  const at = deskFile.read(home);
  if (!at) return;
  say(`打印客户端的页面：${deskUrl(at)}`);
  openInBrowser(deskUrl(at));
};

/** The same without a page, for the machine's start. */
export const start = async (home: string, args: string[], say: Say): Promise<void> => {
  parseOptions(args, {});
  tell(await begin(home), say);
};

export const stop = async (home: string, args: string[], say: Say): Promise<void> => {
  parseOptions(args, {});
  say((await stopInBackground(home)) ? '打印客户端停下了' : '打印客户端没有在后台运行');
};

/** Sets it up to start with the machine, and starts it. */
export const install = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values } = parseOptions(args, { 'auto-update': { type: 'boolean' } });
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const auto = values['auto-update'];
  if (auto !== undefined) changeOptions(home, { updates: auto ? 'auto' : 'ask' });
  const newer = putInPlace(home);
  if (newer && isSupervised(home)) await tellDesk(home, 'adopt', { version: newer });
  say(await createStartup(home).turnOn());
  tell(await startInBackground(home), say);
};

/** Undoes that, and stops it. Key, printers and ledger stay. */
export const uninstall = async (home: string, args: string[], say: Say): Promise<void> => {
  parseOptions(args, {});
  await createStartup(home).turnOff();
  say('不再随电脑启动');
  if (await stopInBackground(home)) say('打印客户端停下了');
  say(`密钥、打印机设置和账本还在 ${home}：还要用就留着，不用了可以删掉这个文件夹`);
};
