import { existsSync } from 'node:fs';
import { readStatus } from '../daemon/status-file.ts';
import type { DaemonStatus } from '../daemon/status-file.ts';
import { takeLock } from '../ledger/lock.ts';
import { placeAddress } from '../places.ts';
import { readKey, readSettings } from '../settings.ts';

/** Whether the daemon of this home is running. */
export const isRunning = (home: string): boolean => {
  if (!existsSync(home)) return false;
  const unlock = takeLock(home);
  unlock?.();
  return unlock === null;
};

/** How the running daemon sees a printer, in words; null when it has not said. */
export const seenByDaemon = (now: DaemonStatus | null, localId: string): string | null => {
  const view = now?.printers.find((one) => one.localId === localId);
  if (!view) return null;
  const words = view.stateText || (view.state === 'idle' ? '就绪' : '正在打印');
  return `${words}，等待 ${view.waiting} 张`;
};

/** Says whether this machine is paired, whether the daemon runs, and how its printers are. */
export const status = (home: string, say: (line: string) => void): void => {
  const { server, printers } = readSettings(home);
  if (!readKey(home)) {
    say('还没有配对。运行：npm run agent -- pair');
    return;
  }
  say(`已和 ${server} 配对`);
  const running = isRunning(home);
  const now = running ? readStatus(home) : null;
  say(
    running
      ? `正在运行${now ? `（进程 ${now.pid}，${now.connected ? '已连上网站' : '没有连上网站，正在重试'}）` : ''}`
      : '没有运行。启动：npm run agent',
  );
  if (now?.trouble) say(`  ${now.trouble}`);
  for (const printer of printers) {
    const words = seenByDaemon(now, printer.localId) ?? '未知';
    say(`  ${printer.name}（${placeAddress(printer.at)}）：${words}`);
  }
};
