import { unwatchFile, watchFile } from 'node:fs';
import { parseTemplate } from '@yunbiao/contract/template';
import type { AgentMessage, Lease, ServerMessage } from '@yunbiao/contract/gateway';
import { messageOf, UserError } from '../errors.ts';
import { connectGateway } from '../gateway/client.ts';
import type { Dismissal, GatewayClient } from '../gateway/client.ts';
import { helloOf } from '../gateway/messages.ts';
import { takeLock } from '../ledger/lock.ts';
import { openLedger } from '../ledger/ledger.ts';
import { startWorker } from '../printer/worker.ts';
import type { Worker } from '../printer/worker.ts';
import { loadFonts, prepareLabel } from '../render/prepare.ts';
import type { LabelSource } from '../render/prepare.ts';
import { forgetKey, readKey, readSettings, settingsFile } from '../settings.ts';
import type { PrinterSettings } from '../settings.ts';
import { createReporter } from './reporter.ts';
import { createStatusFile } from './status-file.ts';
import { createViews } from './views.ts';
import { createWindows } from './windows.ts';

export type Daemon = {
  /** Resolves when the daemon has ended by itself; rejects with why it cannot go on. */
  ended: Promise<void>;
  /** Lets started labels come to their end, tells the server, and leaves. */
  stop: () => Promise<void>;
};

const STOP_GRACE_MS = 5000;

const DISMISSED: Record<Dismissal, UserError> = {
  revoked: new UserError('这台电脑的授权已经撤销', '要继续打印，请重新配对：npm run agent -- pair'),
  replaced: new UserError(
    '同一个授权在别的地方连上了，这里停下',
    '一个授权只能由一台电脑使用；另一台电脑请单独配对',
  ),
};

const sourceOf = (message: Extract<ServerMessage, { type: 'template' }>): LabelSource => ({
  template: parseTemplate(message.template),
  setup: message.setup,
});

const samePrinter = (a: PrinterSettings, b: PrinterSettings): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Runs the agent of one home until it is stopped. Throws UserError when it cannot start. */
export const startDaemon = async (home: string, say: (line: string) => void): Promise<Daemon> => {
  const key = readKey(home);
  if (!key) throw new UserError('这台电脑还没有配对', '先运行：npm run agent -- pair');
  const unlock = takeLock(home);
  if (!unlock) throw new UserError('打印客户端已经在运行', `同一个目录（${home}）只能运行一个`);

  const ledger = await openLedger(home);
  const fonts = loadFonts();
  const workers = new Map<string, Worker>();
  const sources = new Map<string, LabelSource>();
  /** What each waiting label is drawn with; it outlives the connection that brought it. */
  const sourceByLease = new WeakMap<Lease, LabelSource>();
  /** Last words about each printer, so that they are not repeated. */
  const said = new Map<string, string>();
  let gateway: GatewayClient | null = null;
  let link = { server: readSettings(home).server, key };
  let end: (error?: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  ended.catch(() => undefined);

  const send = (message: AgentMessage): void => gateway?.send(message);
  const all = (): Worker[] => [...workers.values()];
  const reporter = createReporter(ledger, send);
  const windows = createWindows(send);
  const views = createViews(send);
  const status = createStatusFile(home, all, () => gateway?.connected() ?? false);

  const openWorker = (printer: PrinterSettings): void => {
    const { localId } = printer;
    const worker = startWorker(printer, ledger, {
      prepare: (lease) => prepareLabel(sourceByLease.get(lease), lease.data, fonts),
      onReports: reporter.nudge,
      onView: (view) => {
        views.changed(localId, view);
        status.touch();
        const text = view.stateText || '就绪';
        if (text === said.get(localId)) return;
        said.set(localId, text);
        say(`${printer.name}：${text}`);
      },
      onRoom: () => {
        const current = workers.get(localId);
        if (current) windows.ask(current);
      },
      onCounts: () => gateway?.reconnect(),
      onFatal: (error) =>
        end(
          new UserError(
            `打印停下了：${messageOf(error)}`,
            '账本写不进去时不能打印，请检查磁盘空间和权限',
          ),
        ),
      now: Date.now,
    });
    workers.set(localId, worker);
  };

  const greet = (enabled: boolean): void => {
    sources.clear();
    for (const worker of all()) {
      worker.setEnabled(enabled);
      send({ type: 'printer', localId: worker.printer.localId, ...worker.view() });
    }
    reporter.restart();
    windows.restart(all());
  };

  const takeLeases = (leases: readonly Lease[]): void => {
    for (const lease of leases) {
      const source = sources.get(lease.templateKey);
      if (source) sourceByLease.set(lease, source);
      windows.received(lease.localId, 1);
      workers.get(lease.localId)?.offer([lease]);
    }
  };

  const onMessage = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        return greet(message.enabled);
      case 'template':
        sources.set(message.key, sourceOf(message));
        return;
      case 'lease':
        return takeLeases(message.leases);
      case 'ack':
        reporter.acknowledged(message.units).catch(end);
        return;
      case 'cancel':
        return all().forEach((worker) => worker.cancel(message.units));
      case 'enabled':
        say(message.enabled ? '会员恢复了打印' : '会员暂停了这台电脑的打印');
        return all().forEach((worker) => worker.setEnabled(message.enabled));
      case 'pong':
    }
  };

  const connect = (): void => {
    gateway?.stop();
    gateway = connectGateway({
      ...link,
      hello: () => helloOf(ledger, all()),
      onMessage,
      onConnected: (connected, why) => {
        status.touch();
        say(connected ? `已连上 ${link.server}` : `与 ${link.server} 断开：${why}，正在重连`);
      },
      onDismissed: (why) => {
        if (why === 'revoked') forgetKey(home);
        end(DISMISSED[why]);
      },
    });
  };

  const applySettings = async (): Promise<void> => {
    const settings = readSettings(home);
    const next = new Map(settings.printers.map((printer) => [printer.localId, printer]));
    let changed = false;
    for (const [localId, worker] of workers) {
      const same = next.get(localId);
      if (same && samePrinter(same, worker.printer)) continue;
      changed = true;
      await worker.stop(STOP_GRACE_MS);
      workers.delete(localId);
    }
    for (const printer of settings.printers) {
      if (workers.has(printer.localId)) continue;
      changed = true;
      openWorker(printer);
    }
    const newKey = readKey(home) ?? link.key;
    const moved = settings.server !== link.server || newKey !== link.key;
    link = { server: settings.server, key: newKey };
    if (moved) connect();
    else if (changed) gateway?.reconnect();
  };

  let applying: Promise<void> = applySettings();
  await applying;
  connect();
  watchFile(settingsFile(home), { interval: 500 }, () => {
    applying = applying
      .then(applySettings)
      .catch((error: unknown) => say(`设置没有生效：${messageOf(error)}`));
  });

  const stop = async (): Promise<void> => {
    unwatchFile(settingsFile(home));
    await Promise.all(all().map((worker) => worker.stop(STOP_GRACE_MS)));
    reporter.nudge();
    // A moment for the last reports; what is not acknowledged is told again at the next start.
    const until = Date.now() + 1000;
    while (
      gateway?.connected() &&
      ledger.entries().some((entry) => entry.final) &&
      Date.now() < until
    )
      await new Promise((r) => setTimeout(r, 20));
    gateway?.stop();
    reporter.stop();
    views.stop();
    status.remove();
    await ledger.close();
    unlock();
    end();
  };
  return { ended, stop };
};
