import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_FILES } from '@yunbiao/label/known-font';
import { seenByDaemon } from '../../daemon/seen.ts';
import { readStatus } from '../../daemon/status-file.ts';
import { getMessage } from '../../errors.ts';
import { koffi } from '../../native/koffi.ts';
import { fontBytes } from '../../render/font-bytes.ts';
import { readSettings } from '../../settings.ts';
import { getFolder } from '../folder.ts';
import { createStartup, isSupervised } from '../startup/startup.ts';
import { bad, good, note } from './finding.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 86_400_000;

export const lookAtFonts = (): Finding => {
  try {
    for (const file of FONT_FILES) fontBytes(file);
    return good('字体都在，每个都是原来的');
  } catch (error) {
    return bad(`字体读不了：${getMessage(error)}`, '重新下载这个程序，核对 SHA-256');
  }
};

/** Functions of Windows, through which its print queues are reached. */
export const lookAtWindows = (): Finding[] => {
  if (process.platform !== 'win32') return [];
  try {
    return [good(`Windows 打印组件能用（koffi ${koffi().version}）`)];
  } catch (error) {
    return [
      bad(
        `Windows 打印组件装不上：${getMessage(error)}`,
        '系统打印队列里的打印机会用不了；看看杀毒软件是不是拦住了它，网络打印机照样能用',
      ),
    ];
  }
};

/** Crashes of the last day, by the log of who watches over it. */
export const crashesIn = (log: string, now: number): number =>
  log
    .split('\n')
    .filter((line) => line.includes('意外退出') && now - Date.parse(line.slice(0, 24)) < DAY_MS)
    .length;

const lastDay = (home: string): number => {
  try {
    const path = join(getFolder(home).logs, 'supervisor.log');
    return crashesIn(readFileSync(path, 'utf8'), Date.now());
  } catch {
    return 0;
  }
};

export const lookAtRunning = (home: string, isRunning: boolean): Finding[] => {
  const crashes = lastDay(home);
  const now = isRunning ? readStatus(home) : null;
  const found: Finding[] = [];
  if (!isRunning && isSupervised(home))
    found.push(note('打印客户端在后台，没有在打印', '配对以后它自己开始；配对过的看上面哪里不对'));
  else if (!isRunning) found.push(bad('打印客户端没有在运行', '启动它：npm run agent -- start'));
  else if (now?.trouble) found.push(bad(`打印客户端在运行，${now.trouble}`, ''));
  else
    found.push(
      good(`打印客户端在运行${isSupervised(home) ? '，意外退出会自己再启动' : '（前台）'}`),
    );
  if (crashes > 0)
    found.push(
      note(`最近一天意外退出了 ${crashes} 次`, `把 ${getFolder(home).logs} 里的日志发给我们`),
    );
  return found;
};

export const lookAtPrinters = (home: string): Finding[] => {
  const { printers } = readSettings(home);
  const now = readStatus(home);
  if (printers.length === 0) return [note('还没有打印机', '在网站的“授权客户端”页上添加')];
  return printers.map(({ localId, name }) => {
    const words = seenByDaemon(now, localId);
    const isStopped = now?.printers.find((one) => one.localId === localId)?.state === 'stopped';
    if (isStopped) return bad(`打印机 ${name}：${words}`, '');
    return good(`打印机 ${name}：${words ?? '运行以后才知道'}`);
  });
};

export const lookAtStartup = async (home: string): Promise<Finding> => {
  const { isOn, words } = await createStartup(home).look();
  return isOn ? good(words) : note(words, '设成随电脑启动：npm run agent -- install');
};
