import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import {
  addShippedTemplates,
  type Context,
  disconnectVirtualClients,
  syncPrinterModels,
} from '@yunbiao/services';
import { validateDataForMode, markDataWithMode } from './startup/check-data.ts';
import { lockDataDir } from './startup/claim-data-dir.ts';
import { claimDatabase } from './startup/claim-database.ts';
import { claimPort } from './startup/claim-port.ts';
import { PRINT_CLIENT } from './background/client-package.ts';
import { addBuiltProgramsToDownloads } from './background/client-programs.ts';
import type { App } from './app.ts';
import { type Config, readConfig } from './config/config.ts';
import { DEFAULT_DRAIN_S } from './config/config-drain.ts';
import { takeInheritedSocket } from './config/inherited-socket.ts';
import { closeServer } from './http/close-server.ts';
import { createDatabaseMonitor, createMetrics } from './metrics/metrics.ts';
import { handleUncaughtErrors } from './background/uncaught-errors.ts';
import { createLog, type Log } from './log.ts';
import { makeDataDir } from './make-data-dir.ts';
import type { Cluster } from './nodes/cluster.ts';
import { readDataFolderId } from './nodes/data-folder-id.ts';
import { openCluster } from './nodes/open-cluster.ts';
import { openApp } from './open-app.ts';
import { openServices, type SiteServices } from './open-services.ts';
import { startStoringBuild } from './pages/builds/store-build.ts';
import { startBackground } from './start-background.ts';
import type { StartState } from './start-state.ts';
import { restrictDataFolder, setPrivateUmask } from './startup/private-files.ts';
import { describeStartFailure } from './startup/start-failure.ts';
import { createWorkBudget } from './budget/work-budget.ts';

const SITE_DIR = join(import.meta.dirname, '../../site');

export type Running = {
  /** Actual port. The configured port may be 0. */
  port: number;
  /** Demo mode: credentials of the demo member. */
  demo: { username: string; password: string } | null;
  /**
   * Finishes pending work and closes everything. `drains`: first reports not ready and lets
   * connections end, while it still serves.
   */
  stop: (options?: { drains?: boolean }) => Promise<void>;
  /** Ends the drain of a stop that is under way. */
  endDrain: () => void;
};

export type StartOptions = {
  dev?: boolean;
  siteDir?: string;
  /** Descriptor of the listening socket that systemd holds. */
  inheritedSocket?: number | null;
  /** The process must end, because it lost its database lock. */
  onGivenUp?: (sentence: string) => void;
};

type OpenData = { db: Context['db']; isHeld: () => boolean; cluster: Cluster };

/** Opens the data directory and the database, and claims both for this server. */
const openAndClaimData = async (
  state: StartState,
  onGivenUp: (sentence: string) => void,
): Promise<OpenData> => {
  const { config, log, closers, metrics } = state;
  const { dataDir } = config;
  await makeDataDir(dataDir);
  await restrictDataFolder(dataDir, log);
  const db = openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir,
    onError: (error) => log.error('database connection lost', { error }),
    monitor: createDatabaseMonitor(metrics),
  });
  closers.push(() => db.close());
  const claim = await claimDatabase(config, log, (sentence) => {
    // Another server may already lease the same labels, so stop leasing before anything else.
    state.halt();
    onGivenUp(sentence);
  });
  closers.push(claim.release);
  await validateDataForMode(config, db);
  closers.push(lockDataDir(dataDir));
  await migrate(db);
  await markDataWithMode(config, db);
  const cluster = await openCluster({
    config,
    log,
    port: state.claimedPort.port,
    dataFolderId: await readDataFolderId(dataDir),
    readBuild: () => state.build,
  });
  closers.push(cluster.close);
  return { db, isHeld: claim.isHeld, cluster };
};

/** Brings the rows into the state of a site that has just started. Returns the demo's member. */
const seedOrPrepareStartupRows = async (config: Config, ctx: Context): Promise<Running['demo']> => {
  const { dataDir, demoHistory } = config;
  const demo =
    config.mode === 'demo'
      ? await seedDemo({ ctx, dataDir, client: PRINT_CLIENT, history: demoHistory })
      : null;
  await syncPrinterModels({ ctx });
  await addShippedTemplates({ ctx });
  if (demo && config.demoPrograms) await addBuiltProgramsToDownloads(ctx);
  await disconnectVirtualClients({ ctx });
  return demo;
};

/**
 * Lets load balancers and kept-alive connections leave before the server stops accepting. A socket
 * of systemd has no other server to go to: its queue holds new connections for the next process.
 */
const drainKeptAliveConnections = async (state: StartState, app: App): Promise<void> => {
  const { config, claimedPort } = state;
  const isInherited = claimedPort.inheritedSocket !== null;
  const maxMs = (config.drainSeconds ?? (isInherited ? DEFAULT_DRAIN_S : 0)) * 1e3;
  const notice = isInherited ? null : sleep(maxMs);
  await app.endKeepAlive(maxMs);
  await notice;
};

const stopSite = async (
  state: StartState,
  { cluster, app }: { cluster?: Cluster; app?: App | null } = {},
): Promise<void> => {
  state.isStopping = true;
  await cluster?.announceStop();
  if (app) await Promise.race([drainKeptAliveConnections(state, app), state.drainEnd.promise]);
  // Before anything else closes: requests after this moment belong to the next process.
  void closeServer(state.claimedPort.server);
  for (const close of state.closers.toReversed()) await close();
};

