import { readDiscoveryConfig } from '../config.ts';
import { startDaemon } from '../daemon/daemon.ts';
import { createPrinterFinders } from '../discovery/create-finders.ts';
import { toSingleLine } from '../program/log.ts';
import { parseOptions } from './options.ts';

/** Runs in the foreground until SIGINT or SIGTERM. A second signal exits immediately. */
export const runInForeground = async (
  home: string,
  args: string[],
  print: (line: string) => void,
): Promise<void> => {
  parseOptions(args, {});
  const daemon = await startDaemon(
    home,
    (line) => print(toSingleLine(line)),
    createPrinterFinders(home, readDiscoveryConfig()),
  );
  let stopping = false;
  const stopOrForceExit = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    print('正在停止，等打印中的标签完成（再按一次立即退出）');
    void daemon.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stopOrForceExit);
  process.on('SIGTERM', stopOrForceExit);
  print('打印客户端已启动，按 Ctrl-C 停止');
  await daemon.ended.catch(async (error: unknown) => {
    await daemon.stop();
    throw error;
  });
};
