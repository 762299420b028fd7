import { existsSync } from 'node:fs';
import { readStatus } from '../daemon/status-file.ts';
import { takeLock } from '../ledger/lock.ts';
import { placeAddress } from '../places.ts';
import { isSupervised } from '../program/startup/startup.ts';
import { AGENT_VERSION } from '../self.ts';
import { readKey, readSettings } from '../settings.ts';
import { seenByDaemon } from '../daemon/seen.ts';

/** Whether the daemon of this home is running. */
export const isRunning = (home: string): boolean => {
  if (!existsSync(home)) return false;
  const unlock = takeLock(home);
  unlock?.();
  return unlock === null;
};

/** Says whether this machine is paired, whether the daemon runs, and how its printers are. */
export const status = (home: string, say: (line: string) => void): void => {
  const { server, printers } = readSettings(home);
  if (!readKey(home)) {
    say('还没有配对。运行：npm run agent -- pair');
    return;
  }
  say(`已和 ${server} 配对，版本 ${AGENT_VERSION}`);
  const running = isRunning(home);
  const now = running ? readStatus(home) : null;
  say(
    running
      ? `正在运行${now ? `（进程 ${now.pid}，${now.connected ? '已连上网站' : '没有连上网站，正在重试'}）` : ''}`
      : '没有运行。启动：npm run agent',
  );
  if (running && isSupervised(home)) say('  在后台，意外退出会自己再启动');
  if (now?.trouble) say(`  ${now.trouble}`);
  for (const printer of printers) {
    const words = seenByDaemon(now, printer.localId) ?? '未知';
    say(`  ${printer.name}（${placeAddress(printer.at)}）：${words}`);
  }
};
