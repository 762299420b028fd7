import { existsSync } from 'node:fs';
import { readDaemonStatus } from '../daemon/status-file.ts';
import { acquireHomeLock } from '../ledger/lock.ts';
import { formatPrinterAddress } from '../places.ts';
import { isSupervisorRunning } from '../program/startup/startup.ts';
import { AGENT_VERSION } from '../self.ts';
import { readClientKey, readSettings } from '../settings.ts';
import { describePrinterState } from '../daemon/describe-printer-state.ts';

/** Returns whether a daemon holds the lock of this home. */
export const isDaemonRunning = (home: string): boolean => {
  if (!existsSync(home)) return false;
  const unlock = acquireHomeLock(home);
  unlock?.();
  return unlock === null;
};

/**
 * Prints whether this machine is paired, whether the daemon runs, and the state of its printers.
 */
export const showStatus = (home: string, print: (line: string) => void): void => {
  const { server, printers } = readSettings(home);
  if (!readClientKey(home)) {
    print('还没有配对。运行：npm run agent -- pair');
    return;
  }
  print(`已和 ${server} 配对，版本 ${AGENT_VERSION}`);
  const running = isDaemonRunning(home);
  const daemonStatus = running ? readDaemonStatus(home) : null;
  print(
    running
      ? `正在运行${daemonStatus ? `（进程 ${daemonStatus.pid}，${daemonStatus.connected ? '已连上网站' : '没有连上网站，正在重试'}）` : ''}`
      : '没有运行。启动：npm run agent',
  );
  if (running && isSupervisorRunning(home)) print('  在后台，意外退出会自己再启动');
  if (daemonStatus?.trouble) print(`  ${daemonStatus.trouble}`);
  for (const printer of printers) {
    const words = describePrinterState(daemonStatus, printer.localId) ?? '未知';
    print(`  ${printer.name}（${formatPrinterAddress(printer.at)}）：${words}`);
  }
};
