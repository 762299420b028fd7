import { unwatchFile, watchFile } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentMessage, Lease, ServerMessage } from '@yunbiao/contract/gateway';
import { messageOf, UserError } from '../errors.ts';
import { connectGateway } from '../gateway/client.ts';
import type { Dismissal, GatewayClient } from '../gateway/client.ts';
import { helloOf } from '../gateway/messages.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import type { WorkerEvents } from '../printer/worker.ts';
import { forgetKey, readKey, readSettings, settingsFile } from '../settings.ts';
import type { PrinterSettings } from '../settings.ts';
import { createPrinters } from './printers.ts';
import { createReporter } from './reporter.ts';
import { createSources } from './sources.ts';
import { createStatusFile } from './status-file.ts';
import { createViews } from './views.ts';
import { createWindows } from './windows.ts';

export type Daemon = {
  /** Resolves when the daemon has been stopped; rejects with why it cannot go on. */
  ended: Promise<void>;
  /** Lets started labels come to their end, tells the server, and leaves. */
  stop: () => Promise<void>;
};

type Say = (line: string) => void;
type End = (error?: unknown) => void;

const DISMISSED: Record<Dismissal, UserError> = {
  revoked: new UserError('这台电脑的授权已经撤销', '要继续打印，请重新配对：npm run agent -- pair'),
  replaced: new UserError(
    '同一个授权在别的地方连上了，这里停下',
    '一个授权只能由一台电脑使用；另一台电脑请单独配对',
  ),
};

/** The parts of a running agent, tied together by messages. */
const assemble = (home: string, ledger: Ledger, say: Say, end: End) => {
  let gateway: GatewayClient | null = null;
  const send = (message: AgentMessage): void => gateway?.send(message);
  /** Last words about each printer, so that they are not repeated. */
  const said = new Map<string, string>();
  const sources = createSources();
  const reporter = createReporter(ledger, send);
  const windows = createWindows(send);
  const views = createViews(send);

  const eventsOf = ({ localId, name }: PrinterSettings): WorkerEvents => ({
    prepare: sources.prepare,
    onReports: reporter.nudge,
    onView: (view) => {
      views.changed(localId, view);
      status.touch();
      const text = view.stateText || '就绪';
      if (text === said.get(localId)) return;
      said.set(localId, text);
      say(`${name}：${text}`);
    },
    onRoom: () => {
      const worker = printers.get(localId);
      if (worker) windows.ask(worker);
    },
    onEvidence: () => gateway?.reconnect(),
    onFatal: (error) =>
      end(new UserError(`打印停下了：${messageOf(error)}`, '请检查磁盘空间和权限')),
    now: Date.now,
  });
  const printers = createPrinters(ledger, eventsOf);
  const status = createStatusFile(home, printers.all, () => gateway?.connected() ?? false);

  const greet = (enabled: boolean): void => {
    sources.clear();
    for (const worker of printers.all()) {
      worker.setEnabled(enabled);
      send({ type: 'printer', localId: worker.printer.localId, ...worker.view() });
    }
    reporter.restart();
    windows.restart(printers.all());
  };
  const take = (lease: Lease): void => {
    sources.attach(lease);
    windows.received(lease.localId, 1);
    printers.get(lease.localId)?.offer([lease]);
  };
  const onMessage = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        return greet(message.enabled);
      case 'template':
        return sources.learn(message);
      case 'lease':
        return message.leases.forEach(take);
      case 'ack':
        reporter.acknowledged(message.units).catch(end);
        return;
      case 'cancel':
        return printers.all().forEach((worker) => worker.cancel(message.units));
      case 'enabled':
        say(message.enabled ? '恢复打印' : '网站上暂停了这台电脑的打印');
        return printers.all().forEach((worker) => worker.setEnabled(message.enabled));
      case 'pong':
    }
  };

  const connect = (server: string, key: string): void => {
    gateway?.stop();
    gateway = connectGateway({
      server,
      key,
      hello: () => helloOf(ledger, printers.all()),
      onMessage,
      onConnected: (connected, why) => {
        status.touch();
        say(connected ? `已连上 ${server}` : `与 ${server} 断开：${why}，正在重连`);
      },
      onDismissed: (why) => {
        if (why === 'revoked') forgetKey(home);
        end(DISMISSED[why]);
      },
    });
  };
  const close = async (): Promise<void> => {
    await printers.stop();
    reporter.nudge();
    // A moment for the last reports; what is not acknowledged is told again at the next start.
    const told = (): boolean => !ledger.entries().some((entry) => entry.final);
    for (let i = 0; i < 50 && gateway?.connected() && !told(); i += 1) await sleep(20);
    gateway?.stop();
    reporter.stop();
    views.stop();
    status.remove();
  };
  return { printers, connect, reconnect: () => gateway?.reconnect(), close };
};

const open = async (home: string): Promise<{ key: string; ledger: Ledger; unlock: Unlock }> => {
  const key = readKey(home);
  if (!key) throw new UserError('这台电脑还没有配对', '先运行：npm run agent -- pair');
  const unlock = takeLock(home);
  if (!unlock) throw new UserError('打印客户端已经在运行', `同一个目录（${home}）只能运行一个`);
  return { key, unlock, ledger: await openLedger(home) };
};

/** Runs the agent of one home until it is stopped. Throws UserError when it cannot start. */
export const startDaemon = async (home: string, say: Say): Promise<Daemon> => {
  const { key, ledger, unlock } = await open(home);
  let end: End = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  ended.catch(() => undefined);
  const parts = assemble(home, ledger, say, (error) => end(error));

  const settings = readSettings(home);
  let link = { server: settings.server, key };
  await parts.printers.apply(settings.printers);
  parts.connect(link.server, link.key);

  /** Printers added, changed or removed, and a new pairing, take effect while running. */
  const reload = async (): Promise<void> => {
    const next = readSettings(home);
    const changed = await parts.printers.apply(next.printers);
    const newLink = { server: next.server, key: readKey(home) ?? link.key };
    const moved = newLink.server !== link.server || newLink.key !== link.key;
    link = newLink;
    if (moved) parts.connect(link.server, link.key);
    else if (changed) parts.reconnect();
  };
  let reloading: Promise<void> = Promise.resolve();
  watchFile(settingsFile(home), { interval: 500 }, () => {
    reloading = reloading
      .then(reload)
      .catch((error: unknown) => say(`设置没有生效：${messageOf(error)}`));
  });

  const stop = async (): Promise<void> => {
    unwatchFile(settingsFile(home));
    await reloading;
    await parts.close();
    await ledger.close();
    unlock();
    end();
  };
  return { ended, stop };
};
