import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest, type RequestOptions } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { findFreePort, repository } from './process.ts';

const run = promisify(execFile);

/** sbin is not on every user's PATH. */
const SBIN = '/usr/sbin/nginx';
export const nginx = findProgram('nginx') ?? (existsSync(SBIN) ? SBIN : null);
/** Why nginx cannot be tested; '' when it can. */
export const noNginx = nginx && findProgram('openssl') ? '' : 'nginx：没有找到';

export const HOST = 'labels.example.com';

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

/** What a test changes of the sample besides ports and paths. */
export type Change = [pattern: RegExp, replacement: string];

type Ports = { http: number; https: number; server: number };
type Site = { folder: string; ports: Ports; host: string; changes: readonly Change[] };

/** The sample from the repository; only domain, ports and paths are changed. */
const getSite = async ({ folder, ports, host, changes }: Site): Promise<string> => {
  const sample = await readFile(join(repository, 'deploy/nginx.conf'), 'utf8');
  const required: Change[] = [
    [/listen 80;/, `listen 127.0.0.1:${ports.http};`],
    [/listen 443 /, `listen 127.0.0.1:${ports.https} `],
    [/listen \[::\]:80;/, hasIpv6 ? `listen [::1]:${ports.http};` : ''],
    [/listen \[::\]:443 .*;/, hasIpv6 ? `listen [::1]:${ports.https} ssl http2;` : ''],
    [/server 127\.0\.0\.1:3000 /, `server 127.0.0.1:${ports.server} `],
    [/\/etc\/letsencrypt\/live\/labels\.example\.com\//g, `${folder}/`],
    [/root \/var\/www\/html;/, `root ${folder};`],
    [/access_log \/var\/log\/nginx\/yunbiao\.log/, `access_log ${folder}/access.log`],
    [/alias \/opt\/yunbiao\/deploy\/errors\/;/, `alias ${folder}/errors/;`],
    [/server_name labels\.example\.com;/g, `server_name ${host};`],
    ...changes,
  ];
  return required.reduce((text, [from, to]) => {
    if (text.search(from) < 0) throw new Error(`deploy/nginx.conf has no ${from.source} any more`);
    return text.replace(from, to);
  }, sample);
};

/**
 * The parts of Debian's nginx.conf that affect a site. `gzip_types` and `gzip_proxied` are comments
 * there; here they show that compression delays no event.
 */
const wrapConfig = (folder: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  sendfile on;
  gzip on;
  gzip_proxied any;
  gzip_types text/event-stream application/json;
  access_log off;
  types { text/html html; }
  default_type application/octet-stream;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`;

export type Reply = { status: number; headers: IncomingMessage['headers']; body: string };

type LogLine = Record<string, string>;

export type TestNginx = {
  /** Origin with the test's port. */
  url: string;
  /** File of the certificate, for programs that have to trust it. */
  certificate: string;
  /** The main process. */
  pid: number;
  /** Opens a request over TLS from a given client address. */
  open: (path: string, options?: RequestOptions) => ClientRequest;
  get: (path: string, options?: RequestOptions, body?: Buffer | string) => Promise<Reply>;
  /** Sends a request without TLS. */
  plain: (path: string) => Promise<Reply>;
  /** The lines of the access log so far. nginx writes a line after the last byte of a reply. */
  readLog: () => Promise<LogLine[]>;
  /** Waits for the line of a request. */
  findLine: (requestId: unknown) => Promise<LogLine>;
  stop: () => Promise<void>;
};

/** Sends a request and reads the full response. */
export const readReply = async (request: ClientRequest, body?: Buffer | string): Promise<Reply> => {
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
};

/** Writes a key and a self-signed certificate of the host, and returns the certificate. */
const createCertificate = async (folder: string, host: string): Promise<Buffer> => {
  const pair = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    ...pair,
    ...names,
  ]);
  return readFile(join(folder, 'fullchain.pem'));
};

/** Waits until nginx answers. Throws its log when it has ended or 200 tries have failed. */
const waitUntilUp = async (
  plain: TestNginx['plain'],
  child: ChildProcess,
  folder: string,
): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const up = await plain('/').then(
      () => true,
      () => false,
    );
    if (up) return;
    if (tries > 200 || child.exitCode !== null)
      throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Requests of visitors of this nginx. */
const createRequests = ({
  host,
  ports,
  ca,
}: {
  host: string;
  ports: Ports;
  ca: Buffer;
}): Pick<TestNginx, 'open' | 'get' | 'plain'> => {
  const openTls: TestNginx['open'] = (path, options = {}) =>
    tlsRequest({
      host: '127.0.0.1',
      port: ports.https,
      servername: host,
      ca,
      path,
      agent: false,
      ...options,
      headers: { Host: host, ...(options.headers as Record<string, string> | undefined) },
    });
  const getOverTls: TestNginx['get'] = (path, options, body) =>
    readReply(openTls(path, options), body);
  const headers = { Host: host };
  const requestPlain: TestNginx['plain'] = (path) =>
    readReply(plainRequest({ host: '127.0.0.1', port: ports.http, path, headers, agent: false }));
  return { open: openTls, get: getOverTls, plain: requestPlain };
};

const WAIT_FOR_LINE = { timeout: 60_000, interval: 20 };

const readAccessLog = async (folder: string): Promise<LogLine[]> =>
  (await readFile(join(folder, 'access.log'), 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);

export type NginxOptions = { host?: string; https?: number; changes?: readonly Change[] };

/** Starts nginx with the guide's sample in front of a server on that port. */
export const startNginx = async (
  server: number,
  { host = HOST, https, changes = [] }: NginxOptions = {},
): Promise<TestNginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-nginx-'));
  // When root starts nginx, its workers run as another user.
  await chmod(folder, 0o755);
  // That user may not enter the repository.
  await cp(join(repository, 'deploy/errors'), join(folder, 'errors'), { recursive: true });
  const ports = { http: await findFreePort(), https: https ?? (await findFreePort()), server };
  const ca = await createCertificate(folder, host);
  await writeFile(join(folder, 'site.conf'), await getSite({ folder, ports, host, changes }));
  const main = join(folder, 'nginx.conf');
  await writeFile(main, wrapConfig(folder));
  const args = ['-p', folder, '-c', main, '-e', join(folder, 'error.log')];
  await run(nginx ?? '', ['-t', ...args]);
  const child = spawn(nginx ?? '', args, { stdio: 'ignore' });
  const requests = createRequests({ host, ports, ca });
  await waitUntilUp(requests.plain, child, folder);
  const readLog = () => readAccessLog(folder);
  return {
    url: `https://${host}:${ports.https}`,
    certificate: join(folder, 'fullchain.pem'),
    pid: child.pid ?? 0,
    ...requests,
    readLog,
    findLine: (requestId) =>
      vi.waitUntil(
        async () => (await readLog()).find((line) => line['requestId'] === requestId),
        WAIT_FOR_LINE,
      ),
    stop: async () => {
      const left = once(child, 'exit');
      child.kill('SIGTERM');
      await left;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
