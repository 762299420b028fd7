import { join } from 'node:path';
import { createDaemonHost } from './client-host.ts';
import { createPanelHandler } from './panel/handle.ts';
import { startPanelServer } from './panel/server.ts';
import { getProgramPaths } from './folder.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { openLog } from './log.ts';
import { replaceNpmCommandsByProgram, IS_PROGRAM, OWN_TARGET } from '../self.ts';
import { createSystemStartup } from './startup/startup.ts';
import { createUpdater } from './update/updater.ts';

/**
 * Runs the print client in the background as a child of `supervise`: prints and serves the local
 * page. Exits on request and when the supervisor has ended.
 */
export const runSupervisedClient = async (home: string): Promise<void> => {
  const log = openLog(join(getProgramPaths(home).logs, 'agent.log'));
  const writeLogLine = (line: string): void => log(replaceNpmCommandsByProgram(line));
  const startup = createSystemStartup(home);
  let quit: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    quit = resolve;
  });
  const updater = createUpdater({
    home,
    say: writeLogLine,
    getServer: () => host.getServer(),
    send: (message) => host.getDaemon()?.send(message),
    countPending: () => host.getDaemon()?.countPending() ?? 0,
    drain: (withinMs) => host.getDaemon()?.drain(withinMs) ?? Promise.resolve(true),
    quit: () => quit(EXIT_CODES.update),
  });
  const host = createDaemonHost(home, {
    say: writeLogLine,
    holder: {
      getProgram: () => ({ target: OWN_TARGET, failedUpdate: updater.getFailure() }),
      onProgram: updater.onProgram,
    },
    onPaired: () => {
      if (!IS_PROGRAM) return;
      startup
        .turnOnUnlessRefused()
        .then(writeLogLine, (error: unknown) => writeLogLine(String(error)));
    },
  });
  const desk = await startPanelServer(
    home,
    createPanelHandler({ home, host, startup, updater, quit: () => quit(EXIT_CODES.stopped) }),
  );
  writeLogLine('打印客户端已启动');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => quit(EXIT_CODES.stopped));
  // The supervisor's end of this pipe closes when it ends for any reason.
  process.stdin.on('end', () => quit(EXIT_CODES.stopped));
  process.stdin.on('error', () => quit(EXIT_CODES.stopped));
  process.stdin.resume();

  const code = await exited;
  writeLogLine('正在停止');
  await host.stop();
  await desk.close();
  writeLogLine('已停止');
  process.exit(code);
};