const startStoringBuildUntilClose = (state: StartState, { ctx }: SiteServices, { site }: App) => {
  const storing = startStoringBuild(ctx, site);
  state.closers.push(storing.stop);
  return storing;
};

/**
 * Claims the port, then opens everything. If a step fails, all opened resources are closed again.
 */
export const startSite = async (
  config: Config,
  log: Log,
  options: StartOptions = {},
): Promise<Running> => {
  const { dev = false, siteDir = SITE_DIR, onGivenUp = () => {} } = options;
  const claimedPort = await claimPort(config, options.inheritedSocket);
  const state: StartState = {
    config,
    log,
    claimedPort,
    metrics: createMetrics(),
    closers: [() => claimedPort.close()],
    isStopping: false,
    drainEnd: Promise.withResolvers<void>(),
    build: '',
    halt: () => {},
  };
  try {
    const { db, isHeld: isLocked, cluster } = await openAndClaimData(state, onGivenUp);
    const services = await openServices(state, db, cluster);
    const demo = await seedOrPrepareStartupRows(config, services.ctx);
    const budget = createWorkBudget();
    const app = await openApp(state, services, {
      cluster,
      budget,
      siteDir,
      dev,
      isLocked: () => isLocked() && cluster.isConnected(),
    });
    const isDeployed = config.mode === 'production' && !dev;
    // Pages of this server may request their scripts from another one.
    if (isDeployed && cluster.peers)
      await startStoringBuildUntilClose(state, services, app).waitUntilStored();
    // No `await` between here and `open`: each request meets exactly one handler, and each socket
    // finds its gateway.
    startBackground(state, services, {
      server: app.server,
      budget,
      cluster,
      isShared: dev,
    });
    await claimedPort.open();
    // A demo is not updated under its visitors.
    if (isDeployed && !cluster.peers) startStoringBuildUntilClose(state, services, app);
    services.virtual?.resume();
    const stop: Running['stop'] = ({ drains = false } = {}) =>
      stopSite(state, { cluster, app: drains ? app : null });
    return { port: claimedPort.port, demo, stop, endDrain: state.drainEnd.resolve };
  } catch (error) {
    await stopSite(state);
    throw error;
  }
};

const formatBanner = (config: Config, running: Running): string => {
  const address =
    config.mode === 'demo'
      ? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${running.port}`
      : config.publicUrl;
  const demo = running.demo
    ? `演示会员  用户名 ${running.demo.username}  密码 ${running.demo.password}\n`
    : '';
  const demoHint =
    running.demo && config.virtualPrinters > 0
      ? '没有打印机也能打印：登录后打开“立即打印”，点“用虚拟打印机试打印”\n'
      : '';
  return `\n云标已启动  ${address}\n${demo}${demoHint}\n`;
};

/**
 * Maximum duration of a shutdown after the drain, ms, so that the supervisor does not wait for a
 * hanging stop.
 */
const SHUTDOWN_TIMEOUT_MS = 30_000;

/** Shuts down once: finishes pending work, then exits with the code of the first request. */
const createShutdownHandler = (
  log: Log,
  getRunning: () => Running | undefined,
  drainMs: number,
) => {
  let isShuttingDown = false;
  return (reason: string, code: number, drains = false): void => {
    const running = getRunning();
    // A second signal, a lost lock or an uncaught error does not wait for the drain.
    if (isShuttingDown || !drains) running?.endDrain();
    if (isShuttingDown) return;
    isShuttingDown = true;
    log.info('stopping', { reason });
    process.stdout.write('\n云标正在停止，先处理完进行中的事 …\n');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS + drainMs).unref();
    Promise.resolve(running?.stop({ drains })).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error('could not stop cleanly', { error });
        process.exit(1);
      },
    );
  };
};

/** Entry point: configuration, start, signals. */
export const runServer = async (): Promise<void> => {
  let config: Config | undefined;
  setPrivateUmask();
  try {
    const inheritedSocket = takeInheritedSocket(process.env, process.pid);
    config = readConfig(process.env);
    const log = createLog(config.logLevel);
    const state: { running?: Running } = {};
    const drainMs = (config.drainSeconds ?? DEFAULT_DRAIN_S) * 1e3;
    const shutDown = createShutdownHandler(log, () => state.running, drainMs);
    handleUncaughtErrors(log, (reason) => shutDown(reason, 1));
    // Also while the site starts: as PID 1 of a container, a process ignores signals without a
    // handler. A start may be interrupted at any point, as by a power cut.
    process.on('SIGTERM', () => shutDown('SIGTERM', 0, true));
    // The operator at the terminal does not wait for the drain.
    process.on('SIGINT', () => shutDown('SIGINT', 0));
    const running = await startSite(config, log, {
      dev: process.argv.includes('--dev'),
      inheritedSocket,
      onGivenUp: (sentence) => {
        process.stderr.write(`${sentence}\n`);
        shutDown('the database lock was given up', 1);
      },
    });
    state.running = running;
    process.stdout.write(formatBanner(config, running));
  } catch (error) {
    const sentence = describeStartFailure(error, config);
    if (sentence) process.stderr.write(`${sentence}\n`);
    else console.error(error);
    process.exitCode = 1;
    process.exit();
  }
};

if (import.meta.main) await runServer();
