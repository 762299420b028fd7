import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import { expectClients, forgetVirtualClients } from '@yunbiao/services';
import { createAdmission } from './admission.ts';
import { createApi } from './api/api.ts';
import { streamLimits } from './api/live-streams.ts';
import { type App, createApp } from './app.ts';
import { checkData, claimData } from './check-data.ts';
import { claimDataDir } from './claim-data-dir.ts';
import { claimDatabase } from './claim-database.ts';
import { claimPort } from './claim-port.ts';
import { getAddress } from './client-address.ts';
import { PRINT_CLIENT } from './client-package.ts';
import { offerBuilt } from './client-programs.ts';
import { type Config, readConfig } from './config.ts';
import { offerContact } from './contact/offer.ts';
import { watchContent } from './content-watch.ts';
import { createContext } from './create-context.ts';
import { readCounterKey } from './counter-key.ts';
import { attachGateway } from './gateway/index.ts';
import { startIndexing } from './index-content.ts';
import { installLastHandler } from './last-handler.ts';
import { createLog, type Log } from './log.ts';
import { makeDataDir } from './make-data-dir.ts';
import { watchOwnHosts } from './own-hosts.ts';
import { ownOrigin } from './own-origin.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { drawnKinds } from './pages/drawn-pictures.ts';
import { createSeoRoutes } from './pages/seo-routes.ts';
import { loadBuiltSite, loadDevSite } from './pages/site.ts';
import { createReadiness } from './readiness.ts';
import { offerSandbox } from './pay/sandbox.ts';
import { startCashier } from './pay/start-cashier.ts';
import { closeToOthers, keepFilesPrivate } from './private-files.ts';
import { writeSentence } from './start-failure.ts';
import { startDigests } from './digests.ts';
import { startSweeps } from './sweeps.ts';
import { offerVirtual } from './virtual/offer.ts';
import { startSender } from './webhooks/sender.ts';
import { offerWechat } from './wechat/offer.ts';
import { createWorkBudget } from './work-budget.ts';

const SITE_DIR = join(import.meta.dirname, '../../site');

export type Running = {
  /** Where it really listens; the port may have been left to the system. */
  port: number;
  /** Demo mode: the member made for trying things out. */
  demo: { username: string; password: string } | null;
  /** Finishes what is under way and closes everything. */
  stop: () => Promise<void>;
};

export type StartOptions = {
  dev?: boolean;
  siteDir?: string;
  /** The process must end: it no longer holds its database. */
  onGivenUp?: (sentence: string) => void;
};

