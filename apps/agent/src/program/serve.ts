import { join } from 'node:path';
import { createClientHost } from './client-host.ts';
import { deskHandle } from './desk/handle.ts';
import { openDesk } from './desk/server.ts';
import { getFolder } from './folder.ts';
import { LEFT } from './left.ts';
import { openLog } from './log.ts';
import { inOwnWords, IS_PROGRAM, OWN_TARGET } from '../self.ts';
import { createStartup } from './startup/startup.ts';
import { createUpdater } from './update/updater.ts';

/**
 * The print client as it is run in the background, below `supervise`: prints, and serves its own page. It goes when it is
 * told to, and when who watches over it has gone.
 */
export const serve = async (home: string): Promise<void> => {
  const log = openLog(join(getFolder(home).logs, 'agent.log'));
  const say = (line: string): void => log(inOwnWords(line));
  const startup = createStartup(home);
  let leave: (code: number) => void = () => undefined;
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  const updater = createUpdater({
    home,
    say,
    server: () => host.server(),
    send: (message) => host.daemon()?.send(message),
    underWay: () => host.daemon()?.underWay() ?? 0,
    rest: (withinMs) => host.daemon()?.rest(withinMs) ?? Promise.resolve(true),
    leave: () => leave(LEFT.update),
  });
  const host = createClientHost(home, {
    say,
    holder: {
      program: () => ({ target: OWN_TARGET, failedUpdate: updater.failed() }),
      onProgram: updater.heard,
    },
    onPaired: () => {
      if (!IS_PROGRAM) return;
      startup.turnOnUnlessRefused().then(say, (error: unknown) => say(String(error)));
    },
  });
  const desk = await openDesk(
    home,
    deskHandle({ home, host, startup, updater, leave: () => leave(LEFT.asked) }),
  );
  say('打印客户端已启动');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leave(LEFT.asked));
  // The other end of this pipe closes with who watches over us, however that ends.
  process.stdin.on('end', () => leave(LEFT.asked));
  process.stdin.on('error', () => leave(LEFT.asked));
  process.stdin.resume();

  const code = await left;
  say('正在停止');
  await host.stop();
  await desk.close();
  say('已停止');
  process.exit(code);
};
