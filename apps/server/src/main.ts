import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMigrated, migrate, openDatabase } from '@yunbiao/db';
import { type Context, S3Error, seedDemo } from '@yunbiao/services';
import { createApi } from './api/api.ts';
import { createApp } from './app.ts';
import { addressOf } from './client-address.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { watchContent } from './content-watch.ts';
import { createContext } from './create-context.ts';
import { attachGateway } from './gateway/index.ts';
import { startIndexing } from './index-content.ts';
import { createLog, type Log } from './log.ts';
import { watchOwnHosts } from './own-hosts.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { createSeoRoutes } from './pages/seo-routes.ts';
import { loadBuiltSite, loadDevSite } from './pages/site.ts';
import { startSweeps } from './sweeps.ts';

const SITE_DIR = join(import.meta.dirname, '../../site');

export type Running = {
  /** Where it really listens; the port may have been left to the system. */
  port: number;
  /** Demo mode: the member made for trying things out. */
  demo: { username: string; password: string } | null;
  /** Finishes what is under way and closes everything. */
  stop: () => Promise<void>;
};

export type StartOptions = { dev?: boolean; siteDir?: string };

const readiness = (ctx: Context, state: { stopping: boolean }) => async (): Promise<string> => {
  if (state.stopping) return 'stopping';
  try {
    if (!(await isMigrated(ctx.db))) return 'migrations are missing';
    const content = await ctx.db.kysely.selectFrom('software').select('id').executeTakeFirst();
    return content || ctx.settings.mode === 'production' ? '' : 'content is missing';
  } catch {
    return 'the database does not answer';
  }
};

const listen = (
  server: Awaited<ReturnType<typeof createApp>>['server'],
  { port, host }: Config,
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Opens everything and listens. What was opened is closed again when a later step fails. */
export const start = async (
  config: Config,
  log: Log,
  options: StartOptions = {},
): Promise<Running> => {
  const { dev = false, siteDir = SITE_DIR } = options;
  await mkdir(config.dataDir, { recursive: true });
  const db = openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (error) => log.error('database connection lost', { error }),
  });
  const closers: (() => Promise<void> | void)[] = [() => db.close()];
  const state = { stopping: false };
  const stop = async (): Promise<void> => {
    state.stopping = true;
    for (const close of closers.toReversed()) await close();
  };
  try {
    await migrate(db);
    const ctx = createContext(config, db, log);
    await ctx.files.check?.();
    const demo = config.mode === 'demo' ? await seedDemo({ ctx, dataDir: config.dataDir }) : null;
    const hosts = await watchOwnHosts(ctx);
    const seo = createSeoRoutes(ctx, config, hosts.aliasOf);
    const app = await createApp({
      aliasOf: hosts.aliasOf,
      config,
      log,
      api: createApi(ctx, {
        trustProxy: config.trustProxy,
        siteOrigin: config.apiBaseUrl ? config.publicUrl : null,
      }),
      openSite: (server) =>
        dev ? loadDevSite(siteDir, server) : loadBuiltSite(siteDir, securityHeaders(config)),
      readiness: readiness(ctx, state),
      seo,
      ...(dev ? { dev } : {}),
    });
    closers.push(() => app.stop());
    const gateway = attachGateway({
      server: app.server,
      ctx,
      addressOf: (request) => addressOf(request, config.trustProxy),
    });
    closers.push(() => gateway.close());
    closers.push(
      await watchContent(ctx, (tags) => {
        hosts.raise(tags);
        app.pages.raise(tags);
        seo.raise(tags);
      }),
    );
    closers.push(startIndexing(ctx, log));
    closers.push(startSweeps(ctx));
    const port = await listen(app.server, config);
    return { port, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const s3Sentence = ({ status, code }: S3Error): string => {
  switch (code) {
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET_ACCESS_KEY 不对，存储服务不认它的签名。';
    case 'InvalidAccessKeyId':
      return 'S3_ACCESS_KEY_ID 不对，存储服务不认识它。';
    case 'NoSuchBucket':
      return 'S3_BUCKET 所指的桶不存在，请先建好。';
    case 'AuthorizationHeaderMalformed':
      return 'S3_REGION 不对，和桶所在的区域不一致。';
    case 'RequestTimeTooSkewed':
      return 'S3 存储拒绝了请求：这台机器的时钟不准，请先校准。';
    default:
      return status === 0
        ? 'S3_ENDPOINT 连不上，请确认地址没有写错、网络是通的。'
        : `S3_ENDPOINT 的存储服务回答 ${`${status} ${code}`.trim()}，请检查 S3_ 开头的设置。`;
  }
};

const sentenceOf = (error: unknown, config: Config | undefined): string | null => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof S3Error) return s3Sentence(error);
  if (!config) return null;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${config.port} 已被别的程序占用，请换一个端口，例如 PORT=3001。`;
    case 'EADDRNOTAVAIL':
      return `HOST ${config.host} 不是这台机器的地址。`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `没有权限使用 ${config.host}:${config.port}，或写入 DATA_DIR（${config.dataDir}）。`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'DATABASE_URL 所指的数据库连不上，请确认它在运行、地址没有写错。';
    case '28P01':
    case '28000':
      return 'DATABASE_URL 里的用户名或密码不对。';
    case '3D000':
      return 'DATABASE_URL 里的库不存在，请先建好。';
    default:
      return null;
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
  return `\n云标已启动  ${address}\n${demo}\n`;
};

/** The whole program: configuration, start, signals. */
export const run = async (): Promise<void> => {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const log = createLog(config.logLevel);
    process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }));
    const running = await start(config, log, { dev: process.argv.includes('--dev') });
    process.stdout.write(banner(config, running));
    let stopping = false;
    const leave = (signal: string): void => {
      if (stopping) return;
      stopping = true;
      log.info('stopping', { signal });
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('could not stop cleanly', { error });
          process.exit(1);
        },
      );
    };
    process.on('SIGTERM', leave);
    process.on('SIGINT', leave);
  } catch (error) {
    const sentence = sentenceOf(error, config);
    if (sentence) process.stderr.write(`${sentence}\n`);
    else console.error(error);
    process.exitCode = 1;
    process.exit();
  }
};

if (import.meta.main) await run();
