import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_FILES } from '@yunbiao/label/verify-font';
import { describePrinterState } from '../../daemon/describe-printer-state.ts';
import { readDaemonStatus } from '../../daemon/status-file.ts';
import { getErrorMessage } from '../../errors.ts';
import { loadKoffi } from '../../native/koffi.ts';
import { loadFontBytes } from '../../render/font-bytes.ts';
import { readSettings } from '../../settings.ts';
import { getProgramPaths } from '../folder.ts';
import { createSystemStartup, isSupervisorRunning } from '../startup/startup.ts';
import { createBadFinding, createGoodFinding, createNoteFinding } from './finding.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 86_400_000;

export const checkFonts = (): Finding => {
  try {
    for (const file of FONT_FILES) loadFontBytes(file);
    return createGoodFinding('字体都在，每个都是原来的');
  } catch (error) {
    return createBadFinding(
      `字体读不了：${getErrorMessage(error)}`,
      '重新下载这个程序，核对 SHA-256',
    );
  }
};

/** Checks the native Windows functions that access print queues. */
export const checkWindowsPrinting = (): Finding[] => {
  if (process.platform !== 'win32') return [];
  try {
    return [createGoodFinding(`Windows 打印组件能用（koffi ${loadKoffi().version}）`)];
  } catch (error) {
    return [
      createBadFinding(
        `Windows 打印组件装不上：${getErrorMessage(error)}`,
        '系统打印队列里的打印机会用不了；看看杀毒软件是不是拦住了它，网络打印机照样能用',
      ),
    ];
  }
};

/** Counts the crashes of the last day in the supervisor's log. */
export const countCrashes = (log: string, now: number): number =>
  log
    .split('\n')
    .filter((line) => line.includes('意外退出') && now - Date.parse(line.slice(0, 24)) < DAY_MS)
    .length;

const countRecentCrashes = (home: string): number => {
  try {
    const path = join(getProgramPaths(home).logs, 'supervisor.log');
    return countCrashes(readFileSync(path, 'utf8'), Date.now());
  } catch {
    return 0;
  }
};

export const checkClientRunning = (home: string, isRunning: boolean): Finding[] => {
  const crashes = countRecentCrashes(home);
  const daemonStatus = isRunning ? readDaemonStatus(home) : null;
  const findings: Finding[] = [];
  if (!isRunning && isSupervisorRunning(home))
    findings.push(
      createNoteFinding(
        '打印客户端在后台，没有在打印',
        '配对以后它自己开始；配对过的看上面哪里不对',
      ),
    );
  else if (!isRunning)
    findings.push(createBadFinding('打印客户端没有在运行', '启动它：npm run agent -- start'));
  else if (daemonStatus?.trouble)
    findings.push(createBadFinding(`打印客户端在运行，${daemonStatus.trouble}`, ''));
  else
    findings.push(
      createGoodFinding(
        `打印客户端在运行${isSupervisorRunning(home) ? '，意外退出会自己再启动' : '（前台）'}`,
      ),
    );
  if (crashes > 0)
    findings.push(
      createNoteFinding(
        `最近一天意外退出了 ${crashes} 次`,
        `把 ${getProgramPaths(home).logs} 里的日志发给我们`,
      ),
    );
  return findings;
};

export const checkPrinters = (home: string): Finding[] => {
  const { printers } = readSettings(home);
  const daemonStatus = readDaemonStatus(home);
  if (printers.length === 0)
    return [createNoteFinding('还没有打印机', '在网站的“授权客户端”页上添加')];
  return printers.map(({ localId, name }) => {
    const words = describePrinterState(daemonStatus, localId);
    const isStopped =
      daemonStatus?.printers.find((printer) => printer.localId === localId)?.state === 'stopped';
    if (isStopped) return createBadFinding(`打印机 ${name}：${words}`, '');
    return createGoodFinding(`打印机 ${name}：${words ?? '运行以后才知道'}`);
  });
};

export const checkStartup = async (home: string): Promise<Finding> => {
  const { isOn, words } = await createSystemStartup(home).inspect();
  return isOn
    ? createGoodFinding(words)
    : createNoteFinding(words, '设成随电脑启动：npm run agent -- install');
};
