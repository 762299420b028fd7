import { join } from 'node:path';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { createServerClock } from '../clock.ts';
import type { ServerClock } from '../clock.ts';
import type { Finder } from '../discovery/finder.ts';
import type { GatewayClient } from '../gateway/client.ts';
import type { ProgramHello } from '../gateway/messages.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openPictureFiles } from '../pictures/picture-files.ts';
import { createPictureStore } from '../pictures/picture-store.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { PrinterView } from '../printer/view.ts';
import type { WorkerEvents } from '../printer/worker.ts';
import type { PrinterSettings } from '../settings.ts';
import { startPrinterDiscovery } from './environment.ts';
import type { DiscoveryEnvironment } from './environment.ts';
import { createTokenHistory } from './history.ts';
import type { History } from './history.ts';
import { createLabelSourceCache } from './label-sources.ts';
import type { LabelSources } from './label-sources.ts';
import { createLeaseRequester } from './lease-windows.ts';
import type { LeaseWindows } from './lease-windows.ts';
import { toPrintingStoppedError } from './open-home.ts';
import { createPrintingSwitch } from './print-switch.ts';
import type { PrintSwitch } from './print-switch.ts';
import { createPrinterWorkers } from './printers.ts';
import type { Printers } from './printers.ts';
import { createReporter } from './reporter.ts';
import type { Reporter } from './reporter.ts';
import { createStatusFile } from './status-file.ts';
import { createViewPublisher } from './view-publisher.ts';
import type { ViewPublisher } from './view-publisher.ts';

/** Hooks of the program that runs a daemon. */
export type DaemonHooks = {
  /** Returns the program's target and the result of its last update. */
  getProgram: () => ProgramHello;
  /** Called when the site offers a newer program or orders an update. */
  onProgram: (message: Extract<ServerMessage, { type: 'newest' | 'update' }>) => void;
};

export type Say = (line: string) => void;
export type EndDaemon = (error?: unknown) => void;

type AgentOptions = {
  home: string;
  ledger: Ledger;
  finders: readonly Finder[];
  hooks: DaemonHooks;
  say: Say;
  /** Called when the agent cannot continue. */
  end: EndDaemon;
  /** Called after a change of the settings. */
  onSettings: () => void;
};

/** Connection to the server. */
type Connection = {
  /** Null before the first connection. */
  gateway: GatewayClient | null;
  /** Reason for the missing connection, for display; '' when connected. */
  fault: string;
};

/** The parts of a running agent. */
export type Agent = Pick<AgentOptions, 'home' | 'ledger' | 'hooks' | 'say' | 'end'> & {
  connection: Connection;
  clock: ServerClock;
  environment: DiscoveryEnvironment;
  history: History;
  /** Last status text per printer, to avoid repeating it. */
  lastTexts: Map<string, string>;
  pictures: PictureStore;
  printSwitch: PrintSwitch;
  printers: Printers;
  reporter: Reporter;
  send: (message: AgentMessage) => void;
  sources: LabelSources;
  status: ReturnType<typeof createStatusFile>;
  views: ViewPublisher;
  windows: LeaseWindows;
};

export const CONNECTING = '正在连接';

const publishPrinterView = (
  { views, status, lastTexts, say }: Agent,
  { localId, name }: PrinterSettings,
  view: PrinterView,
): void => {
  views.publish(localId, view);
  status.scheduleWrite();
  const text = view.stateText || '就绪';
  if (text === lastTexts.get(localId)) return;
  lastTexts.set(localId, text);
  say(`${name}：${text}`);
};

const requestLeasesIfRoom = ({ printers, windows }: Agent, localId: string): void => {
  const worker = printers.find(localId);
  if (worker) windows.requestMore(worker);
};

const createWorkerEvents = (agent: Agent, settings: PrinterSettings): WorkerEvents => {
  const { history, sources } = agent;
  const { localId, name: _name, ...printer } = settings;
  return {
    prepare: (lease, labels, formats) => sources.prepare(lease, labels, { ...printer, formats }),
    onReports: agent.reporter.requestFlush,
    canPrepare: agent.pictures.hasPicturesOf,
    mayBegin: history.canStart,
    canStartEarly: history.canStartBeforeTokenStored,
    waitUntilStored: history.waitUntilStored,
    waitForUnstartedTokens: history.waitForUnstartedTokens,
    onView: (view) => publishPrinterView(agent, settings, view),
    onRoom: () => requestLeasesIfRoom(agent, localId),
    onEvidence: () => agent.connection.gateway?.reconnect(),
    onFatal: (error) => agent.end(toPrintingStoppedError(error)),
    now: Date.now,
    getServerTime: agent.clock.now,
  };
};

/** Creates the parts of a running agent and connects them to each other. */
export const createAgent = (options: AgentOptions): Agent => {
  const { home, ledger, finders, hooks, say, end, onSettings } = options;
  const connection: Connection = { gateway: null, fault: CONNECTING };
  const sendMessage = (message: AgentMessage): void => connection.gateway?.send(message);
  const history = createTokenHistory({ ledger, onWaiting: () => reporter.requestFlush() });
  const reporter = createReporter(ledger, history, sendMessage);
  const printers = createPrinterWorkers(ledger, (settings) => createWorkerEvents(agent, settings));
  const pictures = createPictureStore({
    files: openPictureFiles(join(home, 'pictures')),
    send: sendMessage,
    onArrival: () => printers.list().forEach((worker) => worker.offer([])),
  });
  const agent: Agent = {
    home,
    ledger,
    hooks,
    say,
    end,
    connection,
    clock: createServerClock(),
    environment: startPrinterDiscovery({
      home,
      finders,
      printers,
      send: sendMessage,
      say,
      onSettings,
    }),
    history,
    lastTexts: new Map(),
    pictures,
    printSwitch: createPrintingSwitch(ledger, printers.list),
    printers,
    reporter,
    send: sendMessage,
    sources: createLabelSourceCache(pictures.getPicturesOf),
    status: createStatusFile(home, printers.list, () => ({
      connected: connection.fault === '',
      trouble: connection.fault,
    })),
    views: createViewPublisher(sendMessage, printers.list),
    windows: createLeaseRequester(sendMessage),
  };
  return agent;
};