/** Claims the port, then opens everything. What was opened is closed again when a later step fails. */
export const start = async (
  config: Config,
  log: Log,
  options: StartOptions = {},
): Promise<Running> => {
  const { dev = false, siteDir = SITE_DIR, onGivenUp = () => {} } = options;
  const { dataDir } = config;
  const claimed = await claimPort(config);
  const closers: (() => Promise<void> | void)[] = [() => claimed.close()];
  const state = { stopping: false, halt: () => {} };
  const stop = async (): Promise<void> => {
    state.stopping = true;
    for (const close of closers.toReversed()) await close();
  };
  try {
    await makeDataDir(dataDir);
    await closeToOthers(dataDir, log);
    const db = openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir,
      onError: (error) => log.error('database connection lost', { error }),
    });
    closers.push(() => db.close());
    const claim = await claimDatabase(config, log, (sentence) => {
      // Another server may lease the same labels already: before everything else that a stop waits for.
      state.halt();
      onGivenUp(sentence);
    });
    closers.push(claim.release);
    await checkData(config, db);
    closers.push(claimDataDir(dataDir));
    await migrate(db);
    await claimData(config, db);
    const known = createContext(config, db, log);
    known.settings.counterKey = await readCounterKey(dataDir);
    const sandbox =
      config.mode === 'demo'
        ? offerSandbox(config, log, ownOrigin(config.host, claimed.port))
        : undefined;
    if (sandbox) closers.push(sandbox.stop);
    const ctx = sandbox
      ? { ...known, channels: { ...known.channels, sandbox: sandbox.channel } }
      : known;
    const virtual = offerVirtual(config, ctx, claimed.port);
    const wechat = offerWechat(config, ctx, claimed.port);
    const contact = offerContact(config, ctx);
    ctx.contact = contact;
    closers.push(contact.stop);
    await ctx.files.check?.();
    const demo =
      config.mode === 'demo'
        ? await seedDemo({ ctx, dataDir, client: PRINT_CLIENT, history: config.demoHistory })
        : null;
    if (demo && config.demoPrograms) await offerBuilt(ctx);
    await forgetVirtualClients({ ctx });
    await expectClients({ ctx });
    const hosts = await watchOwnHosts(ctx);
    const seo = createSeoRoutes(ctx, config, hosts.getAlias);
    const admission = createAdmission();
    const budget = createWorkBudget();
    const api = createApi(ctx, {
      admission,
      budget,
      sandbox,
      trustProxy: config.trustProxy,
      streams: streamLimits(config),
      siteOrigin: config.apiBaseUrl ? config.publicUrl : null,
      wechatPush: wechat.push,
    });
    let app: App | null = null;
    closers.push(
      await watchContent(ctx, (tags) => {
        hosts.raise(tags);
        api.raise(tags);
        app?.pages.raise(tags);
        seo.raise(tags);
      }),
    );
    app = await createApp({
      getAlias: hosts.getAlias,
      config,
      log,
      server: claimed.server,
      admission,
      budget,
      api,
      openSite: (server) =>
        dev ? loadDevSite(siteDir, server) : loadBuiltSite(siteDir, securityHeaders(config)),
      readiness: createReadiness({
        ctx,
        dataDir,
        isStopping: () => state.stopping,
        isLocked: claim.isHeld,
      }),
      seo,
      drawn: drawnKinds(ctx),
      wechatStandIn: wechat.standIn,
      ...(dev ? { dev } : {}),
    });
    closers.push(app.stop);
    // Nothing waits between here and `open`: a request meets one of the two, and a socket finds its gateway.
    const gateway = attachGateway({
      server: app.server,
      ctx,
      budget,
      getAddress: (request) => getAddress(request, config.trustProxy),
      isShared: dev,
    });
    state.halt = gateway.halt;
    closers.push(() => gateway.close());
    // Before the gateway: what they have to say at the end is heard.
    if (virtual) closers.push(virtual.stop);
    closers.push(startIndexing(ctx, log));
    closers.push(startSweeps(ctx));
    closers.push(startDigests(ctx));
    closers.push(startCashier(ctx));
    closers.push(startSender(ctx));
    claimed.open();
    virtual?.resume();
    return { port: claimed.port, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const banner = (config: Config, running: Running): string => {
  const address =
    config.mode === 'demo'
      ? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${running.port}`
      : config.publicUrl;
  const demo = running.demo
    ? `演示会员  用户名 ${running.demo.username}  密码 ${running.demo.password}\n`
    : '';
  const tryOut =
    running.demo && config.virtualPrinters > 0
      ? '没有打印机也能印：登录后打开“立即打印”，点“用虚拟打印机试印”\n'
      : '';
  return `\n云标已启动  ${address}\n${demo}${tryOut}\n`;
};

/** A stop that hangs must not keep the supervisor waiting. */
const LEAVE_MS = 30_000;

/** Leaves once: finishes what is under way, then ends the process with the code of whoever asked first. */
const createLeave = (log: Log, stop: () => Promise<void> | undefined) => {
  let leaving = false;
  return (reason: string, code: number): void => {
    if (leaving) return;
    leaving = true;
    log.info('stopping', { reason });
    process.stdout.write('\n云标正在停止，先做完手上的事 …\n');
    setTimeout(() => process.exit(1), LEAVE_MS).unref();
    Promise.resolve(stop()).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error('could not stop cleanly', { error });
        process.exit(1);
      },
    );
  };
};

/** The whole program: configuration, start, signals. */
export const run = async (): Promise<void> => {
  let config: Config | undefined;
  keepFilesPrivate();
  try {
    config = readConfig(process.env);
    const log = createLog(config.logLevel);
    const state: { running?: Running } = {};
    const leave = createLeave(log, () => state.running?.stop());
    installLastHandler(log, (reason) => leave(reason, 1));
    const running = await start(config, log, {
      dev: process.argv.includes('--dev'),
      onGivenUp: (sentence) => {
        process.stderr.write(`${sentence}\n`);
        leave('the database lock was given up', 1);
      },
    });
    state.running = running;
    process.stdout.write(banner(config, running));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(signal, 0));
  } catch (error) {
    const sentence = writeSentence(error, config);
    if (sentence) process.stderr.write(`${sentence}\n`);
    else console.error(error);
    process.exitCode = 1;
    process.exit();
  }
};

if (import.meta.main) await run();
