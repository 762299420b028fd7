import { unwatchFile, watchFile } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listLabels } from '@yunbiao/contract/gateway';
import type { Feature } from '@yunbiao/contract/found';
import type { AgentMessage, Lease, ServerMessage } from '@yunbiao/contract/gateway';
import { createServerClock } from '../clock.ts';
import { explain, getMessage } from '../errors.ts';
import type { Finder } from '../found/finder.ts';
import { connectGateway } from '../gateway/client.ts';
import type { GatewayClient } from '../gateway/client.ts';
import { getHello } from '../gateway/messages.ts';
import type { ProgramHello } from '../gateway/messages.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { WorkerEvents } from '../printer/worker.ts';
import { forgetKey, readKey, settingsFile } from '../settings.ts';
import type { PrinterSettings } from '../settings.ts';
import { DISMISSED } from './dismissed.ts';
import { createHistory, HISTORY } from './history.ts';
import { openHome, readPaired, stopped } from './open.ts';
import { createPrinters } from './printers.ts';
import { createReporter } from './reporter.ts';
import { createSources } from './sources.ts';
import { createStatusFile } from './status-file.ts';
import { watchSurroundings } from './surroundings.ts';
import { createViews } from './views.ts';
import { createSwitch } from './switch.ts';
import { createWindows } from './windows.ts';

/** What the program that holds a daemon has to do with it. */
export type Holder = {
  /** The program it is, and what became of its last update. */
  program: () => ProgramHello;
  /** The site speaks of a newer program. */
  onProgram: (message: Extract<ServerMessage, { type: 'newest' | 'update' }>) => void;
};

const NO_HOLDER: Holder = {
  program: () => ({ target: null, failedUpdate: null }),
  onProgram: () => undefined,
};

export type Daemon = {
  send: (message: AgentMessage) => void;
  /** Labels that were started and have not come to their end. */
  underWay: () => number;
  /** Begins no label any more: `Switch.rest`. */
  rest: (withinMs: number) => Promise<boolean>;
  /** Resolves when the daemon has been stopped; rejects with why it cannot go on. */
  ended: Promise<void>;
  /** Lets started labels come to their end, tells the server, and leaves. */
  stop: () => Promise<void>;
};

type Say = (line: string) => void;
type End = (error?: unknown) => void;
type Parts = {
  home: string;
  ledger: Ledger;
  finders: readonly Finder[];
  holder: Holder;
  say: Say;
  end: End;
};

const CONNECTING = '正在连接';
/** What every client understands beside the oldest protocol. */
const FEATURES = ['raw', HISTORY] as const satisfies readonly Feature[];

/** The parts of a running agent, tied together by messages. */
const assemble = ({ home, ledger, finders, holder, say, end }: Parts, onSettings: () => void) => {
  let gateway: GatewayClient | null = null;
  const send = (message: AgentMessage): void => gateway?.send(message);
  /** Last words about each printer, so that they are not repeated. */
  const said = new Map<string, string>();
  const sources = createSources();
  const history = createHistory({ ledger, onWaiting: () => reporter.nudge() });
  const reporter = createReporter(ledger, history, send);
  const windows = createWindows(send);
  const clock = createServerClock();

  const listEvents = ({ localId, name, ...printer }: PrinterSettings): WorkerEvents => ({
    prepare: (lease, labels, formats) => sources.prepare(lease, labels, { ...printer, formats }),
    onReports: reporter.nudge,
    mayBegin: history.mayBegin,
    mayBeginEarly: history.mayBeginEarly,
    cover: history.cover,
    findUnbegun: history.findUnbegun,
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
    onFatal: (error) => end(stopped(error)),
    now: Date.now,
    serverNow: clock.now,
  });
  const printers = createPrinters(ledger, listEvents);
  const views = createViews(send, printers.all);
  const around = watchSurroundings({ home, finders, printers, send, say, onSettings });
  let trouble = CONNECTING;
  const status = createStatusFile(home, printers.all, () => ({
    connected: trouble === '',
    trouble,
  }));

  const power = createSwitch(ledger, printers.all);
  const greet = (enabled: boolean): void => {
    sources.clear();
    power.set(enabled);
    views.all();
    reporter.restart();
    windows.restart(printers.all());
  };
  const take = (leases: readonly Lease[]): void => {
    for (const lease of leases) {
      sources.attach(lease);
      windows.received(lease.localId, listLabels(lease).length);
    }
    for (const [localId, own] of Map.groupBy(leases, (lease) => lease.localId))
      printers.get(localId)?.offer(own);
  };
  const onMessage = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        clock.learn(message.now);
        history.noteWelcome({ features: message.features ?? [], stored: message.stored });
        greet(message.enabled);
        return around.welcomed(message);
      case 'template':
      case 'raw':
        return sources.learn(message);
      case 'lease':
        return take(message.leases);
      case 'ack':
        reporter.noteAcknowledged(message.units, message.token).catch(end);
        return;
      case 'cancel':
        return printers.all().forEach((worker) => worker.cancel(message.units));
      case 'enabled':
        say(message.enabled ? '恢复打印' : '网站上停用了这个打印客户端');
        return power.set(message.enabled);
      case 'wish':
        return around.wished(message);
      case 'pong':
        return clock.learn(message.now);
      case 'newest':
      case 'update':
        return holder.onProgram(message);
    }
  };

  const hello = (): AgentMessage => {
    const tokens = history.greet();
    // What an older connection leased may be another client's by now.
    for (const worker of printers.all()) worker.forget();
    const features = [...FEATURES, ...around.features];
    return getHello({ ledger, tokens, workers: printers.all(), features }, holder.program());
  };
  const connect = (server: string, key: string): void => {
    gateway?.stop();
    trouble = CONNECTING;
    gateway = connectGateway({
      server,
      key,
      hello,
      onMessage,
      onLost: () => {
        around.lost();
        history.forgetConnection();
      },
      onConnected: (connected, why) => {
        // Every attempt that fails says so; people hear of it when it is something else.
        if (trouble === why) return;
        trouble = why;
        status.touch();
        say(connected ? `已连上 ${server}` : `没有连上 ${server}：${why}。正在重试`);
      },
      onDismissed: (why) => {
        try {
          if (why === 'revoked') forgetKey(home);
        } finally {
          end(DISMISSED[why]);
        }
      },
    });
  };
  const close = async (): Promise<void> => {
    around.stop();
    history.close();
    await printers.stop();
    reporter.nudge();
    // A moment for the last reports; reports without an acknowledgement are sent again at the next start.
    const told = (): boolean => !ledger.entries().some((entry) => entry.final);
    for (let i = 0; i < 50 && gateway?.connected() && !told(); i += 1) await sleep(20);
    gateway?.stop();
    reporter.stop();
    views.stop();
    status.remove();
  };
  const reconnect = (): void => gateway?.reconnect();
  const { changed } = around;
  return { printers, connect, reconnect, nudge: reporter.nudge, changed, close, send, power };
};

/**
 * Runs the agent of one home until it is stopped. `finders`: how it looks for printers; none, and it tells of none. Throws
 * UserError when it cannot start.
 */
export const startDaemon = async (
  home: string,
  say: Say,
  finders: readonly Finder[] = [],
  holder: Holder = NO_HOLDER,
): Promise<Daemon> => {
  const { key, ledger, unlock } = await openHome(home);
  let end: End = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  ended.catch(() => undefined);
  let onSettings = (): void => undefined;
  const parts = assemble({ home, ledger, finders, holder, say, end: (error) => end(error) }, () =>
    onSettings(),
  );

  const settings = readPaired(home);
  let link = { server: settings.server, key };
  await parts.printers.apply(settings.printers);
  parts.connect(link.server, link.key);

  /** Printers added, changed or removed, and a new pairing, take effect while running. */
  const reload = async (): Promise<void> => {
    const next = readPaired(home);
    const changed = await parts.printers.apply(next.printers);
    parts.power.tellAll();
    parts.nudge();
    const newLink = { server: next.server, key: readKey(home) ?? link.key };
    const moved = newLink.server !== link.server || newLink.key !== link.key;
    link = newLink;
    if (moved) parts.connect(link.server, link.key);
    else if (changed) parts.reconnect();
    if (changed) parts.changed();
  };
  let reloading: Promise<void> = Promise.resolve();
  onSettings = () => {
    reloading = reloading
      .then(reload)
      .catch((error: unknown) =>
        say(`设置没有生效：${explain(error)?.message ?? getMessage(error)}`),
      );
  };
  watchFile(settingsFile(home), { interval: 500 }, onSettings);

  const stop = async (): Promise<void> => {
    unwatchFile(settingsFile(home));
    await reloading;
    await parts.close();
    await ledger.close();
    unlock();
    end();
  };
  const { send, power } = parts;
  return { ended, stop, send, underWay: power.underWay, rest: power.rest };
};
